import IAPCore
import JSON

/// The keys of a seed beside its lists.
struct SeedSettings: Sendable {
  private(set) var format: Int64?
  private(set) var appKey: Identifier?
  private(set) var appSeq: Int64?
  private(set) var secretKey: Identifier?
  private(set) var appID: Identifier?
  private(set) var clock = Presence<Instant>.absent

  static let fields = JSONFields(
    SeedSettings(), summary: "The file is one object.", reading: .file,
    [
      .required("format", \.format, supportedFormat, "always 1"),
      .optional("appKey", \.appKey, .name, "the app key; default: fixture-app-key"),
      .optional(
        "appSeq", \.appSeq, .number(from: 1),
        "the app's number in the legacy API; default: 1000047"),
      .optional(
        "secretKey", \.secretKey, .name,
        "the app's secret key in Gamebase; default: fixture-secret-key"),
      .optional("appId", \.appID, .name, "the app's ID in Gamebase; default: fixture-app"),
      .presence(
        "clock", \.clock, .instant,
        "the store's own time, which stands still until --now or 'store advance' moves it permanently; "
          + "subscriptions that end before that time renew or expire; null or missing: the "
          + "store uses the real time"),
      list("markets", "markets with special settings"), list("products", "the products"),
      list("users", "users with special settings"),
      list("purchases", "the payments in the IAP console"),
      list("transactions", "the receipts in the users' store accounts"),
      list("deferred", "promotion products that users deferred"),
      list("faults", "simulated failures"),
      list("events", "the log; a dump has it only with --with-log"),
    ])

  /// A list, whose elements are read one by one.
  private static func list(_ name: String, _ summary: String) -> JSONField<SeedSettings> {
    .read(.init(name, .nullable(.list(.anything)), isRequired: false, summary)) { _, _ in }
  }

  private static let supportedFormat = JSONCodec<Int64>.number(from: 1).map(write: { $0 ?? 0 }) {
    format throws(JSONProblem) -> Int64? in
    guard format == Seed.format else {
      throw JSONProblem(problem: "\(format) is unknown: this iapctl knows only 1")
    }
    return format
  }

  /// Reads one key.
  mutating func read(_ key: String, _ value: JSONValue) throws(JSONProblem) {
    guard let field = Self.fields.all.first(where: { $0.schema.name == key }) else {
      throw Self.fields.schema.unknown(key)
    }
    try Self.fields.read(field, value, into: &self)
  }
}

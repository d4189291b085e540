import IAPCore
import JSON

struct SeedFault: SeedElement {
  private var operation = ""
  private var domain: String?
  private var code: Int64?
  private var isAfter = false
  private var skip: Int64 = 0
  private var times: Int64 = 1
  private var used: Int64 = 0
  private var product: Identifier?
  private var user: Identifier?
  private var payment: Identifier?
  private var market: StoreCode?
  private var delay: CalendarPeriod?
  private var status: Int64?
  private var retryAfter: String?
  private var serverCode: Int64?
  private var cut: Int64?

  static let fields = JSONFields(
    SeedFault(), named: "faults",
    summary:
      "Simulated failures. A use is a call that matches the fault's user, product, payment and market. Each "
      + "has one of code, http, serverCode and cut, or only a delay. The last three are what a server answers; on a store, "
      + "they are the error that a client would make of it.", reading: .file,
    [
      .required(
        "on", \.operation, .word(of: IAPOperation.names),
        "products, purchase, unconsumed, consume, subscriptions, restore or reprocess"),
      .optional(
        "domain", \.domain, .word(of: PlannedFault.Domain.allCases.map(\.text)),
        "of the code: com.nhncloud.iap or com.nhncloud.http; default: com.nhncloud.iap"),
      .optional(
        "code", \.code, .number(from: 0),
        "the error: 0 to 18 of com.nhncloud.iap, 100 to 107 of com.nhncloud.http"),
      .defaulted(
        "after", \.isAfter, .flag,
        "true: the operation is applied, and only its answer is lost (exit 7); not for queries; "
          + "default: false"),
      .defaulted(
        "skip", \.skip, .number(from: 0), "the number of uses that succeed first; default: 0"),
      .defaulted(
        "times", \.times, .number(from: 1), "the number of uses that fail after that; default: 1"),
      .defaulted("used", \.used, .number(from: 0), "the number of uses so far; default: 0"),
    ] + limits + ofServers)

  /// Which calls use it, and when they are answered.
  private static let limits: [JSONField<SeedFault>] = [
    .optional(
      "product", \.product, .name,
      "only uses with this product; default: null (any product)"),
    .optional(
      "user", \.user, .name, "only uses by this user; default: null (any user)"),
    .optional(
      "payment", \.payment, .paymentSeq,
      "only uses with this payment, with consume only; default: null (any payment)"),
    .optional(
      "storeCode", \.market,
      JSONCodec<String>.text.map(write: \.text) {
        StoreCode(legacy: StoreCode($0))
      },
      "only uses in this market; default: null (any market)"),
    .optional(
      "delay", \.delay, .duration,
      "how long a server waits before it answers, such as 200ms; without a failure it delays the right "
        + "answer; default: null"),
  ]

  /// What a server answers.
  private static let ofServers: [JSONField<SeedFault>] = [
    .optional(
      "http", \.status, .number(from: 0), "the HTTP status of the answer, 201 to 599"),
    .optional(
      "retryAfter", \.retryAfter, .text,
      "with http: the header Retry-After, in seconds or as a date; default: null"),
    .optional(
      "serverCode", \.serverCode, .number(from: Int64(Int32.min)),
      "the result code of the answer, such as 5018 or 9999; the operation is not applied, unless "
        + "after is true"),
    .optional(
      "cut", \.cut, .number(from: 0),
      "the operation is applied, and its answer ends after so many bytes of its body"),
  ]

  func check() throws(JSONProblem) { _ = try planned() }

  func planned() throws(JSONProblem) -> PlannedFault {
    let failure = try failure()
    do throws(PlannedFault.Problem) {
      return try PlannedFault(
        on: IAPOperation(name: operation) ?? .products, failure, isAfter: isAfter, skip: skip,
        times: times, used: used, product: product, user: user, payment: payment, market: market,
        delay: delay)
    } catch {
      throw JSONProblem(place: error.key, problem: error.text)
    }
  }

  /// How the call fails, by the one of four keys that the seed has.
  private func failure() throws(JSONProblem) -> PlannedFault.Failure {
    let domain = domain.flatMap { PlannedFault.Domain(text: $0) }
    let failures: [(key: String, failure: PlannedFault.Failure?)] = [
      ("code", code.map { .error(domain ?? .iap, $0) }),
      ("http", status.map { .status($0, retryAfter: retryAfter) }),
      ("serverCode", serverCode.map { .serverCode($0) }),
      ("cut", cut.map { .cut(after: $0) }),
    ]
    let specified = failures.filter { $0.failure != nil }
    if specified.count > 1 {
      throw JSONProblem(place: specified[1].key, problem: "not allowed with \(specified[0].key)")
    }
    if domain != nil, code == nil { throw JSONProblem(place: "domain", problem: "only with code") }
    if retryAfter != nil, status == nil {
      throw JSONProblem(place: "retryAfter", problem: "only with http")
    }
    return specified.first?.failure ?? .slow
  }
}

extension StoreSession {
  /// Adds the faults of a seed.
  package func insertFaults(of seed: SeedText) throws {
    try seed.contents.each { (new: SeedFault) in try insert(new.planned()) }
  }
}

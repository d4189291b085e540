import CommandLine
import IAPCore
import IAPMessages
import Languages

enum UnconsumedFilters {
  static let product = ListOption(
    "product", .identifier("ID", kind: .names(.products)), "only this product")
  static let olderThan = Option(
    "older-than", .duration, "only purchases at least this old: 90s, 15m, 12h, 30d, P1M")
  static let limit = Option(
    "limit", .number("N", in: 1...Int.max), "only the N oldest")
  static let transaction = GlobalOptions.transaction
  static let allUsers = Flag("all-users", "include all users (fixture stores only)")

  static let specifications: [OptionSpecification] = .of(
    product, transaction, olderThan, limit, allUsers)

  static func query(
    _ arguments: ParsedArguments, _ settings: Settings, users: [Identifier] = [],
    orFrom file: String? = nil
  ) throws(UsageError) -> UnconsumedQuery {
    var query = UnconsumedQuery(owner: try owner(arguments, settings, users, file))
    query.markets = settings.markets
    query.products = try arguments.values(of: product)
    query.transaction = try arguments.value(of: transaction)
    query.age = try arguments.value(of: olderThan)
    query.limit = try arguments.value(of: limit)
    return query
  }

  private static func owner(
    _ arguments: ParsedArguments, _ settings: Settings, _ users: [Identifier], _ file: String?
  ) throws(UsageError) -> UnconsumedQuery.Owner {
    guard arguments[allUsers] else {
      let typed = users.unique()
      if typed.count > 1 { return .users(typed) }
      // The file can name the users instead of a variable or a profile.
      if file != nil { return typed.first.map { .user($0) } ?? .users([]) }
      let isRemote = (try? settings.isRemote) == true
      return .user(
        try settings.requiredUser(canListAll: !isRemote))
    }
    guard !settings.isTyped(GlobalOptions.user.specification), file == nil else {
      throw UsageError(
        CommandUsage.exclusive("--all-users", file == nil ? "--user" : "--users-from"))
    }
    return .everyone
  }
}

extension Context {
  /// Writes a note for each name that the store does not contain, with the nearest name that it
  /// contains. Without the note, a typing mistake would show only as an empty list.
  func noteUnknownNames(
    _ names: GivenNames, to service: any IAPService
  ) async throws(IAPError) {
    for unknown in try await service.unknownNames(among: names) {
      messages.note(InputMessages.unknownName(unknown))
    }
  }

  /// How many unusual names are noted.
  private static let mostUnusual = 5

  /// Notes users that are most likely not meant as they were typed: `alice,bob`, ` alice`.
  func noteUnusual(users: [Identifier]) {
    let notes = users.compactMap { user -> Sentence? in
      if user.text.utf8.contains(UInt8(ascii: ",")) { return InputMessages.userWithComma(user) }
      return user.hasSpaceAtEnd ? InputMessages.userWithSpace(user) : nil
    }
    for note in notes.prefix(Self.mostUnusual) { messages.note(note) }
  }
}

extension Identifier {
  var hasSpaceAtEnd: Bool {
    text.first?.isWhitespace == true || text.last?.isWhitespace == true
  }
}

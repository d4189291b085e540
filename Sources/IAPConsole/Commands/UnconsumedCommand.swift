import CommandLine
import IAPBatch
import IAPCore

struct UnconsumedCommand: Command {
  static let failEmpty = Flag("fail-empty", "exit 6 if there is nothing to list")

  static let usersFrom = Option(
    "users-from", .file("FILE"), "a file with one user a line; - is standard input")

  static let specification = CommandSpecification(
    "list stuck purchases",
    discussion: [
      "Lists purchases that are paid and verified but not consumed. A purchase that stays in this "
        + "list is stuck: the player paid for it and may not have received it.",
      "The oldest come first where the list has times. The service API gives no times: its lists come "
        + "as the service has them, user by user and market by market. --limit counts over all of them.",
      "Several --user, or --users-from FILE with one user a line, list several users in one run.",
    ],
    heading: "Purchases",
    options: UnconsumedFilters.specifications + [usersFrom.specification, failEmpty.specification],
    examples: [
      Example(
        "iapctl unconsumed --user alice", "list what alice paid for and may not have received"),
      Example(
        "iapctl unconsumed --all-users --older-than 1d --output csv",
        "export everything that has been stuck for a day or longer"),
    ], related: ["consume"])

  static let schema = PurchaseRecord.schema

  let query: UnconsumedQuery
  /// A file with more users.
  let usersFrom: String?
  let failsEmpty: Bool

  init(_ arguments: ParsedArguments, _ settings: Settings) throws(UsageError) {
    usersFrom = try settings.path(Self.usersFrom, arguments)
    let users = try arguments.values(of: GlobalOptions.users)
    query = try UnconsumedFilters.query(arguments, settings, users: users, orFrom: usersFrom)
    failsEmpty = arguments[Self.failEmpty]
  }

  func run(in context: Context) async throws -> Report {
    var query = query
    if let path = usersFrom {
      let text = try context.readText(path, limit: UsersFile.longest)
      query.owner = try UsersFile.owner(query.users + UsersFile.users(in: text, named: path), path)
    }
    context.noteUnusual(users: query.users)
    let service = try context.service()
    try await context.noteUnknownNames(GivenNames(query), to: service)
    let listing = PurchaseListing(
      try await service.unconsumedRecords(query), of: query, in: context)
    return Report(.lists([listing.section(of: service)])) {
      listing.summary(failsEmpty: failsEmpty)
    }
  }
}

enum UsersFile {
  /// The maximum size in bytes.
  static let longest = 1 << 24

  static func owner(
    _ users: [Identifier], _ path: String
  ) throws(IAPError) -> UnconsumedQuery.Owner {
    let users = users.unique()
    guard let first = users.first else {
      throw .iapctl(.inputInvalid, .input(path, .empty))
    }
    return users.count == 1 ? .user(first) : .users(users)
  }

  /// The users in a text, one a line. Blank lines are ignored.
  static func users(in text: String, named path: String) throws(IAPError) -> [Identifier] {
    var users: [Identifier] = []
    // A carriage return and a line feed are one character, but two scalars.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let end = line.last == "\r" ? line.dropLast() : line
      let user = String(
        String.UnicodeScalarView(index == 0 && end.first == "\u{FEFF}" ? end.dropFirst() : end))
      let isCell = user.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: ",") }
      guard !isCell, !user.hasPrefix("\""), index > 0 || InputColumn(header: user) == nil else {
        throw IAPError.iapctl(.inputInvalid, .input(path, .notUser(line: index + 1, user)))
      }
      if !user.isEmpty { users.append(Identifier(user)) }
    }
    return users
  }
}

import CommandLine
import IAPCore

/// The filters of `unconsumed` and `consume --all`.
enum UnconsumedFilters {
  static let product = ListOption(
    "product", .identifier("ID", kind: .names(.products)), "only this product")
  static let olderThan = Option(
    "older-than", .duration, "only purchases at least this old: 90s, 15m, 12h, 30d, P1M")
  static let limit = Option(
    "limit", .number("N", in: 1...Int.max), "only the N oldest")
  static let allUsers = Flag("all-users", "include all users (fixture stores only)")

  static let specifications = [
    product.specification, olderThan.specification, limit.specification, allUsers.specification,
  ]

  static func query(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> UnconsumedQuery {
    var query = UnconsumedQuery(owner: try owner(arguments, settings))
    query.markets = settings.markets
    query.products = try arguments.values(of: product)
    query.age = try arguments.value(of: olderThan)
    query.limit = try arguments.value(of: limit)
    return query
  }

  private static func owner(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> UnconsumedQuery.Owner {
    guard arguments[allUsers] else {
      let isRemote = (try? settings.isRemote) == true
      return .user(
        try settings.requiredUser(or: isRemote ? "" : ", or all of them with --all-users"))
    }
    guard !settings.$user.isTyped else {
      throw UsageError("--all-users and --user exclude each other", hint: "give only one of them")
    }
    return .everyone
  }
}

package import JSON

/// The keys of seeds and dumps, for readers, manual pages and the description of the server.
package enum SeedFormat {
  package static let all = [file] + SeedList.all.map(\.schema)

  package static let file = JSONSchema.Object(
    nil, SeedList.settings.schema.members + lists, summary: SeedList.settings.schema.summary,
    isClosed: true)

  package static let faults = SeedList.faults.schema

  private static let lists: [JSONSchema.Member] = [
    list("markets", "markets with special settings"), list("products", "the products"),
    list("users", "users with special settings"),
    list("purchases", "the payments in the IAP console"),
    list("transactions", "the receipts in the users' store accounts"),
    list("deferred", "promotion products that users deferred"),
    list("faults", "simulated failures"),
    list("events", "the log; a dump has it only with --with-log"),
  ]

  private static func list(_ name: String, _ summary: String) -> JSONSchema.Member {
    .init(name, .nullable(.list(.anything)), isRequired: false, summary)
  }
}

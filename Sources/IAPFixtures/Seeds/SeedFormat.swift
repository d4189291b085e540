package import JSON

/// The keys of seeds and dumps, for readers, manual pages and the description of the server.
package enum SeedFormat {
  package static let all = [file] + SeedList.all.map(\.schema)

  package static let file = JSONSchema.Object(
    nil, SeedList.settings.schema.members + lists, summary: SeedList.settings.schema.summary,
    isClosed: true)

  package static let faults = SeedList.faults.schema

  private static let lists = [
    (SeedList.markets, "markets with special settings"), (.products, "the products"),
    (.users, "users with special settings"), (.purchases, "the payments in the IAP console"),
    (.transactions, "the receipts in the users' store accounts"),
    (.deferred, "promotion products that users deferred"), (.faults, "simulated failures"),
    (.events, "the log; a dump has it only with --with-log"),
  ].map { list, summary in
    JSONSchema.Member(list.name, .nullable(.list(.anything)), isRequired: false, summary)
  }
}

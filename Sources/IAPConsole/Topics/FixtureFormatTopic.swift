import CommandLine
import IAPFixtures

/// The page of seeds and dumps.
enum FixtureFormatTopic {
  static let topic = Topic(
    "fixture", "seeds of fixture stores",
    [
      Part(
        "Description",
        [
          .paragraph(
            "A fixture store is an SQLite file that behaves as the IAP service and the stores "
              + "behind it. A seed, a JSON file in UTF-8, says what it holds: 'store init --from' "
              + "and 'store load' read one, and 'store dump' writes one, with every key. A dump "
              + "that is loaded into a new store is the same store."),
          .paragraph(
            "Unknown keys, keys that are given twice and values of another kind are errors, with "
              + "their place, such as purchases[3].price. Nothing is loaded unless all of it is. "
              + "What a key leaves out has a default, or is generated, the same for the same seed."),
          .paragraph(
            "An instant is text as in RFC 3339, such as 2026-01-01T00:00:00.000Z, and a decimal "
              + "is a JSON number whose digits are kept."),
        ]),
      Part("Keys", SeedFormat.all.map { .part($0.part) }),
      Part("Examples", [.examples(examples)]),
    ])

  private static let examples = [
    Example(
      """
      iapctl store init ci.db --from - <<'SEED'
      {
        "format": 1,
        "clock": "2026-01-01T00:00:00.000Z",
        "products": [
          {"productIdentifier": "gem.100",
           "productType": "CONSUMABLE",
           "price": 1500, "currency": "KRW"},
          {"productIdentifier": "vip.month",
           "productType": "AUTO_RENEWABLE", "period": "P1M",
           "price": 9.99, "currency": "USD"}
        ],
        "users": [{"userID": "dave", "paymentsAllowed": false}],
        "purchases": [
          {"userID": "alice", "productIdentifier": "gem.100"}
        ]
      }
      SEED
      """, "two products, a user who may not buy, and a stuck payment"),
    Example("iapctl purchase gem.100 --user dave --store ci.db", "dave may not buy", status: 4),
    Example("iapctl store dump --store ci.db > dump.json", "the store as a seed, with every key"),
  ]
}

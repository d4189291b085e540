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
    Example(
      """
      iapctl store init full.db --from - <<'SEED'
      {
        "format": 1,
        "appKey": "ci-app-key",
        "clock": "2026-01-15T09:00:00.000Z",
        "markets": [
          {"storeCode": "GG", "packageName": "com.example.game",
           "available": false}
        ],
        "products": [
          {"productIdentifier": "gem.100",
           "productType": "CONSUMABLE",
           "price": 1500, "currency": "KRW"},
          {"productIdentifier": "vip.month",
           "productType": "AUTO_RENEWABLE", "period": "P1M"},
          {"productIdentifier": "chest.week",
           "productType": "CONSUMABLE_AUTO_RENEWABLE",
           "period": "P1W"},
          {"productIdentifier": "gem.old",
           "productType": "CONSUMABLE", "active": false},
          {"productIdentifier": "skin",
           "productType": "CONSUMABLE", "inStore": false}
        ],
        "users": [
          {"userID": "dave", "paymentsAllowed": false,
           "storeAccountReadable": false},
          {"userID": "erin", "monthlyLimit": {"KRW": 10000}}
        ],
        "purchases": [
          {"userID": "alice", "productIdentifier": "gem.100",
           "paymentSeq": "2026011210000001",
           "accessToken": "token-1",
           "purchaseTime": "2026-01-12T11:20:00Z",
           "payload": "slot-3"},
          {"userID": "alice", "productIdentifier": "gem.100",
           "state": "REFUND"},
          {"userID": "bob", "productIdentifier": "vip.month",
           "purchaseTime": "2026-01-01T00:00:00Z",
           "status": "ACTIVE"},
          {"userID": "frank", "productIdentifier": "gem.100",
           "state": "CHARGED"}
        ],
        "transactions": [
          {"userID": "carol", "productIdentifier": "chest.week",
           "applicationUsername": "carol",
           "transactionIdentifier": "1000000000000009",
           "purchaseTime": "2026-01-13T00:00:00Z",
           "expiryTime": "2026-01-20T00:00:00Z"}
        ],
        "deferred": [
          {"userID": "erin", "productIdentifier": "gem.100"}
        ],
        "faults": [
          {"on": "consume", "domain": "com.nhncloud.iap",
           "code": 0, "after": true, "skip": 1, "times": 2}
        ]
      }
      SEED
      """, "every part of a seed"),
    Example("iapctl store dump --store ci.db > dump.json", "the store as a seed, with every key"),
  ]
}

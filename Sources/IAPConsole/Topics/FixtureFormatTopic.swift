import CommandLine
import IAPFixtures

/// The manual page of seeds and dumps.
enum FixtureFormatTopic {
  static let topic = Topic(
    "fixture", "seeds of fixture stores",
    [
      Part(
        "Description",
        [
          .paragraph(
            "A fixture store is an SQLite file that simulates the IAP service and the app "
              + "stores. A seed is a JSON file in UTF-8 that describes the content of a store: "
              + "'store init --from' and 'store load' read a seed, and 'store dump' writes one "
              + "with every key. Loading a dump recreates the store exactly."),
          .paragraph(
            "Unknown keys, repeated keys and values of the wrong type are errors that name "
              + "their position, such as purchases[3].price. A seed is loaded completely or not "
              + "at all. A missing key has a default or a generated value; the same seed always "
              + "generates the same values."),
          .paragraph(
            "An instant is a string as in RFC 3339, such as 2026-01-01T00:00:00.000Z. A decimal "
              + "is a JSON number whose digits are kept exactly."),
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
      """, "two products, a user who cannot buy, and a stuck payment"),
    Example("iapctl purchase gem.100 --user dave --store ci.db", "dave cannot buy", status: 4),
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
      """, "a seed with every section"),
    Example(
      "iapctl store dump --store ci.db > dump.json", "write the store as a seed with every key"),
  ]
}

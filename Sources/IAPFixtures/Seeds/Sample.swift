package import IAPCore

/// A small game as sample data. It has an example of every state of a payment.
package enum Sample {
  package static func seed() throws(IAPError) -> SeedText { try SeedText(Array(json.utf8)) }

  private static let json = """
    {
      "format": 1,
      "appKey": "sample-app-key",
      "appSeq": 1000047,
      "clock": "2026-01-15T09:00:00.000Z",
      "markets": [
        {"storeCode": "AS", "packageName": "com.example.game", "available": true},
        {"storeCode": "GG", "packageName": "com.example.game.android", "available": true},
        {"storeCode": "ONESTORE", "packageName": "com.example.game.one", "available": true}
      ],
      "products": [
        {"productIdentifier": "gem.100", "productSeq": 1000292, "productName": "100 gems",
         "productType": "CONSUMABLE", "price": 1500, "currency": "KRW",
         "localizedTitle": "보석 100개", "localizedDescription": "보석 100개 묶음",
         "localizedPrice": "₩1,500"},
        {"productIdentifier": "gem.550", "productSeq": 1000293, "productName": "550 gems",
         "productType": "CONSUMABLE", "price": 4.99, "currency": "USD",
         "localizedTitle": "550 gems", "localizedPrice": "$4.99"},
        {"productIdentifier": "vip.month", "productSeq": 1000294, "productName": "VIP",
         "productType": "AUTO_RENEWABLE", "period": "P1M", "price": 9900, "currency": "KRW",
         "localizedTitle": "VIP 한 달", "localizedPrice": "₩9,900"},
        {"productIdentifier": "chest.week", "productSeq": 1000295, "productName": "Weekly chest",
         "productType": "CONSUMABLE_AUTO_RENEWABLE", "period": "P1W", "price": 2.29,
         "currency": "EUR", "localizedTitle": "Weekly chest", "localizedPrice": "2,29 €"},
        {"productIdentifier": "coin_500", "productSeq": 1000296, "productName": "500 coins",
         "productType": "CONSUMABLE", "storeCode": "GG", "price": 600, "currency": "JPY",
         "localizedTitle": "コイン500枚", "localizedPrice": "¥600"},
        {"productIdentifier": "vip_month", "productSeq": 1000297, "productName": "VIP",
         "productType": "AUTO_RENEWABLE", "period": "P1M", "storeCode": "GG", "price": 980,
         "currency": "JPY", "localizedTitle": "VIP 1か月", "localizedPrice": "¥980"},
        {"productIdentifier": "starter.pack", "productSeq": 1000298,
         "productName": "Starter pack", "productType": "CONSUMABLE", "storeCode": "ONESTORE",
         "price": 3300, "currency": "KRW", "localizedTitle": "스타터 팩",
         "localizedPrice": "₩3,300"},
        {"productIdentifier": "skin.dragon", "productSeq": 1000299,
         "productName": "Dragon skin (not yet in the App Store)", "productType": "CONSUMABLE",
         "price": 5900, "currency": "KRW", "inStore": false},
        {"productIdentifier": "gem.old", "productSeq": 1000290,
         "productName": "80 gems (no longer sold)", "productType": "CONSUMABLE",
         "price": 1200, "currency": "KRW", "active": false}
      ],
      "users": [
        {"userID": "alice"},
        {"userID": "bob"},
        {"userID": "carol"},
        {"userID": "dave", "paymentsAllowed": false, "storeAccountReadable": false},
        {"userID": "erin", "monthlyLimit": {"KRW": 10000}},
        {"userID": "frank"}
      ],
      "purchases": [
        {"paymentSeq": "2026011210000001", "userID": "alice", "productIdentifier": "gem.100",
         "accessToken": "sample-token-alice-1", "transactionIdentifier": "1000000000000001",
         "purchaseTime": "2026-01-12T11:20:00.000Z", "payload": "slot-3"},
        {"paymentSeq": "2026011410000001", "userID": "alice", "productIdentifier": "coin_500",
         "storeCode": "GG", "accessToken": "sample-token-alice-2",
         "transactionIdentifier": "GPA.3375-2193-1175-57698",
         "purchaseTime": "2026-01-14T22:05:10.500Z"},
        {"paymentSeq": "2026011010000001", "userID": "alice", "productIdentifier": "gem.550",
         "consumed": true, "transactionIdentifier": "1000000000000002",
         "purchaseTime": "2026-01-10T08:00:00.000Z"},
        {"paymentSeq": "2026010810000001", "userID": "alice", "productIdentifier": "gem.100",
         "state": "REFUND", "transactionIdentifier": "1000000000000003",
         "purchaseTime": "2026-01-08T08:00:00.000Z"},
        {"paymentSeq": "2026010110000001", "userID": "bob", "productIdentifier": "vip.month",
         "transactionIdentifier": "1000000000000004", "status": "ACTIVE",
         "purchaseTime": "2026-01-01T00:00:00.000Z"},
        {"paymentSeq": "2026011110000001", "userID": "bob", "productIdentifier": "chest.week",
         "transactionIdentifier": "1000000000000005", "status": "CANCELED",
         "purchaseTime": "2026-01-11T19:30:00.000Z"},
        {"paymentSeq": "2025112010000001", "userID": "carol", "productIdentifier": "vip_month",
         "storeCode": "GG", "transactionIdentifier": "GPA.3375-2193-1175-57699",
         "status": "EXPIRED", "purchaseTime": "2025-11-20T00:00:00.000Z"},
        {"paymentSeq": "2026010510000001", "userID": "erin", "productIdentifier": "starter.pack",
         "storeCode": "ONESTORE", "consumed": true,
         "transactionIdentifier": "1000000000000006",
         "purchaseTime": "2026-01-05T10:00:00.000Z"},
        {"paymentSeq": "2026010610000001", "userID": "erin", "productIdentifier": "gem.100",
         "price": 6000, "currency": "KRW", "consumed": true,
         "transactionIdentifier": "1000000000000007",
         "purchaseTime": "2026-01-06T10:00:00.000Z"},
        {"paymentSeq": "2026011510000001", "userID": "frank", "productIdentifier": "gem.100",
         "state": "CHARGED", "transactionIdentifier": "1000000000000008",
         "purchaseTime": "2026-01-15T08:59:00.000Z"}
      ],
      "transactions": [
        {"userID": "carol", "productIdentifier": "chest.week",
         "transactionIdentifier": "1000000000000009",
         "originalTransactionIdentifier": "1000000000000009",
         "purchaseTime": "2026-01-13T00:00:00.000Z", "expiryTime": "2026-01-20T00:00:00.000Z",
         "applicationUsername": "carol"},
        {"userID": "frank", "productIdentifier": "gem.100",
         "transactionIdentifier": "1000000000000008", "originalTransactionIdentifier": null,
         "purchaseTime": "2026-01-15T08:59:00.000Z", "expiryTime": null,
         "applicationUsername": "frank"}
      ]
    }
    """
}

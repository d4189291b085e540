import IAPCore

/// Every operation, with success and with failures.
extension Scene {
  static let queries = [
    Scene(
      "products",
      { player in
        [
          await player.products(), await player.products("GG", "ONESTORE"),
          await player.products("EPIC"),
        ]
      },
      says:
        "gem.100, gem.550, vip.month, chest.week, coin_500, vip_month, starter.pack, skin.dragon, "
        + "gem.old",
      "coin_500, vip_month, starter.pack", ""),
    Scene(
      "unconsumed",
      { player in
        [
          await player.unconsumed("alice"), await player.unconsumed("Alice"),
          await player.unconsumed("alice") { $0.markets = ["GG"] },
          await player.unconsumed("alice") { $0.products = ["gem.100", "gem.550"] },
          await player.unconsumed("alice") { $0.payments = ["2026011410000001", "7"] },
          await player.unconsumed("alice") { $0.age = CalendarPeriod("2d") },
          await player.unconsumed("alice") { $0.limit = 1 },
          await player.unconsumed("alice") { $0.limit = 0 },
          await player.unconsumed(.everyone),
        ]
      },
      says: "2026011210000001, 2026011410000001", "", "2026011410000001", "2026011210000001",
      "2026011410000001", "2026011210000001", "2026011210000001", "",
      "2026011110000001, 2026011210000001, 2026011410000001"),
    Scene(
      "subscriptions",
      { player in
        [
          await player.subscriptions("bob"), await player.subscriptions("bob", .active, "GG"),
          await player.subscriptions("bob", .statuses([.canceled])),
          await player.subscriptions("carol"), await player.subscriptions("carol", .all),
          await player.subscriptions("nobody", .all),
        ]
      },
      says: "2026010110000001 ACTIVE, 2026011110000001 CANCELED", "",
      "2026011110000001 CANCELED", "", "2025112010000001 EXPIRED", ""),
    Scene(
      "a market is switched off", on: Seeds.switchedOff,
      { player in
        [
          await player.unconsumed("u"), await player.unconsumed("u") { $0.markets = ["AS"] },
          await player.unconsumed("nobody"), await player.products(),
          await player.products("AS"), await player.deferred("u"),
          await player.subscriptions("u", .all, "AS"), await player.purchase("gem", "u"),
          await player.consume("1"), await player.restore("u", "AS"),
          await player.reprocess("u", "AS"),
        ]
      },
      says: "2; AS: iap 2", "nobody; AS: iap 2", "", "coin; AS: iap 2", "nobody; AS: iap 2", "",
      "nobody; AS: iap 2", "iap 2", "iap 2", "purchases [], closed []; iap 2",
      "purchases [], closed []; iap 2"),
  ]

  static let consuming = [
    Scene(
      "a payment is consumed once",
      { player in
        [
          await player.consume("2026011210000001"), await player.consume("2026011210000001"),
          await player.unconsumed("alice"),
          await player.consume("2026011110000001", user: "bob"),
        ]
      },
      says: "1500 KRW 1000292", "iap 12 already", "2026011410000001", "2.29 EUR 1000295"),
    Scene(
      "a token, a user and a market must be the payment's",
      { player in
        [
          await player.consume("2026011210000001", token: "wrong"),
          await player.consume("2026011210000001", user: "bob"),
          await player.consume("2026011210000001", markets: ["GG"]),
          await player.consume(
            "2026011210000001", user: "alice", token: "sample-token-alice-1", markets: ["AS"]),
        ]
      },
      says: "iap 12", "iap 7", "iapctl paymentNotFound", "1500 KRW 1000292"),
    Scene(
      "what cannot be consumed",
      { player in
        [
          await player.consume("9"), await player.consume("2026010810000001"),
          await player.consume("2026010110000001"), await player.consume("2026011510000001"),
          await player.consume("2026011010000001"),
        ]
      },
      says: "iapctl paymentNotFound", "iap 13", "iap 13", "iap 13", "iap 12 already"),
    Scene(
      "what Google Play withholds while a subscription is not active",
      on: { try Seeds.subscriptions(["ACTIVE", "IN_GRACE_PERIOD", "ON_HOLD", "PAUSED"]) },
      { player in
        var said = [await player.unconsumed(.everyone)]
        for payment: Identifier in ["10", "11", "12", "13", "21", "22", "23"] {
          said.append(await player.consume(payment))
        }
        return said
      },
      says: "10, 20, 21, 22, 23", "2.29 EUR 1000001", "iap 13", "iap 13", "iap 13",
      "2.29 EUR 1000002",
      "2.29 EUR 1000002", "2.29 EUR 1000002"),
  ]

  static let buying = [
    Scene(
      "purchases",
      { player in
        [
          await player.purchase("gem.550", "bob") { request in
            request.payload = "é e\u{301} \u{0} \u{202E} \"\\/ 😀"
            request.isSandbox = true
          },
          await player.purchase("vip_month", "erin", "GG"),
          await player.purchase("chest.week", "él") { $0.isPromotion = true },
          await player.unconsumed("e\u{301}l"), await player.unconsumed("él"),
          await player.unconsumed("bob"), await player.subscriptions("erin"),
        ]
      },
      says: "completed 2026011510000002", "completed 2026011510000003",
      "completed 2026011510000004", "", "2026011510000004",
      "2026011110000001, 2026011510000002", "2026011510000003 ACTIVE"),
    Scene(
      "promotions that are kept",
      { player in
        [
          await player.purchase("coin_500", "bob", "GG") { request in
            (request.isPromotion, request.isDeferred) = (true, true)
          },
          await player.deferred("bob"), await player.deferred("bob", "AS"),
          await player.purchase("coin_500", "bob", "GG"), await player.deferred("bob"),
        ]
      },
      says: "deferred coin_500", "coin_500", "", "completed 2026011510000002", ""),
    Scene(
      "what cannot be bought",
      { player in
        [
          await player.purchase("nothing", "bob"), await player.purchase("coin_500", "bob"),
          await player.purchase("gem.old", "bob"), await player.purchase("skin.dragon", "bob"),
          await player.purchase("vip.month", "bob"), await player.purchase("gem.100", "dave"),
          await player.purchase("gem.100", "frank"),
          await player.purchase("gem.100", "erin"), await player.purchase("gem.100", "erin"),
        ]
      },
      says: "iap 3", "iap 3", "iap 3", "iap 3", "iap 5", "iap 17", "iap 6", "iap 18", "iap 18"),
    Scene(
      "purchases that end otherwise",
      { player in
        var said: [Said] = []
        for simulation in PurchaseRequest.Simulation.allCases {
          said.append(await player.purchase("gem.550", "bob") { $0.simulation = simulation })
        }
        return said + [await player.purchase("gem.550", "bob")]
      },
      says: "iap 9", "iap 10", "iap 11", "interrupted 2026011510000005", "iap 17", "iap 6", "iap 6",
      "iap 6"),
    Scene(
      "purchases that wait",
      { player in
        [
          await player.purchase("gem.550", "bob") { $0.simulation = .pending },
          await player.purchase("gem.550", "bob") { $0.simulation = .reserved },
          await player.purchase("gem.550", "bob"), await player.reprocess("bob"),
          await player.purchase("gem.550", "bob"),
        ]
      },
      says: "pending 2026011510000002", "reserved 2026011510000003", "iap 6",
      "purchases [], closed [2026011510000003]", "completed 2026011510000004"),
  ]

  static let completing = [
    Scene(
      "an SDK that cannot verify a purchase", on: Seeds.verifiesV2,
      { player in
        [
          await player.reprocess("u", sdk: SDKVersion("1.6.2")),
          await player.purchase("gem", "v") { $0.sdk = SDKVersion("1.6.2") },
          await player.purchase("gem", "w") { $0.sdk = SDKVersion("1.7.1") },
          await player.purchase("gem", "w") { $0.sdk = SDKVersion("1.9.0") },
          await player.unconsumed("w"),
        ]
      },
      says: "purchases [], closed []; iap 11", "iap 11", "completed 2026011510000002",
      "completed 2026011510000003", "2026011510000002, 2026011510000003"),
    Scene(
      "restore",
      { player in
        [
          await player.restore("carol"), await player.restore("carol"),
          await player.unconsumed("carol"), await player.restore("dave"),
          await player.restore("carol", "GG"), await player.restore("nobody"),
          await player.restore("bob"),
        ]
      },
      says: "purchases [2025112010000001, 2026011310000001], closed []",
      "purchases [2025112010000001, 2026011310000001], closed []", "2026011310000001", "iap 16",
      "purchases [2025112010000001], closed []", "purchases [], closed []",
      "purchases [2026010110000001, 2026011110000001], closed []"),
    Scene(
      "reprocess",
      { player in
        [
          await player.reprocess("frank", "GG"), await player.reprocess("frank"),
          await player.unconsumed("frank"), await player.reprocess("frank"),
        ]
      },
      says: "purchases [], closed []",
      "purchases [2026011510000001], closed []", "2026011510000001",
      "purchases [], closed []"),
    Scene(
      "what cannot be completed", on: Seeds.broken,
      { player in [await player.reprocess("u"), await player.restore("u")] },
      says: "purchases [], closed [8]; iap 14; iap 4; iap 8; iap 7; iap 15",
      "purchases [], closed []"),
  ]
}

import IAPBatch
import IAPCore
import Languages
import TestSupport
import Testing
import Text

@testable import IAPMessages

/// The sentences of `consume` and of lists: their text, and what in it is a value and not a word.
struct EnglishTests {
  private static let (gem, place) = (MessageExamples.gem, MessageExamples.place)
  private static let unsent = MessageExamples.unsent

  private static func scope(
    _ count: Int, _ payment: Identifier? = nil, users: Int = 1, markets: [StoreCode] = []
  ) -> ConsumeMessages.Scope {
    MessageExamples.scope(count, payment, users: users, markets: markets)
  }

  private typealias Sample = (Sentence, text: String, values: [String])

  private static let samples: [Sample] = [
    (
      ConsumeMessages.question(scope(1, "7")),
      "Consume payment 7 of user alice (fixture store s.db, a simulation)?",
      ["7", "alice", "s.db"]
    ),
    (
      ConsumeMessages.question(scope(2, markets: ["AS"])),
      "Consume 2 payments of user alice in market AS (fixture store s.db, a simulation)?",
      ["2", "alice", "AS", "s.db"]
    ),
    (
      ConsumeMessages.question(scope(3, users: 2, markets: ["AS", "GG"])),
      "Consume 3 payments of 2 users in markets AS, GG (fixture store s.db, a simulation)?",
      ["3", "2", "AS, GG", "s.db"]
    ),
    (ConsumeMessages.question(scope(1, users: 0)), "Consume 1 payment?", ["1"]),
    (ConsumeMessages.product(gem), "product gem.100, KRW 1,500", ["gem.100", "KRW 1,500"]),
    (ConsumeMessages.product(Purchase(paymentSeq: "7")), "product unknown, price unknown", []),
    (
      ConsumeMessages.payment(gem, namesUser: true),
      "payment 7 of user alice: product gem.100, KRW 1,500",
      ["7", "alice", "gem.100", "KRW 1,500"]
    ),
    (ConsumeMessages.morePayments(4), "and 4 more", ["4"]),
    (
      ConsumeMessages.sum(.init(currency: "KRW", amount: "750000", count: 500)),
      "KRW 750,000 (500 payments)",
      ["KRW", "750,000", "500"]
    ),
    (
      ConsumeMessages.sum(.init(currency: "", amount: "1", count: 1)),
      "without currency 1 (1 payment)",
      ["1", "1"]
    ),
    (
      ConsumeMessages.sum(.init(currency: "", amount: nil, count: 2)), "price unknown (2 payments)",
      ["2"]
    ),
    (
      ConsumeMessages.nothingWouldBeConsumed(place, unsent: ConsumeSummary()),
      "nothing would be consumed (fixture store s.db, a simulation)", ["s.db"]
    ),
    (
      ConsumeMessages.nothingWouldBeConsumed(nil, unsent: unsent),
      "nothing would be consumed; 3 would not be sent (2 already-consumed, 1 not-sent)",
      ["3", "2", "1"]
    ),
    (
      ConsumeMessages.outcomes(unsent, place),
      "2 already-consumed, 1 not-sent (fixture store s.db, a simulation)",
      ["2", "1", "s.db"]
    ),
    (
      ConsumeMessages.settleOtherwise("7", .tokenMissing("7")),
      "payment 7 may have been consumed; to settle it, add --user ID (or --token-file FILE)",
      ["7"]
    ),
    (
      IAPError.PaymentProblem.consumedEarlier(command: "X", after: nil),
      "do not grant again; to see when and by whom it was consumed: X", ["X"]
    ),
    (
      ConsumeMessages.unknownAndUnlisted(1, only: "7", command: "X"),
      "payment 7 is still unknown and in no unconsumed list: do not grant; list such payments with: X",
      ["7", "X"]
    ),
    (
      ConsumeMessages.unknownAndUnlisted(2, only: nil, command: "X"),
      "2 payments are still unknown and in no unconsumed list: do not grant; list such payments "
        + "with: X", ["2", "X"]
    ),
    (
      ConsumeMessages.marketNotAsked("GG", isAnyDone: false, command: "X"),
      "market GG could not be asked; nothing was consumed; to consume its payments: X", ["GG", "X"]
    ),
    (
      ConsumeMessages.settleAll(isTokenGone: false, command: "X"),
      "settle them with: X", ["X"]
    ),
    (
      ConsumeMessages.settle("7", isTokenGone: false, command: "X"),
      "payment 7 may have been consumed; settle it with: X", ["7", "X"]
    ),
  ]

  @Test(arguments: samples.indices)
  func `A sentence of consume keeps its values apart from its words`(index: Int) {
    let (message, text, values) = Self.samples[index]
    expect(message, text, values)
  }

  @Test(
    arguments: [
      (EmptyList(of: .products).sentence, "no products", []),
      (

        EmptyList(
          of: .unconsumedPurchases, users: ["alice"], markets: ["AS", "GG"], place: place
        ).sentence,
        "no unconsumed purchases of user alice in markets AS, GG (fixture store s.db, a simulation)",
        ["alice", "AS, GG", "s.db"]
      ),
      (
        EmptyList(of: .subscriptions, users: ["a", "b"]).sentence,
        "no subscriptions of 2 users",
        ["2"]
      ),
      (ListMessages.interrupted(1, command: "X"), "1 interrupted purchase: X", ["1", "X"]),
      (ListMessages.interrupted(2, command: "X"), "2 interrupted purchases: X", ["2", "X"]),
      (ListMessages.count(8), "8 in all", ["8"]),
      (
        ListMessages.payments(2, [.init(currency: "KRW", amount: "3000", count: 2)]),
        "2 payments: KRW 3,000", ["2", "KRW", "3,000"]
      ),
    ] as [(Sentence, String, [String])])
  func `A sentence of a list keeps its values apart from its words`(
    message: Sentence, text: String, values: [String]
  ) {
    expect(message, text, values)
  }

  private func expect(_ sentence: Sentence, _ text: String, _ values: [String]) {
    #expect(sentence.text == text)
    #expect(sentence.values() == values)
  }
}

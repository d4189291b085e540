import IAPCore
import JSON

extension SeedList {
  static let faults = SeedList(
    "faults", of: "fault",
    summary:
      "Simulated failures. A use is a call that matches the fault's user, product, payment and market. Each "
      + "has one of code, http, serverCode and cut, or only a delay. The last three are what a server answers; on a store, "
      + "they are the error that a client would make of it.",
    [
      .required(
        "on", .word(of: IAPOperation.names),
        "products, purchase, unconsumed, consume, subscriptions, restore or reprocess",
        column: "operation", source: "fault.operation"),
      .optional(
        "domain", .word(of: PlannedFault.Domain.allCases.map(\.text)),
        "of the code: com.nhncloud.iap or com.nhncloud.http; default: com.nhncloud.iap"),
      .optional(
        "code", number(from: 0),
        "the error: 0 to 18 of com.nhncloud.iap, 100 to 107 of com.nhncloud.http"),
      .optional(
        "after", .flag,
        "true: the operation is applied, and only its answer is lost (exit 7); not for queries; "
          + "default: false"),
      .optional("skip", number(from: 0), "the number of uses that succeed first; default: 0"),
      .optional(
        "times", number(from: 1), "the number of uses that fail after that; default: 1"),
      .optional("used", number(from: 0), "the number of uses so far; default: 0"),
      .optional("product", .name, "only uses with this product; default: null (any product)"),
      .optional("user", .name, "only uses by this user; default: null (any user)"),
      .optional(
        "payment", .paymentSeq,
        "only uses with this payment, with consume only; default: null (any payment)"),
      .optional("storeCode", .storeCode, "only uses in this market; default: null (any market)"),
      .optional(
        "delay", .duration,
        "how long a server waits before it answers, such as 200ms; without a failure it delays the right "
          + "answer; default: null"),
      .optional("http", number(from: 0), "the HTTP status of the answer, 201 to 599"),
      .optional(
        "retryAfter", .text,
        "with http: the header Retry-After, in seconds or as a date; default: null"),
      .optional(
        "serverCode", number(from: Int64(Int32.min)),
        "the result code of the answer, such as 5018 or 9999; the operation is not applied, unless "
          + "after is true"),
      .optional(
        "cut", number(from: 0),
        "the operation is applied, and its answer ends after so many bytes of its body"),
    ]
  ) { new throws(JSONProblem) in _ = try PlannedFault(new) }

  private static func number(from lowest: Int64) -> JSONCodec<Int64> { .number(from: lowest) }
}

extension PlannedFault {
  /// - Parameter new: an element of ``SeedList/faults``.
  init(_ new: SeedRecord) throws(JSONProblem) {
    let failures = ["code", "http", "serverCode", "cut"].filter { new[$0] != nil }
    if failures.count > 1 {
      throw JSONProblem(place: failures[1], problem: "not allowed with \(failures[0])")
    }
    for (key, other) in [("domain", "code"), ("retryAfter", "http")]
    where new[key] != nil && new[other] == nil {
      throw JSONProblem(place: key, problem: "only with \(other)")
    }
    self.init()
    for (field, value) in zip(Self.fields, new.values) {
      if let value { field.set(&self, field.kind.content(value)) }
    }
    if let problem { throw JSONProblem(place: problem.key, problem: problem.text) }
  }
}

extension StoreSession {
  package func insertFaults(of seed: SeedText) throws {
    try seed.reading { try seed.each(.faults) { try insert(PlannedFault($0)) } }
  }
}

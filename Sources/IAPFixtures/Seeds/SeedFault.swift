import IAPCore
import JSON

struct SeedFault: SeedElement {
  private var operation = ""
  private var domain: String?
  private var code: Int64 = 0
  private var isAfter = false
  private var skip: Int64 = 0
  private var times: Int64 = 1
  private var used: Int64 = 0
  private var product: Identifier?
  private var user: Identifier?
  private var delay: CalendarPeriod?

  static let fields = JSONFields(
    SeedFault(), named: "faults",
    summary: "Simulated failures. A use is a call that matches the fault's user and product.",
    reading: .file,
    [
      .required(
        "on", \.operation, .word(of: IAPOperation.allCases.map(\.rawValue)),
        "products, purchase, unconsumed, consume, subscriptions, restore or reprocess"),
      .optional(
        "domain", \.domain, .word(of: PlannedFault.Domain.allCases.map(\.text)),
        "com.nhncloud.iap or com.nhncloud.http; default: com.nhncloud.iap"),
      .required(
        "code", \.code, .number(from: 0),
        "0 to 18 of com.nhncloud.iap, 100 to 107 of com.nhncloud.http"),
      .defaulted(
        "after", \.isAfter, .flag,
        "true: the operation is applied, and only its answer is lost (exit 7); not for queries; "
          + "default: false"),
      .defaulted(
        "skip", \.skip, .number(from: 0), "the number of uses that succeed first; default: 0"),
      .defaulted(
        "times", \.times, .number(from: 1), "the number of uses that fail after that; default: 1"),
      .defaulted("used", \.used, .number(from: 0), "the number of uses so far; default: 0"),
      .optional(
        "product", \.product, .identifier,
        "only uses with this product; default: null (any product)"),
      .optional(
        "user", \.user, .identifier, "only uses by this user; default: null (any user)"),
      .optional(
        "delay", \.delay, .duration, "how long a server waits before it answers; default: null"),
    ])

  func check() throws(JSONProblem) { _ = try planned() }

  func planned() throws(JSONProblem) -> PlannedFault {
    do throws(PlannedFault.Problem) {
      return try PlannedFault(
        on: IAPOperation(rawValue: operation) ?? .products,
        domain: domain.flatMap { PlannedFault.Domain(text: $0) } ?? .iap, code: code,
        isAfter: isAfter, skip: skip, times: times, used: used, product: product, user: user,
        delay: delay)
    } catch {
      throw JSONProblem(place: error.key, problem: error.text)
    }
  }
}

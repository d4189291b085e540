package import IAPCore
import JSON
import SQLite

/// A failure that a store simulates.
package struct PlannedFault: Hashable, Sendable {
  /// The domain of the error. The raw value is its name on the command line.
  package enum Domain: String, Sendable, CaseIterable {
    case iap, http

    /// The domain as it is in output and seeds.
    package var text: String { self == .iap ? ErrorDomain.iap.text : ErrorDomain.http.text }

    /// The numbers of a domain have no gaps.
    package var codes: ClosedRange<Int64> {
      let numbers =
        self == .iap ? IAPCode.allCases.map(\.rawValue) : HTTPCode.allCases.map(\.rawValue)
      return Int64(numbers.min() ?? 0)...Int64(numbers.max() ?? 0)
    }

    init?(text: String) {
      guard let domain = Self.allCases.first(where: { $0.text == text }) else { return nil }
      self = domain
    }
  }

  /// How a call fails.
  package enum Failure: Hashable, Sendable {
    case error(Domain, Int64)
    /// An HTTP status of the server, and its header `Retry-After`.
    case status(Int64, retryAfter: String? = nil)
    case serverCode(Int64)
    /// The operation is applied, and the answer of the server ends after so many bytes.
    case cut(after: Int64)
    /// It does not fail: the right answer of a server is late.
    case slow
  }

  package private(set) var operation: IAPOperation
  package private(set) var failure: Failure
  /// True if the operation is executed and only its response is lost.
  package private(set) var isAfter: Bool
  /// The number of uses that succeed first.
  package private(set) var skip: Int64
  /// The number of uses that fail after that.
  package private(set) var times: Int64
  /// The number of uses so far.
  package private(set) var used: Int64
  /// Only uses with this product; nil for any.
  package private(set) var product: Identifier?
  /// Only uses by this user; nil for any.
  package private(set) var user: Identifier?
  /// Only uses with this payment; nil for any.
  package private(set) var payment: Identifier?
  /// Only uses in this market; nil for any.
  package private(set) var market: StoreCode?
  /// How long a server waits before it responds.
  package private(set) var delay: CalendarPeriod?

  /// A value that a fault cannot have.
  package struct Problem: Error, Equatable {
    /// The key in a seed, which is also the name of the option.
    package let key: String
    package let text: String
  }

  package init(
    on operation: IAPOperation, _ failure: Failure, isAfter: Bool = false, skip: Int64 = 0,
    times: Int64 = 1, used: Int64 = 0, product: Identifier? = nil, user: Identifier? = nil,
    payment: Identifier? = nil, market: StoreCode? = nil, delay: CalendarPeriod? = nil
  ) throws(Problem) {
    (self.operation, self.failure, self.isAfter) = (operation, failure, isAfter)
    (self.skip, self.times, self.used) = (skip, times, used)
    (self.product, self.user, self.payment, self.delay) = (product, user, payment, delay)
    self.market = market
    if let problem { throw problem }
  }

  /// What the values of the fault exclude.
  var problem: Problem? {
    if let problem = failure.problem { return problem }
    if failure == .slow {
      if delay == nil {
        return Problem(key: "code", text: "missing, and http, serverCode, cut and delay too")
      }
      if isAfter { return Problem(key: "after", text: "only with a failure") }
    }
    if isAfter, operation.isQuery {
      return Problem(
        key: "after", text: "not possible for a query, because a query applies nothing")
    }
    if isAfter, case .cut = failure {
      return Problem(key: "after", text: "not with cut, which always applies the operation")
    }
    if payment != nil, !operation.hasPayment {
      return Problem(
        key: "payment",
        text: "only with consume and payment/transaction: no other call has a payment")
    }
    return nil
  }

  mutating func countUse() { if used < .max { used += 1 } }

  var executesOperation: Bool { isAfter || cutsAnswer }

  /// Whether also the answer to a call that is refused anyway is lost.
  var cutsAnswer: Bool { if case .cut = failure { true } else { false } }

  /// Applies the fault to a call.
  ///
  /// - Returns: the error that a client would get. Nil if a server cuts the answer, which must be made
  ///   then, or only waits.
  func apply(to operation: IAPOperation, payment: Identifier?) -> IAPError? {
    let server = AppliedFaults.current
    server?.add(self)
    if server != nil, cutsAnswer { return nil }
    if failure == .slow { return nil }
    let isChange = !operation.isQuery
    let reason: IAPError.Reason =
      executesOperation && isChange
      ? .answerLost(operation: operation.rawValue) : .fault(operation: operation.rawValue)
    let outcome = executesOperation && isChange ? IAPError.Outcome.unknown : .notApplied
    return switch failure {
    case .error(.iap, let code):
      IAPError(.iap(IAPCode(rawValue: Int(code)) ?? .unknown), reason, outcome: outcome)
    case .error(.http, let code):
      IAPError(.http(HTTPCode(rawValue: Int(code)) ?? .requestFailed), reason, outcome: outcome)
    case .status(let status, _): .status(Int(status), isChange: isChange, reason: reason)
    case .serverCode(let code):
      .resultCode(Int(code), reason, payment: payment, isChange: isChange)
    case .cut, .slow: IAPError(.http(.networkNotAvailable), reason, outcome: outcome)
    }
  }
}

extension PlannedFault.Failure {
  /// The longest `Retry-After`, in bytes: more than any date.
  private static let longestWait = 100
  package static let statuses = 201...599
  package static let serverCodes = Int(Int32.min)...Int(Int32.max)
  package static let bytes = 0...Int(Int32.max)

  fileprivate var problem: PlannedFault.Problem? {
    switch self {
    case .error(let domain, let code):
      let codes = domain.codes
      if codes.contains(code) { return nil }
      return PlannedFault.Problem(
        key: "code",
        text: "\(code) is not a code of \(domain.text): it has \(codes.lowerBound) to "
          + "\(codes.upperBound)")
    case .status(let status, let wait):
      if let wait, !Self.isHeader(wait) {
        return PlannedFault.Problem(key: "retryAfter", text: "not the value of a header")
      }
      return Self.problem("http", status, Self.statuses)
    case .serverCode(0):
      return PlannedFault.Problem(key: "serverCode", text: "0 is the code of a success")
    case .serverCode(let code): return Self.problem("serverCode", code, Self.serverCodes)
    case .cut(let bytes): return Self.problem("cut", bytes, Self.bytes)
    case .slow: return nil
    }
  }

  private static func problem(
    _ key: String, _ number: Int64, _ range: ClosedRange<Int>
  ) -> PlannedFault.Problem? {
    guard !range.contains(Int(number)) else { return nil }
    return PlannedFault.Problem(
      key: key, text: "\(number) is not a number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// Whether a text can be the value of the header `Retry-After`: visible ASCII.
  package static func isHeader(_ text: String) -> Bool {
    (1...longestWait).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}

/// A fault in seeds, in output and in the table `fault`.
extension PlannedFault {
  /// The keys of a fault in a seed, in the order of ``SeedList/faults``.
  package static let fields: [Field<PlannedFault>] =
    [
      Field(
        always: "on", { $0.operation.rawValue },
        { $0.operation = IAPOperation(name: $1) ?? $0.operation }),
      Field(
        "domain", { $0.failure.domain?.text },
        { fault, text in
          if let domain = text.flatMap({ Domain(text: $0) }) { fault.failure = .error(domain, 0) }
        }),
      Field(
        "code", { $0.failure.code },
        { if let code = $1 { $0.failure = .error($0.failure.domain ?? .iap, code) } }),
      Field(always: "after", { $0.isAfter }, { $0.isAfter = $1 }),
      Field(always: "skip", { $0.skip }, { $0.skip = $1 }),
      Field(always: "times", { $0.times }, { $0.times = $1 }),
      Field(always: "used", { $0.used }, { $0.used = $1 }),
      Field("product", { $0.product }, { $0.product = $1 }),
      Field("user", { $0.user }, { $0.user = $1 }),
      Field("payment", { $0.payment }, { $0.payment = $1 }),
      Field("storeCode", { $0.market }, { $0.market = $1 }),
      Field("delay", { $0.delay }, { $0.delay = $1 }),
    ] + ofServers

  /// What a server answers.
  private static let ofServers: [Field<PlannedFault>] = [
    Field(
      "http", { if case .status(let status, _) = $0.failure { status } else { nil } },
      { if let status = $1 { $0.failure = .status(status) } }),
    Field(
      "retryAfter", { if case .status(_, let wait) = $0.failure { wait } else { nil } },
      { fault, wait in
        if let wait, case .status(let status, _) = fault.failure {
          fault.failure = .status(status, retryAfter: wait)
        }
      }),
    Field(
      "serverCode", { if case .serverCode(let code) = $0.failure { code } else { nil } },
      { if let code = $1 { $0.failure = .serverCode(code) } }),
    Field(
      "cut", { if case .cut(let bytes) = $0.failure { bytes } else { nil } },
      { if let bytes = $1 { $0.failure = .cut(after: bytes) } }),
  ]

  static func column(of field: Field<PlannedFault>) -> String {
    field.name == "on" ? "operation" : field.name
  }

  /// The columns of a row that ``init(_:)`` reads.
  static let selection = fields.map { "\(column(of: $0)) AS \"\($0.name)\"" }
    .joined(separator: ", ")

  /// A fault whose fields are set one by one.
  init() {
    (operation, failure, isAfter) = (.products, .slow, false)
    (skip, times, used) = (0, 1, 0)
  }

  /// - Parameter row: a row of the table, which has checked the values.
  init(_ row: Row) {
    self.init()
    row.read(Self.fields, into: &self)
  }
}

extension PlannedFault.Failure {
  fileprivate var domain: PlannedFault.Domain? {
    if case .error(let domain, _) = self { domain } else { nil }
  }

  fileprivate var code: Int64? { if case .error(_, let code) = self { code } else { nil } }
}

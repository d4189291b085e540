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

  package private(set) var operation: IAPOperation
  package private(set) var domain: Domain
  package private(set) var number: Int64
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
  /// How long a server waits before it responds.
  package private(set) var delay: CalendarPeriod?

  /// A value that a fault cannot have.
  package struct Problem: Error, Equatable {
    /// The key in a seed, which is also the name of the option.
    package let key: String
    package let text: String
  }

  package init(
    on operation: IAPOperation, domain: Domain = .iap, code number: Int64, isAfter: Bool = false,
    skip: Int64 = 0, times: Int64 = 1, used: Int64 = 0, product: Identifier? = nil,
    user: Identifier? = nil, delay: CalendarPeriod? = nil
  ) throws(Problem) {
    guard domain.codes.contains(number) else {
      let codes = domain.codes
      throw Problem(
        key: "code",
        text: "\(number) is not a code of \(domain.text): it has \(codes.lowerBound) to "
          + "\(codes.upperBound)")
    }
    guard !isAfter || !operation.isQuery else {
      throw Problem(
        key: "after", text: "not possible for a query, because a query applies nothing")
    }
    (self.operation, self.domain, self.number) = (operation, domain, number)
    (self.isAfter, self.skip, self.times, self.used) = (isAfter, skip, times, used)
    (self.product, self.user, self.delay) = (product, user, delay)
  }

  func error(of operation: IAPOperation) -> IAPError {
    guard isAfter else { return IAPError(code, .fault(operation: operation.rawValue)) }
    return IAPError(code, .answerLost(operation: operation.rawValue), outcome: .unknown)
  }

  private var code: IAPError.Code {
    switch domain {
    case .iap: .iap(IAPCode(rawValue: Int(number)) ?? .unknown)
    case .http: .http(HTTPCode(rawValue: Int(number)) ?? .requestFailed)
    }
  }
}

/// A fault in seeds, in output and in the table `fault`.
extension PlannedFault {
  /// The keys of a fault in a seed, in their order.
  package static let fields: [Field<PlannedFault>] = [
    Field(
      always: "on", { $0.operation.rawValue },
      { $0.operation = IAPOperation(rawValue: $1) ?? $0.operation }),
    Field(always: "domain", { $0.domain.text }, { $0.domain = Domain(text: $1) ?? $0.domain }),
    Field(always: "code", { $0.number }, { $0.number = $1 }),
    Field(always: "after", { $0.isAfter }, { $0.isAfter = $1 }),
    Field(always: "skip", { $0.skip }, { $0.skip = $1 }),
    Field(always: "times", { $0.times }, { $0.times = $1 }),
    Field(always: "used", { $0.used }, { $0.used = $1 }),
    Field("product", { $0.product }, { $0.product = $1 }),
    Field("user", { $0.user }, { $0.user = $1 }),
    Field(
      "delay", { $0.delay?.description }, { $0.delay = $1.flatMap { CalendarPeriod($0) } }),
  ]

  static func column(of field: Field<PlannedFault>) -> String {
    field.name == "on" ? "operation" : field.name
  }

  /// The columns of a row that ``init(_:)`` reads.
  static let selection = fields.map { "\(column(of: $0)) AS \"\($0.name)\"" }
    .joined(separator: ", ")

  /// - Parameter row: a row of the table, which has checked the values.
  init(_ row: Row) {
    (operation, domain, number, isAfter) = (.products, .iap, 0, false)
    (skip, times, used) = (0, 1, 0)
    row.read(Self.fields, into: &self)
  }
}

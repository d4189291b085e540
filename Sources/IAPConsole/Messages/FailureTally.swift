package import IAPCore

/// What failed in a command that works on many things: all of it for the exit status, and the
/// first few to be told, equal ones together. A million failures take no more memory than twenty.
package struct FailureTally: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// What the failures are among.
  package enum Things: Sendable {
    /// Parts of one answer, each of which can be used without the others: markets, mostly.
    case markets
    /// Payments that were to be consumed.
    case payments
  }

  /// Failures that differ in nothing but the payment.
  package struct Group: Equatable, Sendable {
    /// The first of them.
    package let error: IAPError
    package fileprivate(set) var count = 1
    /// The first few payments, if the failures are of payments.
    package fileprivate(set) var payments: [Identifier]
  }

  /// How many groups are told at most.
  package static let most = 20
  /// How many payments of a group are named.
  private static let mostPayments = 3

  package private(set) var groups: [Group] = []
  /// How many failures are in no group; those that stand in a row count once.
  package private(set) var suppressed = 0
  /// What the command would exit with for each of them alone.
  package private(set) var statuses: Set<ExitStatus> = []
  /// The group of each kind of failure.
  private var places: [IAPError: Int] = [:]

  package init(_ errors: [IAPError] = []) { errors.forEach { add($0) } }

  package init(arrayLiteral errors: IAPError...) { self.init(errors) }

  package var isEmpty: Bool { statuses.isEmpty }

  /// Adds a failure that is of no payment; the same one again changes nothing.
  package mutating func add(_ error: IAPError) {
    statuses.insert(ExitStatus(of: error))
    guard places[error] == nil else { return }
    begin(Group(error: error, payments: []), as: error)
  }

  /// Adds the failure of a payment.
  package mutating func add(_ error: IAPError, of payment: Identifier) {
    let error = error.about(paymentSeq: payment)
    statuses.insert(ExitStatus(of: error))
    let kind = error.masking(payment)
    guard let place = places[kind] else {
      return begin(Group(error: error, payments: [payment]), as: kind)
    }
    groups[place].count += 1
    if groups[place].payments.count < Self.mostPayments { groups[place].payments.append(payment) }
  }

  package mutating func add(_ other: FailureTally) {
    for (kind, place) in other.places.sorted(by: { $0.value < $1.value }) {
      let group = other.groups[place]
      if let own = places[kind] {
        guard !group.payments.isEmpty else { continue }
        groups[own].count += group.count
        groups[own].payments = Array(
          (groups[own].payments + group.payments).prefix(Self.mostPayments))
      } else {
        begin(group, as: kind)
      }
    }
    suppressed += other.suppressed
    statuses.formUnion(other.statuses)
  }

  private mutating func begin(_ group: Group, as kind: IAPError) {
    guard groups.count < Self.most else {
      suppressed += group.count
      return
    }
    places[kind] = groups.count
    groups.append(group)
  }
}

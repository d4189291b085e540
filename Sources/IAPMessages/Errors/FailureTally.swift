import CommandLine
package import IAPCore
import JSON

/// The failures of a command with many parts. It keeps all statuses, for the exit status, and the
/// first groups of equal failures, for the messages. Its memory does not grow with the number of
/// failures.
package struct FailureTally: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// The parts of the command.
  package enum CountedNoun: Sendable {
    /// Parts that can be used without the others, such as the lists of several markets.
    case markets
    /// Payments to consume.
    case payments
  }

  /// Failures that differ only in the payment.
  package struct Group: Equatable, Sendable {
    /// The first failure.
    package let error: IAPError
    package fileprivate(set) var count = 1
    /// The first payments; empty if the failures do not concern payments.
    package fileprivate(set) var payments: [Identifier]
    /// The lines of these payments, if they are of a file.
    package fileprivate(set) var lines: [Int] = []
    /// The user of all these payments; nil if there are several, or if none is known.
    package fileprivate(set) var user: Identifier?
  }

  /// The maximum number of groups.
  package static let maximumGroups = 20
  /// The maximum number of payments that a message names.
  private static let maximumNamedPayments = 3
  /// The maximum number of lines that a message names.
  private static let maximumNamedLines = 20

  package private(set) var groups: [Group] = []
  /// The number of failures that belong to no group.
  package private(set) var suppressed = 0
  /// The exit status of each failure alone.
  package private(set) var statuses: [ExitStatus] = []
  /// The error of each group without its payment.
  private var kinds: [IAPError] = []

  package init(_ errors: [IAPError] = []) { errors.forEach { add($0) } }

  package init(arrayLiteral errors: IAPError...) { self.init(errors) }

  package var isEmpty: Bool { statuses.isEmpty }

  /// Adds a failure that does not concern a payment. An equal one is counted once.
  package mutating func add(_ error: IAPError) {
    note(ExitStatus(of: error))
    guard !kinds.contains(error) else { return }
    begin(Group(error: error, payments: []), as: error)
  }

  /// - Parameter line: that of the payment in its file.
  package mutating func add(
    _ error: IAPError, of payment: Identifier, line: Int? = nil, user: Identifier? = nil
  ) {
    let error = error.about(paymentSeq: payment)
    note(ExitStatus(of: error))
    let kind = error.masking(payment)
    guard let index = kinds.firstIndex(of: kind) else {
      return begin(
        Group(error: error, payments: [payment], lines: line.map { [$0] } ?? [], user: user),
        as: kind)
    }
    groups[index].count += 1
    if groups[index].user != user { groups[index].user = nil }
    if groups[index].payments.count < Self.maximumNamedPayments {
      groups[index].payments.append(payment)
    }
    if let line, groups[index].lines.count < Self.maximumNamedLines {
      groups[index].lines.append(line)
    }
  }

  package mutating func add(_ other: FailureTally) {
    for (kind, group) in zip(other.kinds, other.groups) {
      if let own = kinds.firstIndex(of: kind) {
        guard !group.payments.isEmpty else { continue }
        groups[own].count += group.count
        if groups[own].user != group.user { groups[own].user = nil }
        groups[own].payments = Array(
          (groups[own].payments + group.payments).prefix(Self.maximumNamedPayments))
        groups[own].lines = Array(
          (groups[own].lines + group.lines).prefix(Self.maximumNamedLines))
      } else {
        begin(group, as: kind)
      }
    }
    suppressed += other.suppressed
    other.statuses.forEach { note($0) }
  }

  private mutating func note(_ status: ExitStatus) {
    if !statuses.contains(status) { statuses.append(status) }
  }

  private mutating func begin(_ group: Group, as kind: IAPError) {
    guard groups.count < Self.maximumGroups else {
      suppressed += group.count
      return
    }
    kinds.append(kind)
    groups.append(group)
  }
}

package import IAPCore

/// What failed in a command that works on many things: all of it for the exit status, and the
/// first few, each once, to be told. A million failures take no more memory than twenty.
package struct FailureTally: Equatable, Sendable, ExpressibleByArrayLiteral {
  /// What the failures are among.
  package enum Things: Sendable {
    /// Parts of one answer, each of which can be used without the others: markets, mostly.
    case markets
    /// Payments that were to be consumed.
    case payments
  }

  /// How many are told at most.
  package static let most = 20

  /// The first of them, each once.
  package private(set) var told: [IAPError] = []
  /// How many different ones are not told; those that stand in a row count once.
  package private(set) var untold = 0
  /// What the command would exit with for each of them alone.
  package private(set) var statuses: Set<ExitStatus> = []

  package init(_ errors: [IAPError] = []) { errors.forEach { add($0) } }

  package init(arrayLiteral errors: IAPError...) { self.init(errors) }

  package var isEmpty: Bool { told.isEmpty }

  package mutating func add(_ error: IAPError) {
    statuses.insert(ExitStatus(of: error))
    guard !told.contains(where: { $0.isAlike(error) }) else { return }
    if told.count < Self.most {
      told.append(error)
    } else {
      untold += 1
    }
  }

  package mutating func add(_ other: FailureTally) {
    other.told.forEach { add($0) }
    untold += other.untold
    statuses.formUnion(other.statuses)
  }
}

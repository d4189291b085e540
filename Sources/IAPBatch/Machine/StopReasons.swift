import IAPCore

/// Why a batch stops sending: a signal, or a failure that every further payment would have too.
struct StopReasons: Hashable, Sendable {
  /// A person or the system asked to stop.
  private(set) var asked: IAPError?
  private var halted: IAPError?

  /// Nil while there is no reason.
  var reason: IAPError? { halted ?? asked }

  /// Whether settling stops too: a stop was asked for, or the results cannot be written.
  var endsSettling: Bool { asked != nil || halted?.code == .iapctl(.outputNotWritten) }

  /// Stops the batch because of a failure. The first one is kept as the reason.
  mutating func halt(_ error: IAPError) { halted = halted ?? error.forUnsent }

  mutating func ask(_ error: IAPError) { asked = asked ?? error }
}

package import IAPCore

/// How a fixture store is opened.
package struct StoreOptions: Sendable {
  /// How long to wait for the locks of other processes.
  package var patience: Duration
  /// If given, the store's clock is changed permanently when the store is opened.
  package var clock: ClockChange?
  /// The real time, for a store that has no clock of its own.
  package var realTime: @Sendable () -> Instant
  /// The signal that asked the process to stop, or nil. A signal ends a long statement and a wait
  /// for a lock.
  package var stopSignal: @Sendable () -> Int32?
  /// Whether the store is removed when the process ends, so that it does not wait for the disk.
  package var isTemporary = false
  /// Receives the number of events that were written so far while the store brings itself up to its
  /// time, and nil at the end.
  package var progress: @Sendable (_ done: Int?) -> Void = { _ in }

  /// Is told of each call of ``IAPService``; nil to trace none.
  package var trace: CallTrace?

  package init(
    patience: Duration, clock: ClockChange? = nil, realTime: @escaping @Sendable () -> Instant,
    stopSignal: @escaping @Sendable () -> Int32?
  ) {
    self.patience = patience
    self.clock = clock
    self.realTime = realTime
    self.stopSignal = stopSignal
  }
}

package import IAPCore
import Synchronization

/// Why a batch sends no more, once there is a reason: somebody asked, or every further payment
/// would come to the same.
package final class BatchStop: Sendable {
  private let asked: @Sendable () -> IAPError?
  private let found = Mutex<IAPError?>(nil)

  /// - Parameter asked: the reason from outside, once there is one.
  package init(asked: @escaping @Sendable () -> IAPError?) { self.asked = asked }

  package var reason: IAPError? { found.withLock { $0 } ?? asked() }

  /// Whether unknown outcomes are not to be asked about any more either: a person asked to stop, or
  /// the results have no reader.
  var endsSettling: Bool {
    asked() != nil || found.withLock { $0?.code == .iapctl(.outputNotWritten) }
  }

  /// Stops for a failure; the first one counts.
  func halt(_ error: IAPError) {
    found.withLock { $0 = $0 ?? error.ofThoseBehind }
  }

  func check() throws(IAPError) { if let reason { throw reason } }
}

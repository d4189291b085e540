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

  /// Stops for a failure; the first one counts.
  func halt(_ error: IAPError) {
    // Of those behind it is known that they were not sent.
    let reason = IAPError(
      error.code, error.reason, serverCode: error.serverCode, httpStatus: error.httpStatus)
    found.withLock { $0 = $0 ?? reason }
  }

  func check() throws(IAPError) { if let reason { throw reason } }
}

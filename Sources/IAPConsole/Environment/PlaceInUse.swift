import IAPCore
import Synchronization

/// Where a command acts, from the moment at which its backend is prepared: the app key can be in a
/// pipe, which is read only once.
final class PlaceInUse: Sendable {
  private let state = Mutex<PlaceName?>(nil)
  private let key = Mutex<String?>(nil)

  /// The fingerprint of the credential; nil if there is none, and before the backend is prepared.
  var fingerprint: String? {
    get { key.withLock(\.self) }
    set { key.withLock { $0 = newValue } }
  }

  /// Nil before the backend is prepared.
  var name: PlaceName? {
    get { state.withLock(\.self) }
    set { state.withLock { $0 = newValue } }
  }

  /// The name, if requests are sent there.
  @Sendable func server() -> PlaceName? {
    if let name, case .server = name.place { name } else { nil }
  }
}

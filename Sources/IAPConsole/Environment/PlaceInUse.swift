import IAPCore
import Synchronization

/// Where a command acts, from the moment at which its backend is prepared: the app key can be in a
/// pipe, which is read only once.
final class PlaceInUse: Sendable {
  private let state = Mutex<PlaceName?>(nil)

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

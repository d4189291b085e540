import IAPCore
import Synchronization

/// Where a command acts, from the moment at which its backend is prepared: the app key can be in a
/// pipe, which is read only once.
final class PlaceInUse: Sendable {
  private let state = Mutex<(name: PlaceName, credential: Secret?)?>(nil)

  /// The backend is prepared.
  func set(_ name: PlaceName, _ credential: Secret?) {
    state.withLock { $0 = (name, credential) }
  }

  /// Nil before the backend is prepared.
  var name: PlaceName? { state.withLock { $0?.name } }

  /// Nil if the place needs none, and before the backend is prepared.
  var credential: Secret? { state.withLock { $0?.credential } }

  /// The fingerprint of the credential.
  var fingerprint: String? { name?.key?.fingerprint }

  /// The name, if requests are sent there.
  @Sendable func server() -> PlaceName? {
    if let name, case .server = name.place { name } else { nil }
  }
}

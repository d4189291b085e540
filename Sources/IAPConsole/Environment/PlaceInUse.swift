import Synchronization

/// Where a command acts, from the moment at which its backend is prepared: the app key can be in a
/// pipe, which is read only once.
final class PlaceInUse: Sendable {
  private let text = Mutex<(words: String?, isServer: Bool)>((nil, false))

  func set(_ words: String, isServer: Bool) { text.withLock { $0 = (words, isServer) } }

  /// `profile prod, api-iap.cloud.toast.com, app key 3f2a9c…`. Nil before the backend is prepared.
  var words: String? { text.withLock { $0.words } }

  /// The same, if requests are sent there.
  @Sendable func server() -> String? { text.withLock { $0.isServer ? $0.words : nil } }
}

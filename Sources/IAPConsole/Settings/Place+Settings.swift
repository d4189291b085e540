import CommandLine
import IAPCore
import IAPMessages
import Languages

extension Place {
  /// Whether both are the same store or the same server.
  func isSame(as other: Place) -> Bool {
    switch (self, other) {
    case (.store(let one), .store(let other)): one.utf8.elementsEqual(other.utf8)
    case (.server(let one), .server(let other)): ServerURL.areSame(one, other)
    default: false
    }
  }

  /// The error if nothing names a place.
  static func notChosen(profiles: [Identifier]) -> UsageError {
    UsageError(PlaceUsage.notChosen(profiles: profiles), origin: .missingBackend)
  }

  /// `the fixture store game.db`, `https://a.example`.
  var sentence: Sentence {
    switch self {
    case .store(let path): PlaceMessages.fixtureStore(path)
    case .server(let url): "\(ServerURL.masked(url))"
    }
  }
}

package import Languages

/// The secret of an app that a server asks for. The raw value is the key of a profile with the credential
/// itself.
package enum Credential: String, Sendable, CaseIterable {
  /// Of the IAP service.
  case appKey
  /// Of a game on Gamebase.
  case secretKey
}

/// The names by which messages and settings know a credential.
extension Credential {
  /// The option that names its file, without dashes.
  package var fileOption: String {
    switch self {
    case .appKey: "app-key-file"
    case .secretKey: "secret-key-file"
    }
  }

  /// The variable with the credential itself.
  package var variable: String {
    switch self {
    case .appKey: Variables.appKey
    case .secretKey: Variables.secretKey
    }
  }

  /// The key of a profile with its file.
  package var fileKey: String {
    switch self {
    case .appKey: "appKeyFile"
    case .secretKey: "secretKeyFile"
    }
  }

  package var name: Sentence {
    switch self {
    case .appKey: "app key"
    case .secretKey: "secret key"
    }
  }
}

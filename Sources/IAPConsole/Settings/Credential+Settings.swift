import CommandLine
import IAPCore

/// Where each credential comes from.
extension Credential {
  /// The option that names its file.
  var fileSetting: Option<String> {
    switch self {
    case .appKey: GlobalOptions.appKeyFile
    case .secretKey: GlobalOptions.secretKeyFile
    }
  }

  /// The key of a profile with the credential itself.
  var profileKey: String {
    switch self {
    case .appKey: ConfigurationFormat.appKey
    case .secretKey: ConfigurationFormat.secretKey
    }
  }

  var text: SecretText {
    switch self {
    case .appKey: .appKey
    case .secretKey: .secretKey
    }
  }
}

extension Profile {
  /// The credential itself, if the profile has it.
  subscript(credential: Credential) -> Secret? {
    get {
      switch credential {
      case .appKey: appKey
      case .secretKey: secretKey
      }
    }
    set {
      switch credential {
      case .appKey: appKey = newValue
      case .secretKey: secretKey = newValue
      }
    }
  }

  /// Whether it has a credential itself, so that others may not read its file.
  var holdsSecrets: Bool { Credential.allCases.contains { self[$0] != nil } }
}

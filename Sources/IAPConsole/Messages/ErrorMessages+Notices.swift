import IAPCore
import IAPRemote

extension ErrorMessages {
  /// The note for information that a response contains in addition to the result.
  static func notice(_ notice: RemoteNotice) -> String {
    switch notice {
    case .appStopped(let app):
      "app \(app) is not in use (appUsingStatus STOP), so none of its products is active"
    case .productIdentifiersMissing(let error):
      "product identifiers are missing, because the app's item list could not be read: "
        + message(of: error, in: .english)
    }
  }
}

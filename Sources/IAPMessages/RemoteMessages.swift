import IAPCore
package import IAPRemote
package import Languages

/// What the answer of a server says in addition to the result.
package enum RemoteMessages {
  package static func notice(_ notice: RemoteNotice) -> Sentence {
    switch notice {
    case .appStopped(let app):
      "app \(app) is not in use (appUsingStatus STOP), so none of its products is active"
    case .productIdentifiersMissing(let error):
      """
      product identifiers are missing, because the app's item list could not be read: \
      \(error.text().message)
      """
    }
  }
}

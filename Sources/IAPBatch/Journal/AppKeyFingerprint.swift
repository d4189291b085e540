package import IAPCore

/// A hash that identifies an app key without revealing it.
package enum AppKeyFingerprint {
  /// The first 16 hexadecimal digits of the key's SHA-256.
  package static func make(_ key: Secret) -> String {
    SHA256.hash(Array(key.revealed.utf8)).prefix(8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

package import IAPCore
import System

/// A hash that identifies an app key without revealing it.
package enum AppKeyFingerprint {
  private static let remedy =
    "install OpenSSL: 'apt-get install libssl3', 'dnf install openssl-libs', 'apk add libcrypto3'"

  /// The first 16 hexadecimal digits of the key's SHA-256.
  package static func make(
    _ key: Secret, libraries: [String] = Digest.libraries
  ) throws(IAPError) -> String {
    do {
      let digest = try Digest.sha256(Array(key.revealed.utf8), libraries: libraries)
      return digest.prefix(8).map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
    } catch {
      throw .iapctl(
        .libraryMissing, .libraryMissing(name: "libcrypto", why: error.why, remedy: remedy))
    }
  }
}

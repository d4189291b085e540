import CSystem

/// Hash functions from OpenSSL, which is loaded on demand.
package enum Digest {
  /// The library cannot be loaded.
  package struct Missing: Error, Equatable, Sendable {
    package let why: String
  }

  /// The possible file names, in order of preference.
  package static let libraries = ["libcrypto.so.3", "libcrypto.so.1.1"]

  /// The SHA-256 hash (32 bytes).
  package static func sha256(
    _ bytes: [UInt8], libraries: [String] = libraries
  ) throws(Missing) -> [UInt8] {
    var problems: [String] = []
    for library in libraries {
      var digest = [UInt8](repeating: 0, count: 32)
      var problem = [CChar](repeating: 0, count: 512)
      if iapctl_sha256(library, bytes, bytes.count, &digest, &problem, problem.count) == 1 {
        return digest
      }
      problems.append(
        String(decoding: problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    throw Missing(why: problems.joined(separator: "; "))
  }
}

import System

/// The project that the tests are part of.
package enum Project {
  /// Its folder.
  package static let root = Files.folder(of: Files.folder(of: Files.folder(of: #filePath)))

  /// The text of one of its files.
  package static func text(_ path: String) throws -> String {
    String(decoding: try Files.read("\(root)/\(path)", limit: 1 << 24), as: UTF8.self)
  }
}

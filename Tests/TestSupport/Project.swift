import System

/// The source folder of this project.
package enum Project {
  package static let root = Files.folder(of: Files.folder(of: Files.folder(of: #filePath)))

  package static func text(_ path: String) throws -> String {
    String(decoding: try Files.read("\(root)/\(path)", limit: 1 << 24), as: UTF8.self)
  }
}

import CLibrary
import IAPConsole
import Synchronization
package import System

/// A file system in memory. It has no folders: each path is independent of the others.
package final class MemoryFiles: FileSystem {
  private struct File {
    var bytes: [UInt8] = []
    var isReadableByOthers = false
    /// Whether it is a FIFO whose writer comes late.
    var isSlowFIFO = false
    /// The error of opening it.
    var problem: SystemError?
  }

  private struct State {
    var files: [String: File] = [:]
    var locked: Set<String> = []
    var fixed: Set<String> = []
  }

  private let state = Mutex(State())

  package let currentDirectory = "/here"

  package init() {}

  /// The paths of all files, sorted.
  package var paths: [String] { state.withLock { $0.files.keys.sorted() } }

  /// The text of a file; nil if it does not exist.
  package subscript(path: String) -> String? {
    get { state.withLock { $0.files[path].map { String(decoding: $0.bytes, as: UTF8.self) } } }
    set {
      state.withLock { $0.files[path] = newValue.map { File(bytes: Array($0.utf8)) } }
    }
  }

  /// Creates or replaces a file.
  package func put(_ bytes: [UInt8], at path: String, isReadableByOthers: Bool = false) {
    state.withLock {
      $0.files[path] = File(bytes: bytes, isReadableByOthers: isReadableByOthers)
    }
  }

  /// Sets whether other users can read a file.
  package func setReadableByOthers(_ isReadable: Bool, _ path: String) {
    state.withLock { $0.files[path]?.isReadableByOthers = isReadable }
  }

  /// Makes a file a FIFO whose writer comes late.
  package func makeSlowFIFO(_ path: String) {
    state.withLock { $0.files[path]?.isSlowFIFO = true }
  }

  /// Makes opening this path fail.
  package func put(_ problem: SystemError, at path: String) {
    state.withLock { $0.files[path] = File(problem: problem) }
  }

  /// Makes replacing this path fail.
  package func fix(_ path: String) { state.withLock { _ = $0.fixed.insert(path) } }

  package func names(in path: String) -> [String] {
    paths.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.utf8.count + 1)) }
  }

  package func resolved(_ path: String) -> String { path }

  package func exists(_ path: String) -> Bool { state.withLock { $0.files[path] != nil } }

  package func open(
    _ path: String, _ kinds: InputFile.Kinds, writer: InputFile.WriterWait?, end: Duration?
  ) throws(SystemError) -> any ByteInput {
    guard let file = state.withLock({ $0.files[path] }) else { throw .missing }
    if let problem = file.problem { throw problem }
    if file.isSlowFIFO { writer?.notice() }
    return MemoryInput(file.bytes, isReadableByOthers: file.isReadableByOthers)
  }

  package func foreignAccess(to path: String) -> ForeignAccess? { nil }

  package func checkReplaceable(_ path: String) throws(SystemError) {
    if let problem = state.withLock({ $0.files[path]?.problem }) { throw problem }
  }

  package func replaceTarget(of path: String, by bytes: [UInt8]) throws(SystemError) {
    try replace(path, by: bytes)
  }

  package func replace(_ path: String, by bytes: [UInt8]) throws(SystemError) {
    try checkReplaceable(path)
    guard !state.withLock({ $0.fixed.contains(path) }) else { throw SystemError(code: ENOSPC) }
    put(bytes, at: path)
  }

  package func create(_ path: String) throws(SystemError) -> any ByteOutput {
    guard !exists(path) else { throw .present }
    put([], at: path)
    return Output(files: self, path: path)
  }

  package func lock(
    _ path: String, patience: Duration
  ) throws(SystemError) -> @Sendable () -> Void {
    guard state.withLock({ $0.locked.insert(path).inserted }) else { throw .timedOut }
    return { self.state.withLock { _ = $0.locked.remove(path) } }
  }

  package func makeDirectory(_ path: String) throws(SystemError) { throw .missing }

  package func removeDirectory(_ path: String) {
    state.withLock { state in
      state.files = state.files.filter { !$0.key.hasPrefix(path + "/") }
    }
  }

  package func makeHeldDirectory(in parent: String, prefix: String) throws(SystemError) -> String {
    try makeTemporaryDirectory(in: parent, prefix: prefix)
  }

  package func makeTemporaryDirectory(
    in parent: String, prefix: String
  ) throws(SystemError) -> String {
    throw .missing
  }

  private struct Output: ByteOutput {
    let files: MemoryFiles
    let path: String

    func append(_ bytes: [UInt8]) throws(SystemError) {
      files.state.withLock { $0.files[path]?.bytes += bytes }
    }

    func remove() { files[path] = nil }
  }
}

/// An input of bytes in memory.
package final class MemoryInput: ByteInput {
  private let rest: Mutex<ArraySlice<UInt8>>
  package let isReadableByOthers: Bool

  package init(_ bytes: [UInt8], isReadableByOthers: Bool = false) {
    rest = Mutex(bytes[...])
    self.isReadableByOthers = isReadableByOthers
  }

  package func read(upTo count: Int) -> [UInt8] {
    rest.withLock { rest in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}

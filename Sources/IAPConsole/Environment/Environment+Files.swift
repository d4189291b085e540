import IAPCore
import IAPMessages
import System

// Only this file of the console converts errors of the system to errors of iapctl.
extension IAPError {
  /// The same error. If a seed is invalid or contradicts its store, the error also names the seed's file.
  ///
  /// - Parameter path: `-` is standard input.
  func namingSeedFile(_ path: String) -> IAPError {
    guard case .seed(let place, let problem) = reason else { return self }
    return IAPError(code, .seedFile(path, place: place, problem: problem))
  }
}

extension Environment {
  func absolutePath(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : files.currentDirectory + "/" + path
  }

  func fileExists(_ path: String) -> Bool { files.exists(path) }

  /// The content of a file. If it is longer than `limit`, the first `limit` + 1 bytes. Waits for
  /// the writer of a FIFO.
  func readFile(_ path: String, _ limit: Int) throws(IAPError) -> [UInt8] {
    try reading(path) { () throws(SystemError) in
      try files.open(path, .any, writer: nil, end: nil).readAll(limit: limit)
    }
  }

  /// The content of standard input. If it is longer than `limit`, the first `limit` + 1 bytes.
  func readInput(_ limit: Int) throws(IAPError) -> [UInt8] {
    try reading(Self.inputName) { () throws(SystemError) in
      try input.bytes.readAll(limit: limit)
    }
  }

  /// A line that the user types; nil at the end of the input.
  func readLine() throws(IAPError) -> String? {
    let source = answers ?? input
    return try reading(Self.inputName) { () throws(SystemError) in try source.bytes.readLine() }
  }

  /// Opens a file, or standard input for `-`.
  ///
  /// - Parameter writer: how long to wait for the writer of a FIFO.
  func openInput(
    _ path: String, _ writer: InputFile.WriterWait
  ) throws(IAPError) -> InputStream {
    guard path != "-" else { return stream(input.bytes, Self.inputName, isPrivate: true) }
    do throws(SystemError) {
      return stream(try files.open(path, .any, writer: writer, end: nil), path)
    } catch {
      throw error.isTimeout
        ? .iapctl(.inputUnreadable, .file(path, .noWriter)) : self.error(reading: path, error)
    }
  }

  /// Reads a private file, such as a secret or the configuration.
  ///
  /// Regular files are accepted, and pipes if `patience` is given.
  ///
  /// - Parameters:
  ///   - limit: if the file is longer, the first `limit` + 1 bytes are returned.
  ///   - patience: the maximum time to wait for the content of a pipe; nil to refuse pipes.
  func readOwnFile(
    _ path: String, _ limit: Int, _ patience: Duration?
  ) throws(IAPError) -> UserFile {
    do throws(SystemError) {
      let file = try files.open(
        path, patience == nil ? .regular : .regularOrPipe, writer: nil, end: patience)
      return UserFile(
        bytes: try file.readAll(limit: limit), isReadableByOthers: file.isReadableByOthers)
    } catch {
      if error == .wrongKind {
        throw .iapctl(.inputUnreadable, .file(path, .notRegular(takesPipe: patience != nil)))
      }
      throw error.isTimeout
        ? .iapctl(.inputUnreadable, .input(path, .late)) : self.error(reading: path, error)
    }
  }

  /// Throws a configuration error if another account can change a file of settings or a key, or replace
  /// it: who can change the address of a server gets the key.
  func requireOwnSettings(_ path: String) throws(IAPError) {
    let found: ForeignAccess?
    do {
      found = try files.foreignAccess(to: path)
    } catch {
      throw .iapctl(.configuration, self.error(reading: path, error).reason)
    }
    guard let found else { return }
    throw .iapctl(
      .configuration,
      .file(path, found.kind == .owned ? .othersOwn(found.path) : .othersCanWrite(found.path)))
  }

  /// Replaces a file of settings atomically. Only its owner can read it.
  func replaceSettings(_ path: String, _ bytes: [UInt8]) throws(IAPError) {
    try writing(path) { () throws(SystemError) in try files.replaceTarget(of: path, by: bytes) }
  }

  /// Throws what ``replaceResults(_:_:)`` would throw.
  func checkResults(_ path: String) throws(IAPError) {
    try writing(path) { () throws(SystemError) in try files.checkReplaceable(path) }
  }

  /// Replaces a file of results atomically, in a folder that exists. Only its owner can read it.
  func replaceResults(_ path: String, _ bytes: [UInt8]) throws(IAPError) {
    try writing(path) { () throws(SystemError) in try files.replace(path, by: bytes) }
  }

  /// Makes a new private file. Only its owner can read it.
  ///
  /// - Throws: `existsAlready` if the file exists.
  func makeOwnFile(_ path: String) throws(IAPError) -> UserFileWriter {
    do {
      return UserFileWriter(file: try files.create(path), path: path, environment: self)
    } catch  where error.isPresent {
      throw .iapctl(.outputNotWritten, .file(path, .existsAlready))
    } catch {
      throw self.error(writing: path, error)
    }
  }

  /// Takes the lock on a private file, so that no other process changes it.
  ///
  /// - Parameter patience: the maximum time to wait for the lock.
  /// - Returns: a function that releases the lock.
  func lockOwnFile(
    _ path: String, _ patience: Duration
  ) throws(IAPError) -> @Sendable () -> Void {
    do {
      return try files.lock(path, patience: patience)
    } catch  where error.isTimeout {
      throw .iapctl(.configurationBusy, .file(path, .lockedByOthers))
    } catch {
      throw self.error(writing: path, error)
    }
  }

  /// Makes a directory that only this user can enter, in one that exists.
  func makeDirectory(_ path: String) throws(IAPError) {
    try writing(path) { () throws(SystemError) in try files.makeDirectory(path) }
  }

  /// Makes a directory that only this user can enter.
  ///
  /// - Parameters:
  ///   - name: what it is for.
  ///   - stays: whether it is left for the user; if not, the next command of its kind removes it after this
  ///     process was killed.
  func makeTemporaryDirectory(for name: String, stays: Bool = false) throws(IAPError) -> String {
    let parent = absolutePath(variables[Variables.temporaryDirectory] ?? "/tmp")
    return try made(in: parent) { () throws(SystemError) in
      stays
        ? try files.makeTemporaryDirectory(in: parent, prefix: "iapctl-\(name)-")
        : try files.makeHeldDirectory(in: parent, prefix: "iapctl-\(name)-")
    }
  }

  /// Its absolute path: programs that get it may change their folder.
  func makeTemporaryDirectory(in parent: String, prefix: String) throws(IAPError) -> String {
    let parent = absolutePath(parent)
    return try made(in: parent) { () throws(SystemError) in
      try files.makeTemporaryDirectory(in: parent, prefix: prefix)
    }
  }

  private func made(
    in parent: String, _ make: () throws(SystemError) -> String
  ) throws(IAPError) -> String {
    do {
      return try make()
    } catch {
      throw .iapctl(.storeNotWritten, .file(parent, .cannotWrite(why: error.text)))
    }
  }

  /// Opens the files that the Swift runtime needs for requests and for commands of the user, and
  /// makes sure that its threads can be started. Must be called before the first of them: later, the
  /// runtime would end the process, or wait for ever.
  func prepareRequests() async throws(IAPError) {
    do {
      try await host.prepareRequests()
    } catch {
      throw Self.error(preparing: error)
    }
  }

  /// See ``Host/stopAtEndOfInput()``.
  func stopAtEndOfInput() throws(IAPError) { try preparing(host.stopAtEndOfInput) }

  /// From now on, a stop signal cancels the task of this command.
  func cancelOnStop() throws(IAPError) { try preparing(host.cancelOnStop) }

  private func preparing(_ body: () throws(SystemError) -> Void) throws(IAPError) {
    do {
      try body()
    } catch {
      throw Self.error(preparing: error)
    }
  }

  // MARK: Errors

  private static let inputName = "-"

  private static func error(preparing error: SystemError) -> IAPError {
    if error.isOutOfThreads { return .iapctl(.tooManyThreads, .outOfThreads) }
    return error.isOutOfFiles
      ? .iapctl(.tooManyOpenFiles, .outOfFiles(.filesOfRequest))
      : .iapctl(.bug, .bug("cannot wait for a signal: \(error.text)"))
  }

  /// - Parameter isPrivate: true for standard input. Its permissions are not checked, because the
  ///   caller of iapctl opened it.
  private func stream(
    _ bytes: any ByteInput, _ name: String, isPrivate: Bool = false
  ) -> InputStream {
    InputStream(isReadableByOthers: !isPrivate && bytes.isReadableByOthers) {
      (count) throws(IAPError) in
      try reading(name) { () throws(SystemError) in try bytes.read(upTo: count) }
    }
  }

  private func reading<Value>(
    _ name: String, _ body: () throws(SystemError) -> Value
  ) throws(IAPError) -> Value {
    do {
      return try body()
    } catch {
      throw self.error(reading: name, error)
    }
  }

  fileprivate func writing<Value>(
    _ path: String, _ body: () throws(SystemError) -> Value
  ) throws(IAPError) -> Value {
    do {
      return try body()
    } catch {
      throw self.error(writing: path, error)
    }
  }

  private func error(reading name: String, _ error: SystemError) -> IAPError {
    if error == .stopped, let stopped { return stopped }
    if error.isOutOfFiles { return .iapctl(.tooManyOpenFiles, .outOfFiles(.file(path: name))) }
    if error.isMissing { return .iapctl(.inputMissing, .file(name, .missing)) }
    if error.isDirectory { return .iapctl(.inputUnreadable, .file(name, .isDirectory)) }
    return .iapctl(.inputUnreadable, .file(name, .unreadable(why: error.text)))
  }

  private func error(writing path: String, _ error: SystemError) -> IAPError {
    if error == .stopped, let stopped { return stopped }
    if error.isAfterEffect { return .unsettled(.file(path, .notDurable(why: error.text))) }
    if error.isOutOfFiles { return .iapctl(.tooManyOpenFiles, .outOfFiles(.file(path: path))) }
    if error == .wrongKind {
      return .iapctl(.outputNotWritten, .file(path, .notRegular(takesPipe: false)))
    }
    if error == .link { return .iapctl(.outputNotWritten, .file(path, .isLink)) }
    if error == .notOwned { return .iapctl(.outputNotWritten, .file(path, .othersOwn(path))) }
    if error == .missing, let end = path.lastIndex(of: "/"), end > path.startIndex {
      return .iapctl(.inputMissing, .file(path, .folderMissing(folder: String(path[..<end]))))
    }
    return .iapctl(.outputNotWritten, .file(path, .cannotWrite(why: error.text)))
  }
}

/// Input that may be too large for the memory, read in parts.
struct InputStream: Sendable {
  /// Whether users other than the owner can read the file.
  let isReadableByOthers: Bool
  /// The next bytes; empty at the end. It waits until there is input or a stop signal.
  let read: @Sendable (_ upTo: Int) throws(IAPError) -> [UInt8]
}

/// The content of a private file.
struct UserFile: Sendable {
  let bytes: [UInt8]
  let isReadableByOthers: Bool
}

/// A new private file.
struct UserFileWriter: Sendable {
  fileprivate let file: any ByteOutput
  fileprivate let path: String
  fileprivate let environment: Environment

  /// Appends bytes. They are on the disk when it returns.
  func append(_ bytes: [UInt8]) throws(IAPError) {
    try environment.writing(path) { () throws(SystemError) in try file.append(bytes) }
  }

  func remove() { file.remove() }
}

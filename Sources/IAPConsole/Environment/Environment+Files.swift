import IAPCore
import System

// The system's errors become ours here, and nowhere else in the console.
extension Environment {
  /// Whether there is a file of any kind.
  func fileExists(_ path: String) -> Bool { files.exists(path) }

  /// The bytes of a file, or one more than `limit`. A FIFO is waited for.
  func readFile(_ path: String, _ limit: Int) throws(IAPError) -> [UInt8] {
    try reading(path) { () throws(SystemError) in
      try files.open(path, .any, writer: nil, end: nil).readAll(limit: limit)
    }
  }

  /// The bytes of standard input, or one more than `limit`.
  func readInput(_ limit: Int) throws(IAPError) -> [UInt8] {
    try reading(Self.inputName) { () throws(SystemError) in
      try input.bytes.readAll(limit: limit)
    }
  }

  /// What a person types before the return key; nil at the end.
  func readLine() throws(IAPError) -> String? {
    try reading(Self.inputName) { () throws(SystemError) in try input.bytes.readLine() }
  }

  /// Opens a file, or standard input for `-`. A FIFO that nobody writes to is given up when the
  /// patience is over.
  func openInput(_ path: String, _ patience: Duration) throws(IAPError) -> InputStream {
    guard path != "-" else { return stream(input.bytes, Self.inputName, isPrivate: true) }
    do throws(SystemError) {
      return stream(try files.open(path, .any, writer: patience, end: nil), path)
    } catch {
      throw error.isTimeout
        ? .iapctl(.inputUnreadable, .file(path, .noWriter)) : self.error(reading: path, error)
    }
  }

  /// A file of the user's own, up to a number of bytes.
  ///
  /// What is no regular file is refused, but for a pipe that may take its time: so long as
  /// `patience`, which is nil where no pipe will do.
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
        let kinds = patience == nil ? "not a regular file" : "neither a regular file nor a pipe"
        throw .iapctl(.inputUnreadable, .file(path, .unreadable(why: "it is \(kinds)")))
      }
      throw error.isTimeout
        ? .iapctl(.inputUnreadable, .input(path, .late)) : self.error(reading: path, error)
    }
  }

  /// Replaces a file of the user's own as a whole, readable by nobody else.
  func replaceOwnFile(_ path: String, _ bytes: [UInt8]) throws(IAPError) {
    do {
      try files.replace(path, by: bytes)
    } catch {
      throw self.error(writing: path, error)
    }
  }

  /// Makes a new file of the user's own, readable by nobody else.
  ///
  /// - Throws: `existsAlready` if there is one.
  func makeOwnFile(_ path: String) throws(IAPError) -> UserFileWriter {
    do {
      return UserFileWriter(file: try files.create(path), path: path, environment: self)
    } catch  where error.isPresent {
      throw .iapctl(.outputNotWritten, .file(path, .existsAlready))
    } catch {
      throw self.error(writing: path, error)
    }
  }

  /// Waits until no other process edits a file of the user's own, and keeps them from it until the
  /// answer is called.
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

  /// A new directory that only this user can enter.
  func makeTemporaryDirectory() throws(IAPError) -> String {
    let parent = variables[Variables.temporaryDirectory] ?? "/tmp"
    do {
      return try files.makeTemporaryDirectory(in: parent)
    } catch {
      throw .iapctl(.storeNotWritten, .file(parent, .cannotWrite(why: error.text)))
    }
  }

  /// Has everything open that requests and commands of the shell need beside their own files; to be
  /// called before the first of them.
  func prepareRequests() async throws(IAPError) {
    do {
      try await host.prepareRequests()
    } catch {
      throw Self.error(preparing: error)
    }
  }

  /// Lets a request to stop cancel this task from now on.
  func cancelOnStop() throws(IAPError) {
    do {
      try host.cancelOnStop()
    } catch {
      throw Self.error(preparing: error)
    }
  }

  // MARK: Errors

  private static let inputName = "standard input"

  private static func error(preparing error: SystemError) -> IAPError {
    error.isOutOfFiles
      ? .iapctl(.tooManyOpenFiles, .outOfFiles("the files of a request"))
      : .iapctl(.bug, .bug("cannot wait for a signal: \(error.text)"))
  }

  /// - Parameter isPrivate: whether it passes as unreadable by others, because the caller opened it.
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

  private func error(reading name: String, _ error: SystemError) -> IAPError {
    if error == .stopped, let stopped { return stopped }
    if error.isOutOfFiles { return .iapctl(.tooManyOpenFiles, .outOfFiles(name)) }
    if error.isMissing { return .iapctl(.inputMissing, .file(name, .missing)) }
    if error.isDirectory { return .iapctl(.inputUnreadable, .file(name, .isDirectory)) }
    return .iapctl(.inputUnreadable, .file(name, .unreadable(why: error.text)))
  }

  fileprivate func error(writing path: String, _ error: SystemError) -> IAPError {
    if error == .stopped, let stopped { return stopped }
    if error.isAfterEffect { return .notDurable(path: path, why: error.text) }
    if error.isOutOfFiles { return .iapctl(.tooManyOpenFiles, .outOfFiles(path)) }
    return .iapctl(.outputNotWritten, .file(path, .cannotWrite(why: error.text)))
  }
}

/// Bytes from outside that are too many to be held.
struct InputStream: Sendable {
  /// Whether it is a file that anybody but its owner may read.
  let isReadableByOthers: Bool
  /// The next bytes; none at the end. It waits for as long as it takes, until somebody asks to stop.
  let read: @Sendable (_ upTo: Int) throws(IAPError) -> [UInt8]
}

/// A file of the user's own, and who else can read it.
struct UserFile: Sendable {
  let bytes: [UInt8]
  let isReadableByOthers: Bool
}

/// A new file of the user's own.
struct UserFileWriter: Sendable {
  fileprivate let file: any ByteOutput
  fileprivate let path: String
  fileprivate let environment: Environment

  /// Adds bytes; they are durable when it returns.
  func append(_ bytes: [UInt8]) throws(IAPError) {
    do {
      try file.append(bytes)
    } catch {
      throw environment.error(writing: path, error)
    }
  }

  func remove() { file.remove() }
}

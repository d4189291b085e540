import IAPCore
import System

// What concerns the process as a whole.
extension LiveEnvironment {
  /// Opens what the runtime opens once, if there is room for it and for a request.
  static func prepareRequests() async throws(IAPError) {
    let needed = OpenFiles.ofRuntime + 2 * OpenFiles.ofConnection
    do {
      guard OpenFiles.room(for: needed) == needed else { throw SystemError.outOfFiles }
      try await OpenFiles.openThoseOfTheRuntime()
    } catch {
      throw .iapctl(.tooManyOpenFiles, .outOfFiles("what a request needs"))
    }
  }

  static func waitForStop() async throws(IAPError) {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    do throws(SystemError) {
      try Signals.whenStopped { continuation.finish() }
    } catch {
      throw error.isOutOfFiles
        ? .iapctl(.tooManyOpenFiles, .outOfFiles("a pipe"))
        : .iapctl(.bug, .bug("cannot wait for a signal: \(error.text)"))
    }
    for await _ in stream {}
  }
}

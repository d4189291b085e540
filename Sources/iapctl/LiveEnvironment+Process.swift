import IAPCore
import System

// What concerns the process as a whole.
extension LiveEnvironment {
  /// libcurl, and one request.
  private static let filesOfRequest = 8

  /// Opens what the runtime opens once, if there is room for it and for a request.
  static func prepareRequests() async throws(IAPError) {
    let needed = OpenFiles.ofRuntime + filesOfRequest
    do {
      guard OpenFiles.room(for: needed) == needed else { throw SystemError.outOfFiles }
      try await OpenFiles.openThoseOfTheRuntime()
    } catch {
      throw .iapctl(.tooManyOpenFiles, .outOfFiles("the files of a request"))
    }
  }

  static func waitForStop() async throws(IAPError) {
    do {
      try await Signals.wait()
    } catch  where error.isOutOfFiles {
      throw .iapctl(.tooManyOpenFiles, .outOfFiles("a pipe"))
    } catch {
      throw .iapctl(.bug, .bug("cannot wait for a signal: \(error.text)"))
    }
  }
}

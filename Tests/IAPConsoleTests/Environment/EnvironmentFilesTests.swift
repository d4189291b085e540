import CLibrary
import IAPCore
import System
import TestSupport
import Testing

@testable import IAPConsole

/// System errors of a file, as errors of iapctl.
struct EnvironmentFilesTests {
  private let console = TestConsole()
  private let path = "/secret/file"

  private func environment(_ signal: Int32? = nil) -> Environment {
    var console = console
    console.host.stop = { signal }
    return console.environment(Transcript(), Transcript())
  }

  @Test(
    arguments: [
      (SystemError.outOfFiles, .tooManyOpenFiles, .outOfFiles(.file(path: "/secret/file"))),
      (.missing, .inputMissing, .file("/secret/file", .missing)),
      (SystemError(code: EISDIR), .inputUnreadable, .file("/secret/file", .isDirectory)),
      (
        SystemError(code: EACCES), .inputUnreadable,
        .file("/secret/file", .unreadable(why: "Permission denied"))
      ),
      (.stopped, .interrupted, .stopped(signal: 15)),
    ] as [(SystemError, ConsoleCode, IAPError.Reason)])
  func `A file that cannot be read`(
    _ problem: SystemError, _ code: ConsoleCode, _ reason: IAPError.Reason
  ) {
    console.files.put(problem, at: path)
    let environment = environment(15)
    let error = IAPError.iapctl(code, reason)
    #expect(throws: error) { try environment.readFile(path, 9) }
    #expect(throws: error) { try environment.readOwnFile(path, 9, nil) }
    #expect(throws: error) {
      _ = try environment.openInput(path, InputFile.WriterWait(.seconds(1)))
    }
  }

  @Test
  func `A pipe without a writer is reported by the operation that reads it`() {
    console.files.put(.timedOut, at: path)
    let environment = environment()
    #expect(throws: IAPError.iapctl(.inputUnreadable, .file(path, .noWriter))) {
      _ = try environment.openInput(path, InputFile.WriterWait(.zero))
    }
    #expect(throws: IAPError.iapctl(.inputUnreadable, .input(path, .late))) {
      try environment.readOwnFile(path, 9, .zero)
    }
  }

  @Test
  func `A device is no place for a secret`() {
    console.files.put(.wrongKind, at: path)
    let environment = environment()
    for patience in [nil, Duration.zero] {
      let problem = IAPError.FileProblem.notRegular(takesPipe: patience != nil)
      #expect(throws: IAPError.iapctl(.inputUnreadable, .file(path, problem))) {
        try environment.readOwnFile(path, 9, patience)
      }
    }
  }

  @Test
  func `A file that cannot be written, is there already, or is locked by another`() throws {
    let environment = environment()
    console.files.put(.outOfFiles, at: path)
    #expect(throws: IAPError.iapctl(.tooManyOpenFiles, .outOfFiles(.file(path: path)))) {
      try environment.replaceResults(path, [])
    }
    #expect(throws: IAPError.iapctl(.outputNotWritten, .file(path, .existsAlready))) {
      try environment.makeOwnFile(path)
    }
    let release = try environment.lockOwnFile(path, .zero)
    #expect(throws: IAPError.iapctl(.configurationBusy, .file(path, .lockedByOthers))) {
      _ = try environment.lockOwnFile(path, .zero)
    }
    release()
    console.files[path] = nil
    try environment.makeOwnFile(path).append([0x61])
    #expect(console.files[path] == "a")
  }
}

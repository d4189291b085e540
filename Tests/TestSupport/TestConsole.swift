package import IAPBatch
package import IAPConsole
package import IAPCore
import IAPFixtures
import Synchronization
import System
import Testing

/// The console in this process, with an outside made by hand.
package struct TestConsole: Sendable {
  /// What a command line did.
  package struct Run: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
  }

  package var variables: [String: String] = [:]
  /// What stands on standard input.
  package var input = ""
  package var isInputTerminal = false
  /// The width of a terminal that standard output and standard error are, or nil for pipes.
  package var columns: Int?
  package var realTime = Instant(1_767_225_600_000)
  package var stopSignal: @Sendable () -> Int32? = { nil }
  /// The service of every backend; nil opens the fixture store for real.
  package var service: (any IAPService)?
  /// How many more files can be opened.
  package var roomForFiles: @Sendable (Int) -> Int = { $0 }
  /// What becomes of commands for the shell; a test that says nothing of it expects none.
  package var runShell: @Sendable (ShellRequest) async -> ShellEnding = { request in
    Issue.record("a command that nobody expected: \(request.command)")
    return ShellEnding(.notStarted(why: "not in this test"))
  }
  /// The journal at a path; nil where none may be asked for.
  package var journal: (@Sendable (String) -> any Journal)?

  package init() {}

  /// Runs one command line, written as in a shell without quotes.
  package func run(_ line: String) async -> Run {
    await run(words: line.split(separator: " ").map(String.init))
  }

  /// Runs one command line.
  package func run(words: [String]) async -> Run {
    let (output, errors) = (Transcript(), Transcript())
    let status = await Console.run(words, in: environment(output, errors))
    return Run(status: status.code, output: output.text, errors: errors.text)
  }

  /// What the console sees of the outside.
  package func environment(_ output: Transcript, _ errors: Transcript) -> Environment {
    let (input, realTime, service, journal) = (input, realTime, service, journal)
    let stopSignal = stopSignal
    return Environment(
      variables: variables,
      input: Environment.Input(
        isTerminal: isInputTerminal, readAll: { _ in Array(input.utf8) },
        readLine: { input.split(separator: "\n").first.map(String.init) }),
      output: stream(output), errors: stream(errors),
      readFile: { (path, limit) throws(IAPError) in
        do throws(SystemError) {
          return try Files.read(path, limit: limit)
        } catch  where error.isMissing {
          throw .iapctl(.inputMissing, .nothingAtPath(path))
        } catch {
          throw .iapctl(.inputUnreadable, .unreadable(path: path, why: error.text))
        }
      },
      fileExists: { Files.identity(of: $0) != nil },
      openInput: { (path, _) throws(IAPError) in
        try Self.open(path, standardInput: Array(input.utf8))
      },
      readOwnFile: { (path, limit, patience) throws(IAPError) in
        do throws(SystemError) {
          let file = try InputFile.open(path, .regularOrPipe)
          return UserFile(
            bytes: try file.readAll(limit: limit), isReadableByOthers: file.isReadableByOthers)
        } catch {
          throw error.isMissing
            ? .iapctl(.inputMissing, .nothingAtPath(path))
            : .iapctl(.inputUnreadable, .unreadable(path: path, why: error.text))
        }
      },
      replaceOwnFile: { (path, bytes) throws(IAPError) in
        do throws(SystemError) {
          try Files.replace(path, by: bytes)
        } catch {
          throw .iapctl(.outputNotWritten, .cannotWrite(path: path, why: error.text))
        }
      },
      makeOwnFile: { (path) throws(IAPError) in
        do throws(SystemError) {
          let file = try NewFile(at: path)
          return UserFileWriter(
            append: { (bytes) throws(IAPError) in
              do throws(SystemError) {
                try file.append(bytes)
              } catch {
                throw .iapctl(.outputNotWritten, .cannotWrite(path: path, why: error.text))
              }
            }, remove: { file.remove() })
        } catch {
          throw .iapctl(
            .outputNotWritten,
            error.isPresent ? .existsAlready(path: path) : .cannotWrite(path: path, why: error.text)
          )
        }
      },
      lockOwnFile: { (path, patience) throws(IAPError) in
        do throws(SystemError) {
          return try ReplacementLock(on: path, until: Deadline(after: patience)).release
        } catch {
          throw .iapctl(.outputNotWritten, .cannotWrite(path: path, why: error.text))
        }
      },
      currentDirectory: "/here",
      makeTemporaryDirectory: { () throws(IAPError) in
        throw .iapctl(.bug, .bug("no temporary directory in this test"))
      },
      realTime: { realTime }, monotonicTime: { .zero }, stopSignal: stopSignal,
      waitForStop: { () async throws(IAPError) in },
      prepareRequests: { () async throws(IAPError) in }, roomForFiles: roomForFiles,
      sleep: { _ in },
      openService: { (backend) throws(IAPError) in
        if let service { return service }
        switch backend {
        case .remote: throw .iapctl(.bug, .bug("no server in this test"))
        case .store(let path, let patience, let clock):
          return try FixtureStore(
            openAt: path,
            options: FixtureStore.Options(
              patience: patience, clock: clock, realTime: { realTime },
              stopSignal: stopSignal))
        }
      },
      runShell: runShell,
      names: { (backend, query) throws(IAPError) in
        switch backend {
        case .remote: []
        case .store(let path, _, _):
          try StoreCompletions.names(
            query, at: path, realTime: { realTime }, monotonicTime: { .zero })
        }
      },
      openJournal: { (path, _) throws(IAPError) in
        guard let journal else { throw .iapctl(.bug, .bug("no journal in this test")) }
        return journal(path)
      },
      operator: { Operator(user: "tester", host: "here", home: nil) }, commit: nil)
  }

  /// A file as it is now.
  private static func open(
    _ path: String, standardInput: [UInt8]
  ) throws(IAPError) -> InputStream {
    let (bytes, isReadableByOthers): ([UInt8], Bool)
    do throws(SystemError) {
      (bytes, isReadableByOthers) =
        path == "-"
        ? (standardInput, false)
        : (try Files.read(path, limit: 1 << 30), try InputFile.open(path).isReadableByOthers)
    } catch {
      throw error.isMissing
        ? .iapctl(.inputMissing, .nothingAtPath(path))
        : .iapctl(.inputUnreadable, .unreadable(path: path, why: error.text))
    }
    let rest = Mutex(bytes[...])
    return InputStream(isReadableByOthers: isReadableByOthers) { (count) throws(IAPError) in
      rest.withLock { rest in
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
      }
    }
  }

  private func stream(_ transcript: Transcript) -> Environment.Output {
    Environment.Output(isTerminal: columns != nil, columns: columns) {
      (bytes) throws(Environment.Output.Problem) in
      transcript.add(bytes)
    } isClosed: {
      false
    }
  }
}

package import CommandLine
package import IAPCore
package import System

/// Everything outside that a command can reach, handed in. Live in the process and made by hand in
/// tests; nothing in it falls back to the real thing.
package struct Environment: Sendable {
  /// Standard output or standard error.
  package struct Output: Sendable {
    package enum Problem: Error, Equatable, Sendable {
      /// The reader went away.
      case closedPipe
      case failed(String)
    }

    package let isTerminal: Bool
    package let columns: Int?
    package let write: @Sendable ([UInt8]) throws(Problem) -> Void
    /// Whether nobody can read any more what is written.
    package let isClosed: @Sendable () -> Bool

    package init(
      isTerminal: Bool, columns: Int?,
      write: @escaping @Sendable ([UInt8]) throws(Problem) -> Void,
      isClosed: @escaping @Sendable () -> Bool
    ) {
      self.isTerminal = isTerminal
      self.columns = columns
      self.write = write
      self.isClosed = isClosed
    }
  }

  /// Standard input.
  package struct Input: Sendable {
    package let isTerminal: Bool
    let bytes: any ByteInput

    package init(isTerminal: Bool, bytes: any ByteInput) {
      (self.isTerminal, self.bytes) = (isTerminal, bytes)
    }
  }

  /// The environment variables that iapctl reads (``Variables``), where they are set.
  package var variables: [String: String]
  /// What is wrong with one of them, where one is no text.
  package var variablesProblem: UsageError?
  package var input: Input
  package var output: Output
  package var errors: Output
  package var files: any FileSystem
  package var clock: Clock
  package var host: any Host
  package var backends: any Backends

  package init(
    variables: [String: String], variablesProblem: UsageError?, input: Input, output: Output,
    errors: Output, files: any FileSystem, clock: Clock, host: any Host, backends: any Backends
  ) {
    (self.variables, self.variablesProblem) = (variables, variablesProblem)
    (self.input, self.output, self.errors) = (input, output, errors)
    (self.files, self.clock, self.host, self.backends) = (files, clock, host, backends)
  }

  /// The variables, unless one of them is no text.
  func readableVariables() throws(UsageError) -> [String: String] {
    if let variablesProblem { throw variablesProblem }
    return variables
  }

  /// The reason to stop, once somebody asked.
  var stopped: IAPError? {
    host.stopSignal.map { .iapctl(.interrupted, .stopped(signal: $0)) }
  }
}

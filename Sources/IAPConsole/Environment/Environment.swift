package import CommandLine
package import IAPCore
package import System

/// Everything outside of the process's memory that a command can use. `LiveEnvironment` makes the
/// real one, and tests make their own; no member has a real default.
package struct Environment: Sendable {
  /// Standard output or standard error.
  package struct Output: Sendable {
    package enum Problem: Error, Equatable, Sendable {
      /// The reader closed the pipe.
      case closedPipe
      case failed(String)
    }

    package let isTerminal: Bool
    package let columns: Int?
    package let write: @Sendable ([UInt8]) throws(Problem) -> Void
    /// Whether the stream has no reader any more.
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

  /// The environment variables that iapctl reads (``Variables``) and that are set.
  package var variables: [String: String]
  /// The error if one of iapctl's own variables is not UTF-8.
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

  /// The variables.
  ///
  /// - Throws: if one of iapctl's own variables is not UTF-8.
  func readableVariables() throws(UsageError) -> [String: String] {
    if let variablesProblem { throw variablesProblem }
    return variables
  }

  /// The error to stop with, if the process has received a stop signal.
  var stopped: IAPError? {
    host.stopSignal.map { .iapctl(.interrupted, .stopped(signal: $0)) }
  }
}

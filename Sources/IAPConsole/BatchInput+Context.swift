import IAPBatch
import IAPCore

extension Context {
  /// Reads the payments of a file, or of standard input for `-`, and checks all of them.
  ///
  /// - Throws: `inputInvalid` with the bad lines, unless they are passed over.
  func batchInput(
    path: String, format: InputFormat?, skipsBadLines: Bool
  ) throws(IAPError) -> BatchInput {
    let stream = try environment.openInput(path, settings.timeout)
    let input = try BatchInput(
      name: path == "-" ? "standard input" : path, format: format, skipsBadLines: skipsBadLines)
    let environment = environment
    try input.load(from: stream.read, isStopped: { environment.stopped })
    return input
  }
}

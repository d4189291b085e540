import CommandLine
package import IAPCore
import JSON

/// The exit status of the process.
package struct ExitStatus: Hashable, Sendable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  package static let done = ExitStatus(code: 0)
  /// The reader of standard output closed the pipe.
  package static let closedPipe = ExitStatus(code: 141)
  /// An outcome is unknown.
  package static let unknown = ExitStatus(code: 7)

  /// Whether the same command may succeed later without any change: the service, a store or a
  /// journal could not be used (69), or asked to wait (75).
  package var isRetryable: Bool { code == 69 || code == 75 }

  /// The status of a command with one error.
  package init(of error: IAPError) {
    code = error.outcome == .unknown ? 7 : Self.code(of: error)
  }

  /// The status of a command with several parts, such as payments. If all parts failed with the
  /// same status, it is that status. If not, it is the worst status by ``ranking(of:isPartial:)``.
  ///
  /// - Parameter isPartial: whether at least one part succeeded.
  package init(of failures: FailureTally, among noun: FailureTally.CountedNoun, isPartial: Bool) {
    let codes = failures.statuses.map(\.code)
    if codes.isEmpty {
      code = 0
    } else if !isPartial, codes.count == 1 {
      code = codes[0]
    } else {
      let ranking = Self.ranking(of: noun, isPartial: isPartial)
      code = ranking.first { codes.contains($0) } ?? 5
    }
  }

  /// The statuses from worst to least. Any other status becomes 5.
  private static func ranking(of noun: FailureTally.CountedNoun, isPartial: Bool) -> [Int32] {
    // Lost output and unknown outcomes are reported even if the command was interrupted.
    let always: [Int32] = [74, 7, 130, 143, 129]
    return switch (noun, isPartial) {
    // The results of the other markets are usable, so the failure of one market is 5.
    case (.markets, true): always
    case (.payments, true): always + [77, 78, 76]
    // 75 and 69 promise that nothing was applied, so they need a run without any success.
    case (_, false): always + [77, 78, 76, 75, 69]
    }
  }

  /// The status in the row of the code, unless the reason says otherwise.
  private static func code(of error: IAPError) -> Int32 {
    switch (error.code, error.reason) {
    case (_, .urlRefused(_, _, _, isConfigured: true)): 78
    case (.iap(.productNotAvailable), .product(_, .notFound)): 3
    case (.iap(.notInitialized), .file(_, .notAStore)): 65
    case (.iap(.notInitialized), .noKey): 78
    case _ where error.gamebase != nil: error.row.exit
    case (.http(.requestFailed), _): code(ofHTTPStatus: error.httpStatus ?? 500)
    case (.iapctl(.interrupted), .stopped(let signal)): 128 + signal
    // As a shell exits if it cannot start a program.
    case (.iapctl(.programNotStarted), .programNotStarted(_, _, isMissing: true)): 127
    default: error.code.row.exit
    }
  }

  private static func code(ofHTTPStatus status: Int) -> Int32 {
    switch status {
    case 401, 403: 77
    case 429, 503: 75
    case 300..<500: 76
    default: 69
    }
  }
}

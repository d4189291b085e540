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
  var isRetryable: Bool { code == 69 || code == 75 }

  /// The status of a command with one error.
  package init(of error: IAPError) {
    code =
      switch error.code {
      case _ where error.outcome == .unknown: 7
      case .iap(let code): Self.code(of: code, error.reason)
      case .http(let code): Self.code(of: code, error.reason, httpStatus: error.httpStatus)
      case .iapctl(let code): Self.code(of: code, error.reason)
      }
  }

  /// The status of a command with several parts, such as payments. If all parts failed with the
  /// same status, it is that status. If not, it is the worst status by ``ranking(of:isPartial:)``.
  ///
  /// - Parameter isPartial: whether at least one part succeeded.
  package init(of failures: FailureTally, among things: FailureTally.Things, isPartial: Bool) {
    let codes = failures.statuses.map(\.code)
    if codes.isEmpty {
      code = 0
    } else if !isPartial, codes.count == 1 {
      code = codes[0]
    } else {
      let ranking = Self.ranking(of: things, isPartial: isPartial)
      code = ranking.first { codes.contains($0) } ?? 5
    }
  }

  /// The statuses from worst to least. Any other status becomes 5.
  private static func ranking(of things: FailureTally.Things, isPartial: Bool) -> [Int32] {
    // Lost output and unknown outcomes are reported even if the command was interrupted.
    let always: [Int32] = [74, 7, 130, 143, 129]
    return switch (things, isPartial) {
    // The results of the other markets are usable, so the failure of one market is 5.
    case (.markets, true): always
    case (.payments, true): always + [77, 78, 76]
    // 75 and 69 promise that nothing was applied, so they need a run without any success.
    case (_, false): always + [77, 78, 76, 75, 69]
    }
  }

  private static func code(of code: IAPCode, _ reason: IAPError.Reason) -> Int32 {
    switch (code, reason) {
    case (.productNotAvailable, .product(_, .notFound)): 3
    case (.notInitialized, .file(_, .notAStore)): 65
    case (.notInitialized, .noAppKey): 78
    default: 4
    }
  }

  private static func code(
    of code: HTTPCode, _ reason: IAPError.Reason, httpStatus: Int?
  ) -> Int32 {
    if case .urlRefused(_, _, isConfigured: true) = reason { return 78 }
    return switch code {
    case .networkNotAvailable, .requestTimeout: 69
    case .requestFailed:
      switch httpStatus ?? 500 {
      case 401, 403: 77
      case 429, 503: 75
      case 300..<500: 76
      default: 69
      }
    case .requestInvalid, .responseInvalid: 76
    case .urlInvalid, .requiresSecureConnection: 64
    case .alreadyInProgress: 75
    }
  }

  private static func code(of code: ConsoleCode, _ reason: IAPError.Reason) -> Int32 {
    switch code {
    case .usage, .unsupported, .storeExists, .clockMovedBack, .clockOutOfRange,
      .clockFollowsRealTime:
      64
    case .configuration: 78
    case .notConfirmed: 2
    case .deliveryFailed, .undoFailed, .productUnlisted: 5
    case .checkFailed: 6
    case .paymentNotFound, .codeNotFound: 3
    case .inputInvalid, .storeDamaged, .storeTooNew, .seedInvalid, .seedContradicts,
      .journalForeign, .journalDamaged, .journalTooNew:
      65
    case .inputMissing, .inputUnreadable, .storeMissing, .storeIsDirectory, .storeUnreadable,
      .journalUnreadable:
      66
    case .storeReadOnly, .storeNotWritten, .storeReplaced, .outputNotWritten, .journalNotWritten: 74
    // The service cannot be used, because something that it needs is missing.
    case .libraryMissing, .addressUnusable, .tooManyOpenFiles, .tooManyThreads, .tooLittleMemory,
      .outage,
      .journalUnreachable:
      69
    case .storeBusy, .journalBusy, .configurationBusy: 75
    case .unsettled: 7
    case .interrupted: if case .stopped(let signal) = reason { 128 + signal } else { 130 }
    // As a shell exits if it cannot start a program.
    case .programNotStarted:
      if case .programNotStarted(_, _, isMissing: true) = reason { 127 } else { 126 }
    case .bug: 70
    }
  }
}

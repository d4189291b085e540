import CommandLine
package import IAPCore

/// What the process exits with.
package struct ExitStatus: Hashable, Sendable {
  package let code: Int32

  package init(code: Int32) { self.code = code }

  package static let done = ExitStatus(code: 0)
  /// The reader of standard output went away.
  package static let closedPipe = ExitStatus(code: 141)
  /// Something may or may not have happened.
  package static let unknown = ExitStatus(code: 7)

  /// The status of a command that failed in one way.
  package init(of error: IAPError) {
    code =
      switch error.code {
      case _ where error.outcome == .unknown: 7
      case .iap(let code): Self.code(of: code, error.reason)
      case .http(let code): Self.code(of: code, error.reason, httpStatus: error.httpStatus)
      case .iapctl(let code): Self.code(of: code, error.reason)
      }
  }

  /// The status of a command in which several things may have failed: their own where all failed
  /// alike and nothing succeeded, else that of the worst.
  ///
  /// - Parameter isPartial: whether anything succeeded.
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

  /// The worst first; what is not among them is 5.
  private static func ranking(of things: FailureTally.Things, isPartial: Bool) -> [Int32] {
    // What was lost, and what nobody knows, are to be heard of whoever stopped the command.
    let always: [Int32] = [74, 7, 130, 143, 129]
    return switch (things, isPartial) {
    // What the others answered can be used, whatever is wrong with the rest.
    case (.markets, true): always
    case (.payments, true): always + [77, 78, 76]
    // 75 and 69 promise that nothing was applied at all.
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
    case .usage, .unsupported, .storeExists, .clockMovedBack: 64
    case .configuration: 78
    case .notConfirmed: 2
    case .deliveryFailed, .undoFailed: 5
    case .checkFailed: 6
    case .paymentNotFound, .codeNotFound: 3
    case .inputInvalid, .storeDamaged, .storeTooNew, .seedInvalid, .seedContradicts,
      .journalForeign, .journalDamaged, .journalTooNew:
      65
    case .inputMissing, .inputUnreadable, .storeMissing, .storeIsDirectory, .storeUnreadable,
      .journalUnreadable:
      66
    case .storeReadOnly, .storeNotWritten, .outputNotWritten, .journalNotWritten: 74
    // The service cannot be had, for want of what it is made of.
    case .libraryMissing, .addressUnusable, .tooManyOpenFiles, .outage: 69
    case .storeBusy, .journalBusy, .configurationBusy: 75
    case .unsettled: 7
    case .interrupted: if case .stopped(let signal) = reason { 128 + signal } else { 130 }
    case .bug: 70
    }
  }
}

extension IAPError {
  /// A command line or a setting that cannot be carried out.
  init(_ error: UsageError) {
    let code: ConsoleCode =
      switch error.origin {
      case .commandLine: .usage
      case .variable, .configuration, .missingBackend: .configuration
      }
    self = .iapctl(code, .usage(error.message, hint: error.hint))
  }
}

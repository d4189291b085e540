import IAPCore
import Testing

@testable import CommandLine
@testable import IAPMessages

struct ExitStatusTests {
  @Test(arguments: IAPCode.allCases.filter { $0 != .notInitialized && $0 != .productNotAvailable })
  func `Errors of IAP exit 4, with two exceptions`(_ code: IAPCode) {
    #expect(ExitStatus(of: .iap(code, .bug(""))).code == 4)
  }

  @Test
  func `A product that does not exist exits 3, one that cannot be bought 4`() {
    let missing = IAPError.iap(
      .productNotAvailable, .product("a", .notFound(market: "AS", soldIn: [])))
    #expect(ExitStatus(of: missing).code == 3)
    #expect(ExitStatus(of: .iap(.productNotAvailable, .product("a", .notInUse))).code == 4)
    #expect(ExitStatus(of: .iap(.productNotAvailable, .product("a", .unknownToStore))).code == 4)
  }

  @Test
  func `A file that is not a store exits 65`() {
    let error = IAPError.iap(.notInitialized, .file("a", .notAStore(what: "b")))
    #expect(ExitStatus(of: error).code == 65)
  }

  @Test(
    arguments: [
      (.networkNotAvailable, nil, 69), (.requestTimeout, nil, 69), (.requestFailed, 401, 77),
      (.requestFailed, 403, 77), (.requestFailed, 404, 76), (.requestFailed, 302, 76),
      (.requestFailed, 429, 75), (.requestFailed, 503, 75), (.requestFailed, 500, 69),
      (.requestFailed, 502, 69), (.requestInvalid, nil, 76), (.responseInvalid, nil, 76),
      (.alreadyInProgress, nil, 75),
    ] as [(HTTPCode, Int?, Int32)])
  func `Errors of HTTP exit with their statuses`(_ code: HTTPCode, _ status: Int?, _ exit: Int32) {
    let error = IAPError(.http(code), .bug(""), httpStatus: status)
    #expect(ExitStatus(of: error).code == exit)
  }

  @Test(
    arguments: [
      (.usage, 64), (.unsupported, 64), (.outage, 69), (.configuration, 78), (.notConfirmed, 2),
      (.checkFailed, 6),
      (.paymentNotFound, 3), (.codeNotFound, 3), (.inputMissing, 66), (.inputInvalid, 65),
      (.inputUnreadable, 66),
      (.storeExists, 64), (.storeMissing, 66), (.storeIsDirectory, 66), (.storeUnreadable, 66),
      (.storeDamaged, 65), (.storeTooNew, 65), (.storeReadOnly, 74), (.storeBusy, 75),
      (.configurationBusy, 75), (.storeNotWritten, 74), (.seedInvalid, 65), (.seedContradicts, 65),
      (.journalForeign, 65), (.journalDamaged, 65), (.journalTooNew, 65), (.unsettled, 7),
      (.journalUnreadable, 66), (.journalBusy, 75), (.journalNotWritten, 74),
      (.outputNotWritten, 74), (.clockMovedBack, 64), (.libraryMissing, 69),
      (.tooManyOpenFiles, 69), (.tooManyThreads, 69), (.tooLittleMemory, 69),
      (.programNotStarted, 126),
      (.addressUnusable, 69), (.deliveryFailed, 5), (.undoFailed, 5),
      (.bug, 70),
    ] as [(ConsoleCode, Int32)])
  func `Errors of iapctl exit with their statuses`(_ code: ConsoleCode, _ exit: Int32) {
    #expect(ExitStatus(of: .iapctl(code, .bug(""))).code == exit)
  }

  @Test(arguments: [(2, 130), (15, 143), (1, 129)])
  func `A signal exits as in a shell`(_ signal: Int32, _ exit: Int32) {
    #expect(ExitStatus(of: .iapctl(.interrupted, .stopped(signal: signal))).code == exit)
  }

  @Test
  func `An unknown outcome exits 7, with any code`() {
    for code in [
      IAPError.Code.iap(.unknown), .http(.requestTimeout), .http(.requestFailed),
      .iapctl(.outputNotWritten),
    ] {
      let error = IAPError(code, .answerLost(operation: "consume"), outcome: .unknown)
      #expect(ExitStatus(of: error).code == 7)
    }
  }

  @Test
  func `The origin of a usage error decides its status`() {
    func error(_ origin: UsageError.Origin) -> IAPError {
      IAPError(UsageError(PlaceUsage.storeOnly, origin: origin))
    }
    #expect(error(.commandLine).name == "usage")
    #expect(error(.variable("A")).name == "configuration")
    #expect(ExitStatus(of: error(.missingBackend)).code == 78)
  }

  private static let examples: [Int32: IAPError] = [
    74: .iapctl(.storeNotWritten, .bug("")),
    7: IAPError(.http(.requestTimeout), .bug(""), outcome: .unknown),
    77: IAPError(.http(.requestFailed), .bug(""), httpStatus: 401),
    78: .iapctl(.configuration, .bug("")),
    76: IAPError(.http(.responseInvalid), .bug("")),
    75: IAPError(.http(.requestFailed), .bug(""), httpStatus: 429),
    69: IAPError(.http(.networkNotAvailable), .bug("")),
    4: .iap(.changePurchaseStatusFailed, .bug("")),
    3: .iapctl(.paymentNotFound, .bug("")),
    130: .iapctl(.interrupted, .stopped(signal: 2)),
    143: .iapctl(.interrupted, .stopped(signal: 15)),
  ]

  @Test(
    arguments: [
      ([], false, 0), ([], true, 0), ([4], false, 4), ([4, 4], false, 4), ([4], true, 5),
      ([4, 3], false, 5), ([3], true, 5), ([69, 69], false, 69), ([69, 4], false, 69),
      ([69, 75], false, 75), ([75], true, 5), ([69], true, 5), ([69, 4], true, 5),
      ([7], true, 7), ([7, 4], true, 7), ([7, 74], true, 74), ([7, 130], true, 7),
      ([7, 130], false, 7), ([74, 143], true, 74), ([77, 130], true, 130), ([69, 130], false, 130),
      ([4, 74], true, 74),
      ([76, 4], true, 76), ([76, 77], true, 77), ([78, 76], false, 78), ([7, 77], false, 7),
      ([130], true, 130), ([4, 130], false, 130), ([3, 143], true, 143),
    ] as [([Int32], Bool, Int32)])
  func `Equal failures exit with their status, different ones with the worst`(
    _ statuses: [Int32], _ isPartial: Bool, _ exit: Int32
  ) throws {
    let failures = try statuses.map { try #require(Self.examples[$0]) }
    for tally in [FailureTally(failures), FailureTally(failures.reversed())] {
      #expect(ExitStatus(of: tally, among: .payments, isPartial: isPartial).code == exit)
    }
  }

  @Test(
    arguments: [
      ([], true, 0), ([77], true, 5), ([76], true, 5), ([78], true, 5), ([69, 77], true, 5),
      ([4], true, 5), ([7], true, 7), ([74], true, 74), ([130], true, 130), ([7, 130], true, 7),
      ([77], false, 77), ([77, 77], false, 77), ([77, 69], false, 77), ([69, 76], false, 76),
      ([4, 3], false, 5),
    ] as [([Int32], Bool, Int32)])
  func `If some markets answered, only failures worse than a partial one decide the status`(
    _ statuses: [Int32], _ isPartial: Bool, _ exit: Int32
  ) throws {
    let failures = FailureTally(try statuses.map { try #require(Self.examples[$0]) })
    #expect(ExitStatus(of: failures, among: .markets, isPartial: isPartial).code == exit)
  }
}

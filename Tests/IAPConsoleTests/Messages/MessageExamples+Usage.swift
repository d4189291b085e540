import CommandLine
import IAPCore

@testable import IAPConsole

/// Examples of usage errors.
extension MessageExamples {
  static let usageErrors: [MessageExample] =
    MessageExample.usage(argument) + MessageExample.usage(placeProblems)
    + MessageExample.usage(setting) + MessageExample.usage(consumeProblems)
    + MessageExample.usage(command)

  private static let argument: [ArgumentProblem] =
    [
      .unknownCommand("purchse", suggestion: "purchase", program: "iapctl"),
      .unknownCommand("x", suggestion: nil, program: "iapctl"), .refusedOption("--app-key"),
      .unknownOption("--usr", suggestion: "--user", help: "X"),
      .misplacedOption("--all", command: "consume"),
      .missingValue("--user", label: "ID", next: nil),
      .missingValue("--user", label: "ID", next: "--yes"), .unwantedValue("--all"),
      .givenTwice("--user", "a", "b"),
      .value("x", of: "--limit", expectation: "e", suggestion: nil),
      .value("tabel", of: "-o", expectation: "e", suggestion: "table"),
      .missingOperand("X", help: "h"),
      .extraOperand("x", help: "h"), .commandWithoutDashes("x"), .noArguments,
      .argumentNotText(position: "2", repaired: "x"), .variableNotText("V", repaired: "x"),
      .variableNotText("V", repaired: nil),
    ]
    + RefusedCommand.allCases.map { .refusedCommand($0.rawValue, operand: "7") }
    + [.refusedCommand("undo", operand: nil)]

  private static let placeProblems: [PlaceProblem] = [
    .notChosen(profiles: []), .notChosen(profiles: ["live", "ci"]),
    .notChosen(profiles: (1...30).map { Identifier("p\($0)") }),
    .twoPlaces(store: "--store", url: "--url"), .twoKeysInProfile(.appKey, key: "appKey"),
    .twoKeys(.appKey, other: "appKeyFile", profile: "live"),
    .keysOfOtherPlaces(
      .secretKey, url: "https://a.example",
      [
        .profile("live", .server(url: "https://b.example")), .environment(.store(path: "s.db")),
      ]),
    .unknownProfile(
      "lve", path: "c.json", suggestion: "live", profiles: ["live"], isCurrent: true),
    .unknownProfile("x", path: nil, suggestion: nil, profiles: [], isCurrent: false),
    .storeOnly, .settingOfStores("--now"), .unusedByStore(option: "url", chosenBy: "--store"),
    .unusedByAPI(option: "app-seq", api: "service"),
    .severalMarkets(["AS", "GG"], givenBy: "IAPCTL_MARKET"),
    .severalMarkets(["AS", "GG"], givenBy: nil), .noUser(canListAll: true),
    .noUser(canListAll: false),
  ]

  private static let setting: [SettingProblem] =
    [
      .nullCharacter(in: "--user"), .inputReadTwice(option: "from"),
      .unusedByCommand(option: "payload", command: "purchase --deferred", help: "h"),
      .fileInvalid(path: "c.json", place: "", problem: .missing),
      .fileInvalid(path: "c.json", place: "profiles", problem: .missing), .noConfigurationFolder,
      .noJournalFolder, .notBoolean(key: "k", "x"), .notByMarket(key: "k", part: "x", all: "a"),
      .keyHasValue("appKey", command: "X"), .secretNotPrinted(key: "appKey", path: "c.json"),
      .notGiven(option: "--name NAME"),
      .notSet(key: "user", "live"), .nameTaken("live", path: "c.json"),
      .removesCurrentProfile("live", others: ["ci"]), .unknownTimeZone("Mars", in: "--time-zone"),
      .noFields,
      .unknownField("usr", suggestion: "user", fields: ["user", "price"]),
    ]
    + OrderNumber.allCases.map { .orderNumber("GPA.1", of: "PAYMENT_SEQ", $0) }

  private static let consumeProblems: [ConsumeProblem] = [
    .sourceTakesNo(.payments, source: "--all"), .sourceTakesNo(.token, source: "--from"),
    .sourceTakesNo(.all, source: "--from"), .tokenOfSeveral, .allNeedsUser(nil),
    .allNeedsUser("alice"), .limitWithoutTimes(api: "service"),
    .optionNeeds(option: "product", other: "--all", isFilter: true),
    .optionNeeds(option: "columns", other: "--from", isFilter: false),
    .lineWithoutOwner(3, of: "a.csv"), .lineWithoutProduct(3, of: "a.csv"),
    .noTicket(profile: "live"), .lineWithoutTicket(3, of: "a.csv", profile: "live"),
    .unknownsToOutput, .unknownsExist(path: "a"), .needsDeliver(option: "undo"), .takeOverNeedsTeam,
    .timeOutOfRange(option: "deliver-timeout"),
    .unknownMarket(UnknownName(.markets, "A", known: ["AS"])),
    .unknownMarket(UnknownName(.markets, "as", known: ["AS"])),
    .unknownMarket(UnknownName(.markets, "XX", known: [])),
  ]

  private static let command: [CommandProblem] = [
    .exclusive("--user", "--all-users"),
    .optionNeeds(option: "--legacy", other: "--legacy-db", value: "--legacy-db FILE"),
    .deferredBuysNothing(other: "sandbox"), .noSubscriptionsApp("GG"), .noSubscriptionsPage("XX"),
    .noOutcome, .noGrantedCommand, .caseUnknown("consume[9]:lost", requests: ["consume[1]"]),
    .noTicketOfSettlement, .pageExists(path: "r.html"), .pageToOutput,
    .ofStateSuccess(option: "--price"), .followsWithoutEnd,
    .noOperation(operations: ["consume", "purchase"]), .noFaultCode,
    .faultOfNoProduct(operation: "restore"), .faultOfNoPayment(operation: "restore"),
    .faultOfNoUser,
    .notAFile(path: "a"), .faultCodeUnknown(200, .iap, owner: nil),
    .faultCodeUnknown(100, .iap, owner: .http), .faultAfterQuery,
  ]
}

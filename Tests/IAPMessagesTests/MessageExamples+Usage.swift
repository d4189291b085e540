import CommandLine
import IAPCore

@testable import IAPMessages

/// Examples of usage errors.
extension MessageExamples {
  static let usageErrors: [MessageExample] =
    MessageExample.problems(argument, ArgumentUsage.text)
    + MessageExample.problems(option) { ArgumentUsage.text(of: .option("--user", $0)) }
    + MessageExample.texts(placeProblems + setting + consumeProblems + command)
    + MessageExample.sentences(otherKeys)

  private static let argument: [ArgumentProblem] =
    [
      .unknownCommand("purchse", suggestion: "purchase", program: "iapctl"),
      .unknownCommand("x", suggestion: nil, program: "iapctl"),
      .unknownCommand("payment 123", suggestion: nil, program: "iapctl"),
      .unknownCommand("journal 123", suggestion: nil, program: "iapctl"),
      .value("x", of: "--limit", expectation: "e", suggestion: nil),
      .value("tabel", of: "-o", expectation: "e", suggestion: "table"),
      .missingOperand("X", help: "h"), .option("--all", .unwantedValue),
      .extraOperand("x", help: "h"), .extraOperand("kim", help: "iapctl unconsumed --help"),
      .extraOperand("123", help: "iapctl unconsumed --help"),
      .commandWithoutDashes("x"), .noArguments,
      .argumentNotText(position: "2", repaired: "x"), .variableNotText("V", repaired: "x"),
      .variableNotText("V", repaired: nil),
    ]
    + RefusedCommand.allCases.map { .refusedCommand($0.rawValue, operand: "7") }
    + [.refusedCommand("undo", operand: nil)]

  private static let option: [ArgumentProblem.OptionProblem] = [
    .refused, .unknown(suggestion: "--user", help: "X"), .misplaced(command: "consume"),
    .missingValue(label: "ID", next: nil), .missingValue(label: "ID", next: "--yes"),
    .unwantedValue, .givenTwice("a", "b"),
  ]

  private static let otherKeys = [
    PlaceUsage.key(of: "live", isFor: "https://b.example"),
    PlaceUsage.key(in: "IAPCTL_APP_KEY", isFor: PlaceMessages.fixtureStore("s.db")),
  ]

  private static let placeProblems: [ErrorText] =
    [
      PlaceUsage.nothingToServe, PlaceUsage.notChosen(profiles: []),
      PlaceUsage.notChosen(profiles: ["live", "ci"]),
      PlaceUsage.notChosen(profiles: (1...30).map { Identifier("p\($0)") }),
      PlaceUsage.twoPlaces(store: "--store", url: "--url"),
      PlaceUsage.twoKeysInProfile(.appKey, key: "appKey"),
      PlaceUsage.twoKeys(.appKey, other: "appKeyFile", profile: "live"),
      PlaceUsage.keysOfOtherPlaces(
        .secretKey, url: "https://a.example",
        otherKeys),
      PlaceUsage.unknownProfile(
        "lve", path: "c.json", suggestion: "live", profiles: ["live"], isCurrent: true),
      PlaceUsage.unknownProfile("x", path: nil, suggestion: nil, profiles: [], isCurrent: false),
      PlaceUsage.unknownProfile(
        "x", path: "c.json", suggestion: nil, profiles: [], isCurrent: false, isToChange: true),
      PlaceUsage.profileWithoutPlace("game", .secretKey),
      PlaceUsage.storeOnly, PlaceUsage.settingOfStores("--now"),
      PlaceUsage.unusedByStore(option: "url", chosenBy: "--store"),
      PlaceUsage.unusedByAPI(option: "app-seq", api: "service"),
      PlaceUsage.severalMarkets(["AS", "GG"], givenBy: "IAPCTL_MARKET"),
      PlaceUsage.severalMarkets(["AS", "GG"], givenBy: nil), PlaceUsage.noUser(canListAll: true),
      PlaceUsage.noUser(canListAll: false),
    ]

  private static let setting: [ErrorText] =
    [
      SettingUsage.nullCharacter(in: "--user"), SettingUsage.inputReadTwice(option: "from"),
      SettingUsage.unusedByCommand(option: "payload", command: "purchase --deferred", help: "h"),
      SettingUsage.fileInvalid(path: "c.json", place: "", problem: .missing),
      SettingUsage.fileInvalid(path: "c.json", place: "profiles", problem: .missing),
      SettingUsage.noConfigurationFolder,
      SettingUsage.noJournalFolder, SettingUsage.notBoolean(key: "k", "x"),
      SettingUsage.notByMarket(key: "k", part: "x", all: "a"),
      SettingUsage.keyHasValue("appKey", command: "X"),
      SettingUsage.secretNotPrinted(key: "appKey", path: "c.json"),
      SettingUsage.notGiven(option: "--name NAME"),
      SettingUsage.nameTaken("live", path: "c.json"),
      SettingUsage.removesCurrentProfile("live", others: ["ci"]),
      SettingUsage.unknownTimeZone("Mars", in: "--time-zone"),
      SettingUsage.offsetAsTimeZone(
        "UTC+9", in: "--time-zone", hours: "+9", zone: "Etc/GMT-9"),
      SettingUsage.offsetAsTimeZone(
        "UTC+5:30", in: "--time-zone", hours: nil, zone: "Etc/GMT-5"),
      SettingUsage.spaceInNumber("1 2", of: "PAYMENT_SEQ", meant: "12"),
      SettingUsage.ticketWithoutText("--ticket"), SettingUsage.noFields,
      SettingUsage.unknownField("usr", suggestion: "user", fields: ["user", "price"]),
    ]
    + OrderNumber.allCases.map { SettingUsage.orderNumber("GPA.1", of: "PAYMENT_SEQ", $0) }

  private static let consumeProblems: [ErrorText] =
    [
      ConsumeUsage.sourceTakesNo(.payments, source: "--all"),
      ConsumeUsage.sourceTakesNo(.token, source: "--from"),
      ConsumeUsage.sourceTakesNo(.all, source: "--from"), ConsumeUsage.tokenOfSeveral,
      ConsumeUsage.onlyUnknownNeedsResume, ConsumeUsage.onlyUnknownOfAll,
      ConsumeUsage.allNeedsUser(nil),
      ConsumeUsage.allNeedsUser("alice"), ConsumeUsage.limitWithoutTimes(api: "service"),
      ConsumeUsage.optionNeeds(option: "product", other: "--all", isFilter: true),
      ConsumeUsage.optionNeeds(option: "columns", other: "--from", isFilter: false),
      ConsumeUsage.lineWithoutOwner(3, of: "a.csv"),
      ConsumeUsage.lineWithoutProduct(3, of: "a.csv"),
      ConsumeUsage.noTicket(profile: "live"),
      ConsumeUsage.lineWithoutTicket(3, of: "a.csv", profile: "live"),
      ConsumeUsage.unknownsToOutput, ConsumeUsage.unknownsExist(path: "a"),
      ConsumeUsage.needsDeliver(option: "undo"), ConsumeUsage.takeOverNeedsTeam,
      ConsumeUsage.timeOutOfRange(option: "deliver-timeout"),
      ConsumeUsage.unknownMarket(UnknownName(.markets, "A", known: ["AS"])),
      ConsumeUsage.unknownMarket(UnknownName(.markets, "as", known: ["AS"])),
      ConsumeUsage.unknownMarket(UnknownName(.markets, "XX", known: [])),
    ]

  private static let command: [ErrorText] =
    [
      CommandUsage.productsWithout(option: "type", api: "service"),
      CommandUsage.exclusive("--user", "--all-users"),
      CommandUsage.optionNeeds(option: "--legacy", other: "--legacy-db", value: "--legacy-db FILE"),
      CommandUsage.deferredBuysNothing(other: "sandbox"), CommandUsage.noSubscriptionsApp("GG"),
      CommandUsage.noSubscriptionsPage("XX"),
      CommandUsage.noOutcome, CommandUsage.noGrantedCommand,
      CommandUsage.caseUnknown("consume[9]:lost", requests: ["consume[1]"]),
      CommandUsage.noTicketOfSettlement, CommandUsage.pageExists(path: "r.html"),
      CommandUsage.pageToOutput,
      CommandUsage.ofStateSuccess(option: "--price"), CommandUsage.followsWithoutEnd,
      CommandUsage.noOperation(operations: ["consume", "purchase"]), CommandUsage.noFaultCode,
      CommandUsage.faultOfNoProduct(operation: "restore"),
      CommandUsage.faultOfNoPayment(operation: "restore"),
      CommandUsage.faultOfNoUser,
      CommandUsage.notAFile(path: "a"), CommandUsage.faultCodeUnknown(200, .iap, owner: nil),
      CommandUsage.faultCodeUnknown(100, .iap, owner: .http), CommandUsage.faultAfterQuery,
    ]
}

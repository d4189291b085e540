import Languages

@testable import IAPMessages

/// Examples of what is asked and said while profiles are made and checked.
extension MessageExamples {
  static let setup: [Sentence] =
    [
      SetupMessages.begin(path: "c.json"), SetupMessages.askName(usual: nil),
      SetupMessages.askName(usual: "default"),
      SetupMessages.askURL(usual: "https://a.example"),
      SetupMessages.askAPI(["service", "legacy"], usual: "service"),
      SetupMessages.askKey(.appKey), SetupMessages.askKey(.secretKey),
      SetupMessages.askKeyFile(.appKey), SetupMessages.askKeyFile(.secretKey),
      SetupMessages.askAppID, SetupMessages.askAppSeq,
      SetupMessages.askMarkets(usual: ["AS", "GG"]),
      SetupMessages.askMarkets(usual: []), SetupMessages.askPackage,
      SetupMessages.askJournal(usual: "j.db"), SetupMessages.askJournal(usual: nil),
      SetupMessages.preview("live", path: "c.json"),
      SetupMessages.setting(key: "api", value: "service"),
      SetupMessages.newKeyFile(path: "/k"), SetupMessages.askToWrite(becomesCurrent: true),
      SetupMessages.askToWrite(becomesCurrent: false), SetupMessages.asking,
      SetupMessages.askToWriteAnyway, SetupMessages.keyFileMade(path: "/k"),
      SetupMessages.keyRefused,
      SetupMessages.notWritten(.http(.networkNotAvailable, .server("o", .unreachable(why: "w")))),
      SetupMessages.notWritten(.iapctl(.interrupted, .stopped(signal: 2))),
      SetupMessages.variablesPrevail(["IAPCTL_URL"], over: "live"),
      SetupMessages.variablesPrevail(["IAPCTL_STORE", "IAPCTL_URL"], over: "live"),
      SetupMessages.askToRemove("live", path: "c.json", holdsKey: true),
      SetupMessages.askToRemove("live", path: "c.json", holdsKey: false),
      SetupMessages.removed("live", path: "c.json", keyFile: nil),
      SetupMessages.removed("live", path: "c.json", keyFile: "/k"),
      SetupMessages.renamed("a", to: "b", isCurrent: true),
      SetupMessages.renamed("a", to: "b", isCurrent: false),
      SetupMessages.copied("a", to: "b", key: nil),
      SetupMessages.copied("a", to: "b", key: .file(path: "/k")),
      SetupMessages.copied("a", to: "b", key: .value),
      SetupMessages.variableNamesNone(profile: "a"),
    ]

  static let checks: [Sentence] =
    [
      CheckMessages.notEncrypted, CheckMessages.noAppKey(api: "legacy"), CheckMessages.notReached,
      CheckMessages.keyRefused, CheckMessages.noAnswer,
      CheckMessages.clock(ahead: 0), CheckMessages.clock(ahead: 90),
      CheckMessages.clock(ahead: -90), CheckMessages.noServerTime, CheckMessages.setClock,
      CheckMessages.newJournal(path: "j.db"),
      CheckMessages.noJournalOfStore,
      CheckMessages.remedy(CheckMessages.setClock, check: "clock", profile: nil),
      CheckMessages.remedy(CheckMessages.setClock, check: "clock", profile: "live"),
      CheckMessages.passed(checks: 1, profiles: 1), CheckMessages.passed(checks: 12, profiles: 2),
    ]
}

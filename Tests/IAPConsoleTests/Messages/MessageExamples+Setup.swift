@testable import IAPConsole

/// Examples of what is asked and said while profiles are made and checked.
extension MessageExamples {
  static let setup: [SetupMessage] = [
    .begin(path: "c.json"), .askName(usual: nil), .askName(usual: "default"),
    .askURL(usual: "https://a.example"), .askAPI(["service", "legacy"], usual: "service"),
    .askKey(.appKey), .askKey(.secretKey), .askKeyFile(.appKey), .askKeyFile(.secretKey),
    .askAppID, .askAppSeq, .askMarkets(usual: ["AS", "GG"]),
    .askMarkets(usual: []), .askPackage, .askJournal(usual: "j.db"), .askJournal(usual: nil),
    .preview("live", path: "c.json"), .setting(key: "api", value: "service"),
    .newKeyFile(path: "/k"), .askToWrite(becomesCurrent: true),
    .askToWrite(becomesCurrent: false), .asking, .askToWriteAnyway, .keyFileMade(path: "/k"),
    .keyRefused, .notWritten(.http(.networkNotAvailable, .server("o", .unreachable(why: "w")))),
    .notWritten(.iapctl(.interrupted, .stopped(signal: 2))),
    .variablesPrevail(["IAPCTL_URL"], over: "live"),
    .variablesPrevail(["IAPCTL_STORE", "IAPCTL_URL"], over: "live"),
    .askToRemove("live", path: "c.json", holdsKey: true),
    .askToRemove("live", path: "c.json", holdsKey: false),
    .removed("live", path: "c.json", keyFile: nil),
    .removed("live", path: "c.json", keyFile: "/k"), .renamed("a", to: "b", isCurrent: true),
    .renamed("a", to: "b", isCurrent: false), .copied("a", to: "b", key: nil),
    .copied("a", to: "b", key: .file(path: "/k")), .copied("a", to: "b", key: .value),
    .variableNamesNone(profile: "a"),
  ]

  static let checks: [CheckMessage] = [
    .place(place), .notEncrypted, .noAppKey(api: "legacy"), .notReached, .keyRefused, .noAnswer,
    .clock(ahead: 0), .clock(ahead: 90), .clock(ahead: -90), .noServerTime, .setClock,
    .journal(path: "j.db"), .newJournal(path: "j.db"), .noJournalOfStore,
    .remedy(check: "clock", profile: nil, error: nil),
    .remedy(check: "key", profile: "live", error: .http(.requestFailed, .statusNotOK(401))),
    .passed(checks: 1, profiles: 1), .passed(checks: 12, profiles: 2),
  ]
}

import IAPCore
import Languages
import TestSupport
import Testing

struct ErrorCatalogueTests {
  private func find(_ code: Int, _ domain: ErrorDomain) throws -> ErrorExplanation {
    let found = ErrorCatalogue.explanations(of: code, in: domain)
    try #require(found.count == 1)
    return found[0]
  }

  @Test
  func `The catalogue has every code of every domain once`() {
    func codes(_ domain: ErrorDomain) -> [Int?] {
      ErrorCatalogue.all.filter { $0.domain == domain }.map(\.code)
    }
    #expect(codes(.iap) == IAPCode.allCases.map(\.rawValue))
    #expect(codes(.http) == HTTPCode.allCases.map(\.rawValue))
    #expect(codes(.server) == ServerCode.allCases.map(\.rawValue))
    #expect(codes(.gamebase) == GamebaseCode.allCases.map(\.rawValue))
    #expect(codes(.iapctl) == ConsoleCode.allCases.map { _ in nil })
  }

  @Test(arguments: ConsoleCode.allCases)
  func `Every name that an error of iapctl can have is explained`(code: ConsoleCode) throws {
    let name = IAPError.iapctl(code, .notConfirmed).name
    let found = ErrorCatalogue.explanations(named: name, in: .iapctl)
    try #require(found.count == 1)
    #expect(found[0].name == name)
    #expect(!found[0].row.when.isEmpty && !found[0].row.remedy.isEmpty)
  }

  @Test(arguments: [
    ("expired", [ErrorDomain.iap]), ("EXPIRED", [.iap]), ("unknown", [.iap, .server]),
    ("alreadyInProgress", [.iap, .http]), ("ALREADY_CONSUMED", [.server]),
    ("alreadyConsumed", [.iap]), ("paymentNotFound", [.iapctl]), ("", []), ("12", []),
  ])
  func `A name is found in each domain that has it, without case`(
    name: String, domains: [ErrorDomain]
  ) {
    #expect(ErrorCatalogue.explanations(named: name).map(\.domain) == domains)
    #expect(
      ErrorCatalogue.explanations(named: name, in: .iap).map(\.domain)
        == domains.filter { $0 == .iap })
  }

  @Test
  func `Already consumed is explained under the name and the code of its error`() throws {
    let error = IAPError.alreadyConsumed("1")
    let found = ErrorCatalogue.explanations(named: error.name)
    try #require(found.count == 1)
    #expect(found[0].domain.text == error.domain)
    #expect(found[0].code == error.number)
    #expect(found[0].row.remedy == (try find(5018, .server).row.remedy))
  }

  @Test(arguments: ErrorCatalogue.all.indices)
  func `Every code has a name, a description and a meaning in each language`(index: Int) {
    let explanation = ErrorCatalogue.all[index]
    #expect(!explanation.name.isEmpty)
    for language in Language.allCases { #expect(!language.text(explanation.row.meaning).isEmpty) }
    for words in [explanation.row.when, explanation.row.remedy] {
      #expect(words.first?.isLowercase == true, "\(words)")
      #expect(!words.hasSuffix(".") && !words.contains(". ") && !words.contains("  "), "\(words)")
    }
    #expect(explanation.row.when != explanation.row.remedy)
  }

  @Test
  func `Each code has its own situation`() {
    // Many codes of Gamebase mean the same.
    let others = ErrorCatalogue.all.filter { $0.domain != .gamebase }.map(\.row.when)
    let situations =
      others
      + GamebaseCode.Kind.allCases.map { kind in
        GamebaseCode.allCases.first { $0.kind == kind }?.row.when ?? "\(kind) has no row"
      }
    #expect(!situations.contains { $0.hasSuffix("has no row") })
    #expect(Set(situations).count == situations.count)
  }

  @Test(arguments: [
    (0, [ErrorDomain.iap, .server]), (14, [.iap]), (104, [.http]), (5018, [.server]), (19, []),
    (-1, []), (Int.max, []),
  ])
  func `A number is found in each domain that lists it`(code: Int, domains: [ErrorDomain]) {
    #expect(ErrorCatalogue.explanations(of: code).map(\.domain) == domains)
    // That of Gamebase has the codes of the server, too.
    for domain in ErrorDomain.allCases where domain != .gamebase {
      #expect(
        ErrorCatalogue.explanations(of: code, in: domain).map(\.domain)
          == domains.filter { $0 == domain })
    }
  }

  @Test
  func `The names are those that errors are printed with`() throws {
    #expect(try find(14, .iap).name == "expired")
    #expect(try find(106, .http).name == "alreadyInProgress")
    #expect(try find(5018, .server).name == "ALREADY_CONSUMED")
    for code in IAPCode.allCases {
      #expect(try find(code.rawValue, .iap).name == IAPError.iap(code, .notConfirmed).name)
    }
  }

  @Test
  func `Only three codes of the SDK are retryable`() {
    let retryable = ErrorCatalogue.all.filter {
      $0.row.isRetryable && $0.domain != .iapctl && $0.domain != .gamebase
    }
    #expect(retryable.allSatisfy { $0.domain == .http })
    #expect(retryable.map(\.code) == [100, 102, 106])
  }

  @Test
  func `An error has the row of its code; "already consumed" has its own`() {
    #expect(IAPError.alreadyConsumed("1").row.remedy == ServerCode.alreadyConsumed.row.remedy)
    let refused = IAPError(
      .iap(.changePurchaseStatusFailed), .payment("1", .tokenWrong), serverCode: 5000)
    #expect(refused.row.remedy == IAPCode.changePurchaseStatusFailed.row.remedy)
    #expect(IAPError.iapctl(.bug, .bug("")).row.exit == 70)
  }

  @Test
  func `Each code has a row`() {
    #expect(IAPCode.allCases.allSatisfy { IAPCode.rows[$0] != nil })
    #expect(HTTPCode.allCases.allSatisfy { HTTPCode.rows[$0] != nil })
    #expect(ServerCode.allCases.allSatisfy { ServerCode.rows[$0] != nil })
  }

  @Test
  func `No advice grants an item that may be unpaid or already granted`() throws {
    #expect(
      try find(5018, .server).row.remedy.hasPrefix(
        "do not grant, and revoke nothing: another client may have granted the item"))
    #expect(try find(9999, .server).row.remedy.contains("neither grant nor revoke"))
    #expect(try find(0, .iap).row.remedy == find(9999, .server).row.remedy)
    #expect(try find(5000, .server).row.remedy == find(12, .iap).row.remedy)
    for code in [8, 9, 10, 11, 12, 15] {
      #expect(try find(code, .iap).row.remedy.hasPrefix("grant nothing"))
    }
    for code in [100, 101, 102, 105] {
      let explanation = try find(code, .http)
      #expect(explanation.row.when.contains("may have happened"))
      #expect(
        explanation.row.remedy.hasSuffix(
          "; if a consume was sent, settle it with: iapctl consume PAYMENT_SEQ --resume --only-unknown"
        ))
    }
  }

  @Test
  func `The entry for 104 explains its meanings in other SDKs`() throws {
    let when = try find(104, .http).row.when
    #expect(when.contains("; the same number means \"cancelled\" in the legacy client"))
    #expect(when.contains("\"already consumed\" on Android"))
  }
}

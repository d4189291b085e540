import IAPCore
import IAPMessages
import IAPWire
import Testing

@testable import IAPConsole

/// What the errors of the queries say about a server.
struct ServerChecksTests {
  private static func server(_ problem: IAPError.ServerProblem) -> IAPError {
    .http(.networkNotAvailable, .server("o", problem))
  }

  private static func status(_ status: Int) -> IAPError {
    IAPError(.http(.requestFailed), .statusNotOK(status), httpStatus: status)
  }

  private static let unresolved = server(.unresolved(why: "w"))
  private static let unreachable = server(.unreachable(why: "w"))
  private static let untrusted = server(.untrusted(why: "w"))
  private static let late = IAPError.http(.requestTimeout, .server("o", .noAnswerInTime))
  private static let refused = IAPError(
    .iap(.unknown), .serverSaid(code: 9999, message: nil), serverCode: 9999, httpStatus: 200)

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let errors: [IAPError?]
    /// The results of name, connection, tls, key, the markets and the clock: ok, failed, skipped.
    let results: String

    init(_ description: String, _ errors: [IAPError?], _ results: String) {
      (testDescription, self.errors, self.results) = (description, errors, results)
    }
  }

  private static let cases: [Case] = [
    Case("all is well", [nil, nil], "oooo oo o"),
    Case("an unknown host", [unresolved, unresolved], "fsss ss s"),
    Case("no connection", [unreachable, unreachable], "ofss ss s"),
    Case("a bad certificate", [untrusted, untrusted], "oofs ss s"),
    Case(
      "no libcurl",
      [.iapctl(.libraryMissing, .libraryMissing(.curl, name: "libcurl", why: "w"))], "fsss s s"),
    Case("no answer in time", [late, late], "ooos ff o"),
    Case("one market without an answer", [nil, late], "oooo of o"),
    Case("one market without a connection", [nil, unreachable], "oooo of o"),
    Case("a refused key", [status(401), status(401)], "ooof ss o"),
    Case("a forbidden key", [status(403)], "ooof s o"),
    Case("a key that is refused for one market", [nil, status(403)], "oooo of o"),
    Case("a refused key and a broken market", [status(401), status(500)], "ooof sf o"),
    Case("another program at the address", [status(404), status(404)], "ooos ff o"),
    Case("a result code of the server", [refused, refused], "ooos ff o"),
    Case(
      "a setting that is missing before anything is sent", [.iapctl(.usage, .noAppSeq)],
      "ssss f s"),
  ]

  private func results(_ checks: [ProfileCheck]) -> String {
    let letters = checks.map { String($0.result.rawValue.prefix(1)) }
    return letters.prefix(4).joined() + " " + letters.dropFirst(4).dropLast().joined() + " "
      + letters.suffix(1).joined()
  }

  @Test(arguments: cases)
  func `Each error fails one check, and those that depend on it are skipped`(_ example: Case) {
    var checks = ServerChecks(ahead: 0)
    checks.markets = example.errors.enumerated().map { ("market \($0.offset)", $0.element) }
    let all = checks.checks(isPlain: false, api: .service)
    #expect(results(all) == example.results)
    #expect(
      all.map(\.name)
        == ["name", "connection", "tls", "key"] + checks.markets.map(\.name) + ["clock"])
    for check in all where check.result == .failed { #expect(check.remedy != nil) }
  }

  @Test
  func `Plain http is not encrypted, and the legacy API has no key`() {
    let checks = ServerChecks(markets: [("markets", nil)])
    #expect(results(checks.checks(isPlain: true, api: .fixture)) == "ooso o s")
    #expect(results(checks.checks(isPlain: false, api: .legacy)) == "ooos o s")
  }

  @Test(arguments: [(0, true), (60, true), (-60, true), (61, false), (-61, false), (90_000, false)])
  func `A clock may differ by a minute`(_ ahead: Int64, _ isFine: Bool) {
    let checks = ServerChecks(markets: [("markets", nil)], ahead: ahead)
    let clock = checks.checks(isPlain: false, api: .service).last
    #expect(clock?.result == (isFine ? .ok : .failed))
    #expect(clock?.detail == CheckMessages.clock(ahead: ahead))
    #expect(clock?.remedy == (isFine ? nil : CheckMessages.setClock))
  }
}

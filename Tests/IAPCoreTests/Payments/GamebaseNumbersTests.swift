import IAPCore
import Testing

/// The numbers of Gamebase: of payments, of orders and of errors.
struct GamebaseNumbersTests {
  @Test(arguments: [
    "https://api-gamebase.nhncloudservice.com", "https://api-gamebase.cloud.toast.com",
    "https://API-Gamebase.cloud.toast.com:443",
  ])
  func `Both names of Gamebase's host are one server of one number space`(_ origin: String) {
    let server = ServerName(origin: origin, numberSpace: "gamebase")
    #expect(server.text == "api-gamebase.nhncloudservice.com/gamebase")
  }

  @Test
  func `The payments of two APIs of one server are apart, and each knows the other`() {
    let origin = "http://127.0.0.1:8080"
    let service = ServerName(origin: origin, numberSpace: nil)
    let gamebase = ServerName(origin: origin, numberSpace: "gamebase")
    #expect(service == ServerName(origin: origin) && service != gamebase)
    #expect(service.others([nil, "gamebase"]) == [gamebase])
    #expect(gamebase.others([nil, "gamebase"]) == [service])
    let real = ServerName(origin: "https://api-iap.cloud.toast.com", numberSpace: nil)
    #expect(
      real.others([nil, "gamebase"]).map(\.text) == [
        "api-gamebase.nhncloudservice.com/gamebase", "api-iap.cloud.toast.com/gamebase",
      ])
    #expect(ServerName(origin: "fixture:1").others([nil, "gamebase"]).isEmpty)
  }

  @Test(arguments: [
    ("GPA.1-2", "GPA.1-2", true), ("GPA.1-2..0", "GPA.1-2", true),
    ("GPA.1-2..12", "GPA.1-2", true), ("GPA.1-2..", "GPA.1-2", false),
    ("GPA.1-2..x", "GPA.1-2", false), ("GPA.1-23..1", "GPA.1-2", false),
    ("GPA.1-2", "GPA.1-2..0", false), ("X..1", "X", false),
  ])
  func `The order number of a renewal is of the order without its end`(
    _ number: String, _ order: String, _ expected: Bool
  ) {
    #expect(Identifier(number).isOrder(Identifier(order)) == expected)
  }

  @Test
  func `Gamebase has the codes that it passes on, and each of its own once`() {
    let codes = GamebaseCode.allCases.map(\.rawValue)
    #expect(Set(codes).count == codes.count && codes.count == 57)
    for code in [0, 1100, 5000, 5018, 9999] + codes {
      let found = ErrorCatalogue.explanations(of: code, in: .gamebase)
      #expect(found.map(\.domain) == [.gamebase], "\(code)")
    }
    #expect(ErrorCatalogue.explanations(of: 5018).map(\.domain) == [.server])
    #expect(ErrorCatalogue.explanations(ofCodeOrName: "-4010004").map(\.domain) == [.gamebase])
  }
}

import TestSupport
import Testing

@testable import IAPConsole

@Suite("iapctl tour")
struct TourTests {
  @Test("tour takes no arguments")
  func inputs() throws {
    #expect(try resolved(TourCommand.self, "tour") == .init())
    #expect(problem(TourCommand.self, "tour 1")?.message == "unexpected argument '1'")
  }

  @Test("If the tour cannot create its store, it fails and prints nothing")
  func noPlace() async {
    let run = await TestConsole().run("tour")
    #expect(run.status == 74)
    #expect(run.output.isEmpty)
  }
}

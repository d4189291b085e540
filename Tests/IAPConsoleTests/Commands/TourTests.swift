import TestSupport
import Testing

@testable import IAPConsole

struct TourTests {
  @Test("It takes nothing")
  func inputs() throws {
    #expect(try resolved(TourCommand.self, "tour") == .init())
    #expect(problem(TourCommand.self, "tour 1")?.message == "unexpected argument '1'")
  }

  @Test("Without a place for its store it fails and shows nothing")
  func noPlace() async {
    let run = await TestConsole().run("tour")
    #expect(run.status == 74)
    #expect(run.output.isEmpty)
  }
}

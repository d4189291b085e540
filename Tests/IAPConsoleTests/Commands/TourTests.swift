import TestSupport
import Testing

@testable import IAPConsole

struct TourTests {
  @Test
  func `tour takes no arguments`() throws {
    _ = try resolved(TourCommand.self, "tour")
    #expect(problem(TourCommand.self, "tour 1")?.message == "unexpected argument '1'")
  }

  @Test
  func `If the tour cannot create its store, it fails and prints nothing`() async {
    let run = await TestConsole().run("tour")
    #expect(run.status == 74)
    #expect(run.output.isEmpty)
  }
}

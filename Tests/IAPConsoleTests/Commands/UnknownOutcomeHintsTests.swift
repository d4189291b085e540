import IAPCore
import TestSupport
import Testing

/// If the outcome of a purchase, restore or reprocess is unknown, the hint has a command that shows
/// the result on the same backend.
struct UnknownOutcomeHintsTests {
  private static let lost = IAPError(
    .http(.requestTimeout), .server("test", .noAnswerInTime), outcome: .unknown)

  @Test
  func `The hint for a lost purchase response names the lists to check`() async {
    var service = FakeService()
    service.purchase = .failure(Self.lost)
    let run = await TestConsole.with(service).run("purchase gem --user alice --market GG")
    #expect(run.status == 7)
    #expect(
      run.errors.hasSuffix(
        "hint: the purchase may have happened; before you buy again, check: iapctl unconsumed "
          + "--user alice --market GG\nhint: iapctl subscriptions --user alice --market GG\n"
          + "hint: complete an interrupted purchase with: iapctl reprocess --user alice --market "
          + "GG\n"))
  }

  @Test
  func `The hint for an unknown restore or reprocess names the command to repeat`() async {
    var report = CompletionReport()
    report.failures = [Self.lost]
    var service = FakeService()
    (service.restored, service.reprocessed) = (report, report)
    let restored = await TestConsole.with(service).run("restore --user alice --store s.db")
    #expect(restored.status == 7)
    #expect(
      restored.errors.hasSuffix(
        "hint: it may have been restored; it is safe to run it again: iapctl restore --user "
          + "alice --store s.db\n"))
    let reprocessed = await TestConsole.with(service).run("reprocess --user alice -o json")
    #expect(reprocessed.status == 7)
    #expect(
      reprocessed.errors.contains(
        "complete the rest with: iapctl reprocess --user alice; then list what can be consumed "
          + "with: iapctl unconsumed --user alice\""))
  }

  @Test
  func `A change that was not applied has its own hint`() async {
    var service = FakeService()
    service.purchase = .failure(.http(.requestTimeout, .server("test", .noAnswerInTime)))
    let run = await TestConsole.with(service).run("purchase gem --user alice")
    #expect(run.status == 69)
    #expect(!run.errors.contains("look before"))
  }
}

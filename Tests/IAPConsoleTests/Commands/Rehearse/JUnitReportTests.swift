import IAPCore
import Testing

@testable import IAPConsole

struct JUnitReportTests {
  private func result(
    _ name: String, _ wrong: [PaymentVerdict] = []
  ) throws -> CaseResult {
    var judgement = Judgement([:], granted: [:], Expectation(seed: [:], allowed: []))
    judgement.wrong = wrong
    return CaseResult(
      scenario: try #require(RehearsalCase(name)), judgement: judgement, exitCodes: [0],
      time: .milliseconds(250), hasHappened: true, isGrantedFailed: false, folder: nil)
  }

  @Test
  func `Each case is a test, and one that is not right has a failure`() throws {
    let results = [
      try result("consume[1]:lost"),
      try result(
        "consume[1]:cut",
        [
          PaymentVerdict(payment: "7", verdict: .lost),
          PaymentVerdict(payment: "8", verdict: .doubled),
        ]),
    ]
    let bytes = JUnitReport.bytes(of: results) { "repeat '\($0)' & <more>" }
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
        <testsuite name="iapctl rehearse" tests="2" failures="1" errors="0" time="0.500">
        <testcase classname="rehearse" name="consume[1]:lost" time="0.250"/>
        <testcase classname="rehearse" name="consume[1]:cut" time="0.250"><failure type="lost" \
        message="payment 7: lost, payment 8: doubled">repeat &#39;consume[1]:cut&#39; &amp; \
        &lt;more&gt;</failure></testcase>
        </testsuite>
        </testsuites>

        """)
  }

  @Test
  func `A first run that is not right is the only test, and has failed`() {
    let error = IAPError.iapctl(.rehearsalFailed, .rehearsal(.nothingGranted))
    let text = String(decoding: JUnitReport.bytes(ofFailedFirstRun: error), as: UTF8.self)
    #expect(text.contains(#"tests="1" failures="1""#))
    #expect(text.contains(#"name="first run"><failure message="the first run granted nothing"#))
  }
}

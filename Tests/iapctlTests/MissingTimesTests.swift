import TestSupport
import Testing

@Suite(.blocking)
struct MissingTimesTests {
  @Test(arguments: ["service", "legacy"])
  func `A REST API without times says so, and what a person does`(_ api: String) throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    program.variables["IAPCTL_APP_KEY"] = "k"
    let run = try program.run(
      "unconsumed", "--user", "u", "--older-than", "1d", "--url", "http://127.0.0.1:1", "--api",
      api,
      "--app-seq", "1")
    #expect(run.status == 64)
    #expect(
      run.errors.hasPrefix(
        """
        iapctl: error: the \(api) API gives no times of purchase, so --older-than does not work \
        with it
        hint: games on Gamebase have times: --api gamebase. Otherwise look up the times in the IAP console
        """), "\(run.errors)")
  }
}

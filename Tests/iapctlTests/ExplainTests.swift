import TestSupport
import Testing

@Suite(.blocking)
struct ExplainTests {
  @Test(
    arguments: ["14", "104", "5018"],
    ["en", "ko", "ja"])
  func `explain prints the expected text in each language`(_ code: String, _ language: String)
    throws
  {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    let asked = try program.run("explain", code, "--lang", language)
    #expect(asked.status == 0)
    #expect(asked.errors == "")
    try expectGolden(asked.output, "explain-\(code)-\(language).table")
    // Without an option, the language comes from the locale.
    program.variables["LC_ALL"] = "\(language)_XX.UTF-8"
    let json = try program.run("explain", code, "-o", "json")
    #expect(json.status == 0)
    #expect(json.errors == "")
    try expectGolden(json.output, "explain-\(code)-\(language).json")
  }
}

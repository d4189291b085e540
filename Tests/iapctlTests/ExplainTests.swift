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

  @Test(arguments: [
    ("explain 0", 0), ("explain 19", 3), ("explain -1", 3), ("explain 14 --domain http", 3),
    ("explain 14 --domain iap", 0), ("explain expired", 0), ("explain unsettled", 0),
    ("explain expird", 3), ("explain 14 --domain com.toast.iap", 0),
    ("explain 14 --domain toast", 64),
    ("explain", 64), ("explain 14 --fields hint", 64), ("explain --help", 0),
  ])
  func `explain exits with the expected status`(_ line: String, _ status: Int32) throws {
    let folder = try TemporaryFolder()
    let words = line.split(separator: " ").map(String.init)
    let run = try Program(in: folder).run(words: words)
    #expect(run.status == status, "\(run.errors)")
    #expect(run.output.isEmpty == (status != 0))
    #expect(run.errors.isEmpty == (status == 0))
  }

  @Test
  func `An unlisted code is reported with a hint`() throws {
    let folder = try TemporaryFolder()
    let run = try Program(in: folder).run("explain", "14", "--domain", "http", "-o", "json")
    #expect(
      run.errors == """
        {"error":{"name":"codeNotFound","domain":"iapctl","code":null,"serverCode":null,\
        "httpStatus":null,"paymentSeq":null,"storeCode":null,\
        "productIdentifier":null,"message":"code 14 is not listed in com.nhncloud.http","hint":"it is \
        listed in com.nhncloud.iap (--domain iap)","outcome":"not-applied","retryable":false,\
        "exitCode":3}}

        """)
  }
}

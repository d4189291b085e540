import TestSupport
import Testing

/// Names with wide characters, with terminal control sequences, or with spreadsheet formulas.
@Suite(.blocking)
struct HostileTextTests {
  private static let seed = #"""
    {"format": 1, "clock": "2026-01-01T00:00:00Z", "products": [
      {"productIdentifier": "a", "productType": "CONSUMABLE", "productName": "보석 100개"},
      {"productIdentifier": "b", "productType": "CONSUMABLE", "productName": "\u001b[2J\u0007x\r\ny\u009b"},
      {"productIdentifier": "c", "productType": "CONSUMABLE", "productName": "\u202egnp.exe\u2066"},
      {"productIdentifier": "d", "productType": "CONSUMABLE", "productName": "=HYPERLINK(\"http://x\",\"y\")"},
      {"productIdentifier": "e", "productType": "CONSUMABLE", "productName": "  +1,2"},
      {"productIdentifier": "コイン", "productType": "CONSUMABLE", "productName": "@SUM(1)"}]}
    """#

  private func run(_ words: String...) throws -> String {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    _ = try program.run("store", "init", folder["s.db"], "--from", "-", input: Self.seed)
    let run = try program.run(
      words: words + ["--fields", "productIdentifier,productName,valid", "--store", folder["s.db"]])
    #expect(run.status == 0)
    #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\r" })
    #expect(!run.output.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
    #expect(!run.output.unicodeScalars.contains { [0x202E, 0x2066].contains($0.value) })
    return run.output
  }

  @Test
  func `A table escapes control characters and stays aligned`() throws {
    #expect(
      try run("products") == #"""
        productIdentifier  productName                  valid
        a                  보석 100개                   yes
        b                  \u001b[2J\u0007x\r\ny\u009b  yes
        c                  \u202egnp.exe\u2066          yes
        d                  =HYPERLINK("http://x","y")   yes
        e                    +1,2                       yes
        コイン             @SUM(1)                      yes

        """#)
  }

  @Test
  func `A spreadsheet has visible control characters, and no cell that it would run`() throws {
    #expect(
      try run("products", "-o", "spreadsheet", "--no-header")
        == [
          "\u{FEFF}" + #"a,"=""보석 100개""",true"#,
          #"b,"=""\u001b[2J\u0007x\r\ny\u009b""",true"#, #"c,"=""\u202egnp.exe\u2066""",true"#,
          #"d,"'=HYPERLINK(""http://x"",""y"")",true"#, #"e,"'  +1,2",true"#,
          "コイン,'@SUM(1),true", "",
        ].joined(separator: "\r\n"))
  }

  @Test
  func `Error messages escape control characters`() throws {
    let program = Program(in: try TemporaryFolder())
    let run = try program.shell(#"$IAPCTL "$(printf '\033[2Jx\342\200\256')""#)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix(#"iapctl: error: unknown command '\u001b[2Jx\u202e'"#))
  }
}

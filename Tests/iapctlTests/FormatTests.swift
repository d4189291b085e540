import TestSupport
import Testing

/// The output of every operation in every format.
@Suite(.blocking)
struct FormatTests: ServesStores {
  struct Operation: Sendable, CustomTestStringConvertible {
    let name: String
    let words: [String]
    var testDescription: String { name }
  }

  static let operations = [
    Operation(name: "products", words: ["products", "--all"]),
    Operation(name: "purchase", words: ["purchase", "gem.100", "--user", "bob", "--payload", "한"]),
    Operation(name: "unconsumed", words: ["unconsumed", "--all-users"]),
    Operation(
      name: "payment-list", words: ["payment", "list", "--user", "alice", "--user", "frank"]),
    Operation(
      name: "consume", words: ["consume", "2026011210000001", "2026011010000001", "7"]),
    Operation(
      name: "subscriptions",
      words: ["subscriptions", "--user", "bob", "--now", "2026-02-02T00:00:00Z"]),
    Operation(name: "restore", words: ["restore", "--user", "carol"]),
    Operation(name: "reprocess", words: ["reprocess", "--user", "frank"]),
  ]

  @Test(
    arguments: operations,
    ["table", "json", "jsonl", "csv", "spreadsheet"])
  func `Each command prints the expected output in each format`(
    _ operation: Operation, _ format: String
  ) throws {
    let (_, program) = try sample()
    let run = try program.run(words: operation.words + ["-o", format])
    // Only one of the three payments can be consumed, so the batch fails in part.
    #expect(run.status == (operation.name == "consume" ? 5 : 0))
    #expect(operation.name == "consume" || run.errors == "")
    try expectGolden(run.output, "\(operation.name).\(format)")
  }

  @Test
  func `Tokens are printed only with --show-tokens`() throws {
    let (_, program) = try sample()
    for format in ["table", "json", "jsonl", "csv", "spreadsheet"] {
      let hidden = try program.run(
        "unconsumed", "--user", "alice", "-v", "-o", format)
      #expect(!(hidden.output + hidden.errors).contains("sample-token"))
    }
    let shown = try program.run(
      "unconsumed", "--user", "alice", "--show-tokens", "--fields", "accessToken", "-o", "jsonl")
    #expect(
      shown.output == """
        {"accessToken":"sample-token-alice-1"}
        {"accessToken":"sample-token-alice-2"}

        """)
  }
}

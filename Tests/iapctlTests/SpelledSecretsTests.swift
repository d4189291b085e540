import TestSupport
import Testing

/// A server that repeats the app key or a token in another spelling, or in parts.
@Suite(.blocking)
struct SpelledSecretsTests {
  private static let (key, token) = ("canary/app+key<&>=0", "canary/token+of<1>=")

  /// Spellings of a secret, as they stand in a JSON string.
  private static let spellings: [@Sendable (String) -> String] = [
    { $0 }, { encoded($0, "%", "") }, { encoded($0, "%", "").lowercased() },
    { encoded($0, "%25", "").lowercased() }, { $0.replacing("+", with: "%2b") },
    { encoded($0, "&#x", ";") },
    { $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("/", with: "&sol;") },
    { $0.replacing("/", with: #"\\\/"#).replacing("<", with: #"\\u003c"#) },
    { String($0.dropFirst(3)) }, { String($0.dropLast(4)) },
  ]

  /// The text with an escape for each character that is no letter or digit.
  private static func encoded(_ text: String, _ start: String, _ end: String) -> String {
    text.map { character in
      guard !character.isLetter, !character.isNumber else { return String(character) }
      return start + (character.asciiValue.map { String($0, radix: 16, uppercase: true) } ?? "")
        + end
    }.joined()
  }

  @Test(arguments: DeliveredStateTests.Kind.all)
  func `No spelling is in a trace, an error, a result, the journal or its report`(
    _ kind: DeliveredStateTests.Kind
  ) async throws {
    let url = try await kind.url()
    try await waiting {
      let said = Self.spellings.map { "\($0(Self.key)) \($0(Self.token))" }
      let count = said.count
      var desk = try BatchDesk(
        count,
        Ledger { number, _ in
          .refusal(5000, "no <\(said[(number - 1) % count])>")
        }, concurrency: 1)
      desk.journal = url ?? desk.journal
      desk.program.variables["IAPCTL_APP_KEY"] = Self.key
      let lines = desk.payments.map { #"{"paymentSeq":"\#($0)","accessToken":"\#(Self.token)"}"# }
      try desk.folder.write(lines.joined(separator: "\n"), to: "payments")
      var shown = ""
      for format in ["jsonl", "json", "csv", "table"] {
        let run = try desk.program.run(words: desk.words(["--output", format, "-v"]))
        #expect(run.status != 0)
        shown += run.output + run.errors
      }
      #expect(shown.contains("no <(secret"), "\(shown)")
      for words in ["list -o json", "export -o csv", "show \(desk.payments[1]) -o json", "report"] {
        let run = try desk.program.run(
          words: ["journal"] + words.split(separator: " ").map(String.init)
            + ["--journal", desk.journal])
        #expect(run.status == 0, "\(run.errors)")
        shown += run.output + run.errors
      }
      _ = try desk.program.run(
        "journal", "report", "--journal", desk.journal, "--html", desk.folder["report.html"])
      shown += String(decoding: try desk.folder.read("report.html"), as: UTF8.self)
      #expect(!shown.contains("nary") && !shown.contains("token+of"), "\(shown)")
      if url == nil {
        let found = try desk.program.shell(
          "grep -l nary '\(desk.folder.path)'/journal.db*"
        ).output
        #expect(found.isEmpty, "\(found)")
      }
    }
  }

  @Test(arguments: ["sample-app-key", "sample-token-alice-1"])
  func `A secret that stands in a path is not in the list of requests`(_ secret: String) throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    #expect(try program.run("store", "init", folder["s.db"], "--sample").status == 0)
    let server = try program.serve("--store", folder["s.db"])
    defer { _ = try? server.stop() }
    let headers = ["X-NHN-TCIAP-AppKey": "sample-app-key"]
    let client = try HTTPConnection(port: server.port)
    let words = [secret, Self.encoded(secret, "%", ""), String(secret.dropLast(2))]
    for word in words {
      for path in ["/v1/service/\(word)", "/\(word)/consume", "/inapp/v3/consume/\(word)/items/1"] {
        client.send(HTTPConnection.request("GET", path, headers: headers))
        _ = client.answer()
      }
    }
    client.send(HTTPConnection.request("GET", "/fixture/v1/requests", headers: headers))
    let list = try #require(client.answer()?.body)
    #expect(list.contains(#""count":9"#), "\(list)")
    for word in words { #expect(!list.contains(word), "\(list)") }
  }
}

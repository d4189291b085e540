import TestSupport
import Testing

/// A server whose list says something of a payment twice: nothing of the list is believed, and nothing is
/// consumed.
@Suite(.blocking)
struct TwiceListedTests {
  private static let apis = ["service", "legacy", "fixture", "gamebase"]

  private static func row(_ number: Int, price: Int = 1, _ more: String = "") -> String {
    #"{"paymentSeq": "\#(number)", "productSeq": 1, "itemSeq": 1, "currency": "KRW", "price": \#(price), "#
      + #""accessToken": "t", "purchaseToken": "t"\#(more)}"#
  }

  /// The rows of a list, and what is said of them; nil for a list that is accepted.
  private static let lists: [(rows: [String], said: String?)] = [
    ([row(1), row(2)], nil), ([row(1), row(2), row(1)], nil),
    ([row(1), row(2, #", "price": 1"#)], "a key appears twice in result"),
    ([row(1), row(2, #", "pr\u0069ce": 1"#)], "a key appears twice in result"),
    ([row(1), row(2), row(1, price: 2)], "payment 1 is listed twice, with different values"),
  ]

  private func client(of api: String, _ rows: [String]) throws -> (Program, HostileServer) {
    let list = "[\(rows.joined(separator: ", "))]"
    let result =
      api == "fixture" ? #"{"purchases": \#(list), "failures": [], "isAnswered": true}"# : list
    let server = try HostileServer(
      .answering(
        "200 OK",
        """
        {"header": {"isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"},
         "result": \(result)}
        """))
    var program = Program(in: try TemporaryFolder())
    program.variables["IAPCTL_URL"] = server.url("")
    program.variables["IAPCTL_API"] = api
    if api == "gamebase" {
      program.variables["IAPCTL_APP_ID"] = "app"
      program.variables["IAPCTL_SECRET_KEY"] = "key"
    } else {
      program.variables["IAPCTL_APP_KEY"] = "key"
    }
    return (program, server)
  }

  @Test(arguments: apis, lists.indices)
  func `A list in which a key or a payment stands twice is refused`(
    _ api: String, _ index: Int
  ) throws {
    let list = Self.lists[index]
    let (program, server) = try client(of: api, list.rows)
    let options = ["-o", "jsonl"] + (api == "legacy" ? ["--app-seq", "1"] : ["--market", "AS"])
    let listed = try program.run(words: ["unconsumed", "--user", "u"] + options)
    #expect(listed.status == (list.said == nil ? 0 : 76), "\(listed.errors)")
    guard let said = list.said else { return }
    #expect(listed.errors.contains(said), "\(listed.errors)")
    #expect(listed.output.isEmpty)
    let places = Set(server.hits.map(\.target))
    // Over the API of a fixture store, a payment is found by its number.
    for more in api == "fixture" ? [["--all"]] : [["--all"], ["1", "2"]] {
      let run = try program.run(words: ["consume", "--user", "u", "--yes"] + options + more)
      #expect(run.status == 76, "\(run.errors)")
      #expect(run.errors.contains(said), "\(run.errors)")
    }
    #expect(Set(server.hits.map(\.target)) == places)
  }
}

import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Every code of every operation, as a fault of a store that the binary opens, and of one that it
/// reaches over HTTP.
@Suite(.blocking)
struct FaultMatrixTests {
  private static let codes = Array(0...18) + Array(100...107)

  /// A command, in which `N` stands for a number, and the kind of the event that it writes; nil for
  /// a query.
  struct Operation: Sendable, CustomTestStringConvertible {
    let words: String
    var event: String?
    var testDescription: String { words }
    var name: String { words.split(separator: " ").first.map(String.init) ?? "" }
  }

  static let operations = [
    Operation(words: "products"), Operation(words: "unconsumed --user u"),
    Operation(words: "subscriptions --user u"),
    Operation(words: "purchase gem --user u", event: "verified"),
    Operation(words: "consume N --user u --settle 0s", event: "consumed"),
    Operation(words: "restore --user uN", event: "restored"),
    Operation(words: "reprocess --user uN", event: "reprocessed"),
  ]

  /// How the command is to end.
  private struct End: Equatable {
    let status: Int
    let code: Int
    let outcome: String
  }

  private static func end(of code: Int, isAfter: Bool, isServed: Bool, isQuery: Bool) -> End {
    // The server closes the connection without a reply.
    if isServed, isAfter { return End(status: 7, code: 100, outcome: "unknown") }
    if isAfter { return End(status: 7, code: code, outcome: "unknown") }
    let statuses = [100: 69, 101: 69, 102: 69, 103: 76, 104: 64, 105: 76, 106: 75, 107: 64]
    guard isServed, (100...102).contains(code) else {
      return End(status: statuses[code] ?? 4, code: code, outcome: "not-applied")
    }
    // A status 500, or no reply: the client cannot know more.
    return End(
      status: isQuery ? 69 : 7, code: code == 101 ? 101 : 100,
      outcome: isQuery ? "not-applied" : "unknown")
  }

  /// A store whose next calls of an operation fail with one code after the other: first before they
  /// are applied, then after. Each call has a payment, a receipt and an incomplete purchase.
  private static func seed(_ operation: Operation) -> String {
    let faults = (operation.event == nil ? [false] : [false, true]).flatMap { isAfter in
      codes.map { code in
        """
        {"on": "\(operation.name)", "code": \(code), "after": \(isAfter),
         "domain": "com.nhncloud.\(code < 100 ? "iap" : "http")"}
        """
      }
    }
    let calls = 1...faults.count
    let payments = calls.flatMap { call in
      [
        """
        {"paymentSeq": "\(call)", "userID": "u", "productIdentifier": "gem"}
        """,
        """
        {"userID": "u\(call)", "productIdentifier": "gem", "state": "CHARGED"}
        """,
      ]
    }
    let receipts = calls.map { call in
      """
      {"userID": "u\(call)", "productIdentifier": "vip", "transactionIdentifier": "r\(call)",
       "purchaseTime": "2026-01-10T00:00:00Z", "expiryTime": "2026-02-10T00:00:00Z",
       "applicationUsername": "u\(call)"}
      """
    }
    return """
      {"format": 1, "appKey": "key", "clock": "2026-01-15T00:00:00Z",
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"},
         {"productIdentifier": "vip", "productType": "AUTO_RENEWABLE", "period": "P1M"}],
       "purchases": [\(payments.joined(separator: ","))],
       "transactions": [\(receipts.joined(separator: ","))],
       "faults": [\(faults.joined(separator: ","))]}
      """
  }

  @Test(arguments: operations, [false, true])
  func `It reaches the caller, over HTTP too, and changes the store only if it is 'after'`(
    _ operation: Operation, _ isServed: Bool
  ) throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    let seed = try folder.write(Self.seed(operation), to: "seed.json")
    #expect(try program.run("store", "init", folder["s.db"], "--from", seed).status == 0)
    program.variables["IAPCTL_APP_KEY"] = "key"
    var words = "\(operation.words) --store '\(folder["s.db"])'"
    let server = isServed ? try program.serve("--store", folder["s.db"]) : nil
    defer { _ = try? server?.stop() }
    if let server {
      words = "\(operation.words) --url http://127.0.0.1:\(server.port) --api fixture --retries 0"
    }
    for isAfter in operation.event == nil ? [false] : [false, true] {
      let ends = try ends(of: words, from: isAfter ? Self.codes.count : 0, program, in: folder)
      let expected = Self.codes.map {
        Self.end(of: $0, isAfter: isAfter, isServed: isServed, isQuery: operation.event == nil)
      }
      #expect(ends == expected)
      guard let event = operation.event else { continue }
      let log = try program.run("store", "log", "--store", folder["s.db"], "-o", "jsonl").output
      let count = log.split(separator: "\n").count { $0.contains("\"kind\":\"\(event)\"") }
      #expect(count == (isAfter ? Self.codes.count : 0))
    }
  }

  /// Calls the operation once for each code, with numbers from `first` on.
  private func ends(
    of words: String, from first: Int, _ program: Program, in folder: TemporaryFolder
  ) throws -> [End] {
    let run = try program.shell(
      """
      N=\(first)
      while [ $N -lt \(first + Self.codes.count) ]; do
        N=$((N + 1))
        $IAPCTL \(words.replacing("uN", with: "u$N").replacing(" N ", with: " $N ")) \
          -o json > /dev/null 2> '\(folder["error"])'
        echo "$? $(grep '^{"error"' '\(folder["error"])')"
      done
      """)
    #expect(run.status == 0, "\(run)")
    return run.output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let status = Int(parts[0]),
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(parts[1].utf8)).error
      else { return nil }
      return End(status: status, code: answer.code, outcome: answer.outcome)
    }
  }

  private struct Answer: Decodable {
    struct Failure: Decodable {
      let code: Int
      let outcome: String
    }
    let error: Failure
  }
}

import TestSupport
import Testing

/// A batch on a fixture store.
@Suite(.blocking)
struct BatchStoreTests: ServesStores {
  /// A store with payments of one user, numbered from 1, and a file with their numbers.
  private func store(_ count: Int) throws -> (TemporaryFolder, Program) {
    let purchases = (1...count).map {
      #"{"paymentSeq": "\#($0)", "userID": "u", "productIdentifier": "gem"}"#
    }
    let (folder, program) = try sample(
      """
      {"format": 1, "clock": "2026-01-01T00:00:00Z",
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}],
       "purchases": [\(purchases.joined(separator: ",\n"))]}
      """)
    try folder.write((1...count).map { "\($0)\n" }.joined(), to: "payments")
    return (folder, program)
  }

  @Test(arguments: [
    [], ["--concurrency", "2"], ["--rate", "1000/s"], ["--deliver", "true"], ["--ticket", "T-1"],
    ["--journal", "J"], ["--resume"],
  ])
  func `On a store a journal is kept only with options that need one`(_ options: [String]) throws {
    let (folder, program) = try store(3)
    let options = options.map { $0 == "J" ? folder["J"] : $0 }
    let words = ["consume", "--from", folder["payments"], "--yes", "-o", "jsonl"] + options
    let run = try program.run(words: words)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.counts == ["consumed": 3])
    let isKept = ["--deliver", "--ticket", "--resume"].contains(options.first)
    #expect(TemporaryFolder.names(of: folder["state/iapctl"]).contains("journal.db") == isKept)
    #expect(folder.names.contains("J") == (options.first == "--journal"))
    #expect(folder.names.contains("state") == isKept)
  }

  @Test
  func `A journal list or a dry run creates no journal`() throws {
    let (folder, program) = try store(3)
    let file = ["--from", folder["payments"]]
    for words in [["journal", "list"], ["consume", "--dry-run", "--ticket", "T"] + file] {
      #expect(try program.run(words: words).status == 0)
    }
    #expect(try program.run(words: ["consume", "--ticket", "T"] + file).status == 2)
    #expect(!folder.names.contains("state"))
  }

  @Test
  func `A delivery command receives the purchase`() throws {
    let (folder, program) = try store(2)
    let deed =
      "{ echo \"$IAPCTL_USER $IAPCTL_PRODUCT\"; cat; } > '\(folder.path)'/d$IAPCTL_PAYMENT_SEQ"
    let run = try program.run("consume", "1", "2", "--deliver", deed, "-o", "jsonl")
    #expect(run.status == 0, "\(run.errors)")
    for payment in ["1", "2"] {
      let text = String(decoding: try folder.read("d" + payment), as: UTF8.self)
      #expect(text.hasPrefix("u gem\n{"), "\(text)")
      #expect(text.contains(#""paymentSeq":"\#(payment)","accessToken":null"#), "\(text)")
    }
  }

  #if os(Linux)
    /// The input is in a temporary database, so only the caches of SQLite are in memory: 16 MiB for
    /// the input, 8 MiB for the store.
    @Test(.unsanitized("a sanitizer needs memory of its own"), arguments: ["jsonl", "json"])
    func `The memory of a batch does not grow with its length`(_ format: String) throws {
      let cache = 24 << 10
      let payload = String(repeating: "p", count: 300)
      var memory: [Int] = []
      for count in [2_000, 40_000] {
        let (folder, program) = try store(count)
        let rows = (1...count).map { #"{"paymentSeq": "\#($0)", "payload": "\#(payload)"}"# }
        // A document is read element by element, even if it is on one line.
        let text =
          format == "json"
          ? "{\"purchases\":[" + rows.joined(separator: ",") + "]}"
          : rows.joined(separator: "\n")
        try folder.write(text, to: "payments")
        memory.append(
          try program.peakMemory(
            "consume --from payments --yes -o jsonl -q", after: "cp s.db t.db; IAPCTL_STORE=t.db"))
      }
      #expect(memory[1] < memory[0] + memory[0] / 4 + cache, "\(memory) KiB")
    }
  #endif
}

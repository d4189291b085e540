import System
import TestSupport
import Testing

/// The commands of `--deliver` and `--undo` that the pages show make a state true: whatever happens before,
/// the player has the item of each consumed payment once, and of no other.
@Suite(.blocking)
struct DeliveryExampleTests {
  /// A page, and the command that prints the number of each payment whose item the player has.
  static let pages = [
    ("docs/support.md", "ls granted"), ("docs/support.ko.md", "ls granted"),
    ("docs/support.ja.md", "ls granted"), ("docs/ci.md", #"cat "$IAPCTL_REHEARSAL/granted""#),
  ]

  private struct Example {
    let deliver: String
    /// Nil if the page shows none.
    let undo: String?
    let list: String
    let desk: BatchDesk

    /// Runs the block of the page that has `--deliver`, with a shell function in place of iapctl. It writes
    /// down the commands as the shell passes them.
    init(_ path: String, _ list: String, _ desk: BatchDesk) throws {
      let blocks = try DocumentationPage(path).blocks.filter { block in
        block.lines.contains { $0.contains("--deliver '") }
      }
      let block = try #require(blocks.count == 1 ? blocks.first : nil, "\(path)")
      let note = """
        iapctl() {
          while [ $# -gt 0 ]; do
            case $1 in --deliver | --undo) printf %s "$2" > "example$1" ;; esac
            shift
          done
        }
        cd '\(desk.folder.path)' && touch stuck.jsonl

        """
      let run = try desk.program.shell(note + block.lines.joined(separator: "\n"))
      #expect(run.status == 0, "\(run.errors)")
      deliver = String(decoding: try desk.folder.read("example--deliver"), as: UTF8.self)
      undo = (try? desk.folder.read("example--undo")).map { String(decoding: $0, as: UTF8.self) }
      (self.list, self.desk) = (list, desk)
    }

    /// Runs `consume` in the folder of the example.
    func consume(_ more: String...) throws -> Program.Run {
      var words = ["--deliver", deliver] + more
      if let undo { words += ["--undo", undo] }
      let line = desk.words(words).map { "'\($0.replacing("'", with: #"'\''"#))'" }
      return try desk.program.shell(
        "cd '\(desk.folder.path)' && $IAPCTL \(line.joined(separator: " "))")
    }

    /// The payments whose item the player has; one that stands twice has been granted twice.
    func items() throws -> [String] {
      let run = try desk.program.shell("cd '\(desk.folder.path)' && \(list)")
      return run.output.split(separator: "\n").map(String.init).sorted()
    }

    func run(_ command: String, of payment: String) throws {
      let run = try desk.program.shell(
        "cd '\(desk.folder.path)' && IAPCTL_PAYMENT_SEQ=\(payment) && export IAPCTL_PAYMENT_SEQ && \(command)"
      )
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  private static func example(
    _ path: String, _ list: String, payments: Int = 1, _ ledger: Ledger = Ledger()
  ) throws -> Example {
    var desk = try BatchDesk(payments, ledger)
    desk.program.variables["IAPCTL_REHEARSAL"] = desk.folder.path
    return try Example(path, list, desk)
  }

  @Test(arguments: pages)
  func `After a refusal, an undo and a further run the player has the item once`(
    _ path: String, _ list: String
  ) throws {
    let ledger = Ledger { number, _ in number == 1 ? .refusal(5000, "NO") : nil }
    let example = try Self.example(path, list, ledger)
    let refused = try example.consume()
    #expect(refused.counts == ["refused": 1], "\(refused.errors)")
    let hasUndo = example.undo != nil
    #expect(hasUndo == path.contains("support"))
    #expect(try example.items() == (hasUndo ? [] : example.desk.payments))
    let next = try example.consume()
    #expect(next.counts == ["consumed": 1], "\(next.errors)")
    #expect(try example.items() == example.desk.payments)
    let again = try example.consume("--resume")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try example.items() == example.desk.payments)
    #expect(ledger.consumed == Set(example.desk.payments))
  }

  @Test(arguments: pages)
  func `A command that runs twice has the effect of one run`(_ path: String, _ list: String) throws
  {
    let example = try Self.example(path, list)
    for _ in 1...2 {
      try example.run(example.deliver, of: "7")
      try example.run(example.deliver, of: "7")
      #expect(try example.items() == ["7"])
      guard let undo = example.undo else { return }
      try example.run(undo, of: "7")
      try example.run(undo, of: "7")
      #expect(try example.items() == [])
    }
  }

  /// Several commands run at a time. One must not lose what another one does.
  @Test(arguments: pages)
  func `An undo loses nothing that is delivered at the same time`(_ path: String, _ list: String)
    throws
  {
    let ledger = Ledger { _, payment in
      payment.last.flatMap(\.wholeNumberValue).map { $0 % 2 == 0 } == true
        ? .refusal(5000, "NO") : nil
    }
    let example = try Self.example(path, list, payments: 60, ledger)
    let run = try example.consume()
    #expect(run.counts == ["refused": 30, "consumed": 30], "\(run.errors)")
    let items = Set(try example.items())
    #expect(items.isSuperset(of: ledger.consumed))
    if example.undo != nil { #expect(items == ledger.consumed) }
  }
}

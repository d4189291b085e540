import TestSupport
import Testing

/// Behaviour that needs a terminal, tested on a pseudo-terminal.
@Suite(.blocking)
struct TerminalTests: ServesStores {
  private func sample() throws -> (TemporaryFolder, Program) {
    var (folder, program) = try sample(nil)
    program.variables["TERM"] = "xterm"
    return (folder, program)
  }

  /// Runs a command line on a terminal of 60 columns.
  private func type(_ line: String, _ program: Program, answer: String = "") throws -> Program.Run {
    try program.shell("script -qec 'stty cols 60; \(line)' /dev/null", input: answer)
  }

  @Test
  func `On a terminal iapctl asks before it consumes all payments`() throws {
    let (_, program) = try sample()
    let no = try type("$IAPCTL consume --all --user alice", program, answer: "n\n")
    #expect(no.status == 2)
    #expect(no.output.contains("Consume 2 payments of user alice (fixture store "))
    #expect(no.output.contains("  JPY 600 (1 payment)\r\n  KRW 1,500 (1 payment)\r\n"))
    #expect(no.output.contains("not confirmed; nothing was consumed"))
    #expect(!no.output.contains("hint:"), "who said no needs no advice: \(no.output)")
    let count = try program.shell("$IAPCTL unconsumed --user alice -o jsonl | wc -l")
    #expect(count.output == "2\n")

    let yes = try type("$IAPCTL consume --all --user alice", program, answer: "y\n")
    #expect(yes.status == 0, "\(yes.output)")
    let rest = try program.run("unconsumed", "--user", "alice", "-o", "jsonl")
    #expect(rest.output == "")
  }

  @Test(arguments: [false, true])
  func `What is refunded or consumed while the question is shown is reported`(
    _ isRemote: Bool
  ) throws {
    let (folder, program) = try sample()
    var typed = program
    let server = isRemote ? try program.serve("--store", folder["s.db"]) : nil
    defer { _ = try? server?.stop() }
    if let server {
      typed.variables["IAPCTL_STORE"] = nil
      typed.variables["IAPCTL_URL"] = "http://127.0.0.1:\(server.port)"
      typed.variables["IAPCTL_APP_KEY"] = "sample-app-key"
    }
    let terminal = try Terminal(
      [Program.path, "consume", "--all", "--user", "alice", "-o", "jsonl"],
      variables: typed.variables)
    try terminal.wait(for: "[y/N] ")
    #expect(try program.run("store", "refund", "2026011210000001").status == 0)
    #expect(try program.run("consume", "2026011410000001").status == 0)
    try terminal.send("y\r")
    #expect(try terminal.finish() == 4, "\(terminal.text)")
    #expect(
      terminal.text.contains(#""paymentSeq":"2026011210000001""#),
      "\(terminal.text)")
    #expect(terminal.text.contains(#""already-consumed":1,"refused":1"#), "\(terminal.text)")
  }

  @Test
  func `A person whose standard input is a pipe is asked through the terminal`() throws {
    let (_, program) = try sample()
    let line = "echo y | $IAPCTL consume 2026011210000001"
    let no = try type(line, program, answer: "n\n")
    #expect(no.status == 2, "\(no.output)")
    let list = "$IAPCTL unconsumed --user alice -o jsonl"
    let file = try type("\(list) | $IAPCTL consume --from -", program, answer: "n\n")
    #expect(file.status == 2, "\(file.output)")
    #expect(try program.shell("\(list) | wc -l").output == "2\n")
    let yes = try type("echo n | $IAPCTL consume 2026011210000001", program, answer: "y\n")
    #expect(yes.status == 0, "\(yes.output)")
  }

  @Test
  func `Columns are shortened and coloured only on a terminal`() throws {
    let (_, program) = try sample()
    let fields = "productType,productName,storeCode,productIdentifier"
    let shown = try type("$IAPCTL products --all --fields \(fields)", program)
    #expect(shown.status == 0)
    #expect(shown.output.contains("\u{1b}[1m"))
    #expect(shown.output.contains("…"))
    let plain = try program.run("products", "--all")
    #expect(!plain.output.contains("\u{1b}"))
    #expect(!plain.output.contains("…"))
    let bare = try type("NO_COLOR=1 $IAPCTL products", program)
    #expect(!bare.output.contains("\u{1b}"))
  }

  /// Payment numbers and tokens are complete even on a narrow terminal, and no line is too long. If
  /// the table does not fit, each field has a line of its own.
  @Test(arguments: [
    "unconsumed --user alice", "products", "subscriptions --user bob", "store stats", "store log",
    "store check", "config show", "help consume", "--help", "explain 12", "consume --help",
    "consume --all --user alice --dry-run",
  ])
  func `Every command works on a terminal of one column`(_ line: String) throws {
    let (_, program) = try sample()
    let run = try program.shell(
      "exec timeout -s KILL 60 script -qec 'stty cols 1; $IAPCTL \(line)' /dev/null")
    #expect(run.status == 0, "\(run.output.suffix(300))")
    #expect(run.output.contains { $0.isLetter })
  }

  @Test
  func `Payment numbers are not shortened`() throws {
    let (_, program) = try sample()
    func shown(_ columns: Int, _ line: String) throws -> String {
      let run = try program.shell("script -qec 'stty cols \(columns); \(line)' /dev/null")
      let lines = run.output.replacing("\u{1b}[1m", with: "").replacing("\u{1b}[0m", with: "")
        .split(separator: "\r\n")
      #expect(!lines.contains { $0.count > columns && !$0.hasPrefix("iapctl: ") }, "\(run.output)")
      return lines.joined(separator: "\n")
    }
    let table = try shown(80, "$IAPCTL unconsumed --user alice")
    #expect(
      table.hasPrefix(
        """
        paymentSeq        userID  product       price  currency  storeCode  purchaseTime
                                  Identifier                                (UTC)
        2026011210000001  alice   gem.100       1,500  KRW       AS         2026-01-12
                                                                            11:20:00
        """), "\(table)")
    // What people read of the list is in the sums, too.
    #expect(
      table.contains("\niapctl: 2 payments: JPY 600 (1 payment), KRW 1,500 (1 payment)"), "\(table)"
    )
    let tall = try shown(60, "$IAPCTL unconsumed --user alice")
    #expect(
      tall.hasPrefix(
        """
        paymentSeq         2026011210000001
        userID             alice
        productIdentifier  gem.100

        """), "\(tall)")
    #expect(
      try shown(80, "$IAPCTL consume 2026011210000001 --ticket T-1 --yes").contains("✓ consumed"))
    let entries = try shown(80, "$IAPCTL journal list --fixtures").split(separator: "\n")
    #expect(
      entries.contains { $0.hasPrefix("2026011210000001  ") && $0.contains("✓ consumed") },
      "\(entries)")
    let second = entries.first { $0.hasPrefix("  action consume  operator ") }
    #expect(second?.hasSuffix("  ticket T-1") == true, "\(entries)")
  }

  @Test
  func `Long help on a terminal goes through the pager, and is whole without one`() throws {
    let (_, program) = try sample()
    func shown(_ pager: String) throws -> String {
      try program.shell(
        "TERM=xterm PAGER='\(pager)' script -qec 'stty rows 24; $IAPCTL consume --help' /dev/null"
      ).output
    }
    let paged = try shown("sed s/^/paged:/")
    #expect(paged.hasPrefix("paged:Usage: iapctl consume"))
    #expect(try shown("nosuchpager").contains("Usage: iapctl consume"))
    #expect(try shown("").hasPrefix("Usage: iapctl consume"))
    let listed = try program.shell(
      """
      TERM=xterm PAGER='sed s/^/paged:/' \
        script -qec 'stty rows 5; $IAPCTL products --all' /dev/null
      """)
    #expect(listed.output.hasPrefix("paged:"), "\(listed.output)")
    #expect(listed.output.contains("productIdentifier"), "\(listed.output)")
  }
}

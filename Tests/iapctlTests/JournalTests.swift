import SQLite
import System
import TestSupport
import Testing

@Suite(.blocking)
struct JournalTests {
  private func program() async throws -> (TemporaryFolder, Program) {
    let folder = try TemporaryFolder()
    try folder.makeFolder("iapctl")
    try await folder.fillJournal("iapctl/journal.db")
    var program = Program(in: folder)
    program.variables["XDG_STATE_HOME"] = folder.path
    return (folder, program)
  }

  @Test
  func `Payments of fixture stores are left out, and it is said where nothing is left`() throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    #expect(try program.run("store", "init", folder["g.db"], "--sample").status == 0)
    program.variables["IAPCTL_OPERATOR"] = "Mina"
    let line = ["consume", "2026011210000001", "--store", folder["g.db"], "--ticket", "T-1"]
    #expect(try program.run(words: line).status == 0)
    for command in ["list", "export", "report"] {
      let none = try program.run("journal", command, "-o", "csv", "--no-header")
      #expect(none.status == 0)
      #expect(none.output.isEmpty, "\(command)")
      #expect(
        none.errors.contains("are of fixture stores: --fixtures lists them"), "\(none.errors)")
      let all = try program.run("journal", command, "-o", "csv", "--no-header", "--fixtures")
      #expect(all.output.contains("consumed"), "\(command)")
      let named = try program.run(
        "journal", command, "-o", "csv", "--no-header", "--server", folder["g.db"])
      #expect(named.output == all.output, "\(command)")
    }
    let login = try #require(
      try program.run(
        "journal", "show", "2026011210000001", "-o", "csv", "--no-header", "--fields", "operator"
      ).output.split(separator: "\r\n").first)
    #expect(login.hasPrefix("Mina ("), "\(login)")
    let name = login.dropFirst("Mina (".count).dropLast()
    for (person, count) in [("Mina", 1), (String(name), 1), (String(login), 1), ("Min", 0)] {
      let found = try program.run(
        "journal", "list", "--fixtures", "--operator", person, "-o", "csv", "--no-header")
      #expect(found.output.split(separator: "\r\n").count == count, "\(person)")
    }
  }

  @Test(arguments: DeliveredStateTests.Kind.all)
  func `The name of an operator is no pattern`(_ kind: DeliveredStateTests.Kind) async throws {
    let url = try await kind.url()
    try await waiting {
      let names = ["a_b", "axb", "a%", "abc"]
      var desk = try BatchDesk(names.count)
      desk.journal = url ?? desk.journal
      for (payment, name) in zip(desk.payments, names) {
        try desk.folder.write(BatchDesk.line(payment), to: "payments")
        desk.program.variables["IAPCTL_OPERATOR"] = name
        #expect(try desk.program.run(words: desk.words()).status == 0)
      }
      for name in names + ["a", "_", "%", "a__", "%b"] {
        for command in ["list", "export"] {
          let run = try desk.program.run(
            "journal", command, "--journal", desk.journal, "--operator", name, "-o", "csv",
            "--no-header", "--fields", "paymentSeq")
          let own = names.firstIndex(of: name).map { [desk.payments[$0]] } ?? []
          #expect(run.output.split(separator: "\r\n").map(String.init) == own, "\(name)")
        }
      }
    }
  }

  @Test(
    arguments: ["journal list", "journal show 1", "journal export"],
    ["table", "json", "jsonl", "csv"])
  func `Each journal command prints the expected output in every format`(
    _ line: String, _ format: String
  )
    async throws
  {
    let (_, program) = try await program()
    let run = try program.run(words: line.split(separator: " ").map(String.init) + ["-o", format])
    #expect(run.status == 0)
    #expect(run.errors == "")
    let name = line.split(separator: " ").prefix(2).joined(separator: "-")
    try expectGolden(
      run.output.replacing("\(CurrentProcess.number)", with: "4242"), "\(name).\(format)")
  }

  @Test
  func `The page of a report is written whole, and only its owner can read it`() async throws {
    let (folder, program) = try await program()
    let page = folder["report.html"]
    let line = ["journal", "report", "--lang", "ko", "--time-zone", "Asia/Kolkata", "--html"]
    let run = try program.run(words: line + [page])
    #expect(run.status == 0)
    #expect(run.errors == "iapctl: 보고서 페이지를 저장했습니다: \(page)\n")
    let text = String(decoding: try folder.read("report.html"), as: UTF8.self)
    #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"ko\">") && text.hasSuffix("</html>\n"))
    #expect(text.contains("<div>2026-01-01 05:30:04 +05:30</div>"))
    #expect(try program.shell("stat -c %a '\(page)'").output == "600\n")
    #expect(try program.run(words: line + [page]).status == 64)
    let lost = try program.run(words: line + [folder["report.html/r.html"]])
    #expect(lost.status == 74 && lost.output.isEmpty)
    // If standard output cannot be written, the error says that the page is there.
    let full = try program.shell("$IAPCTL journal report --html '\(folder["b.html"])' > /dev/full")
    #expect(full.status == 74 && full.errors.contains("wrote the page"), "\(full.errors)")
  }

  @Test
  func `A file that is not a journal, or that everyone can read, is refused`() async throws {
    let (folder, program) = try await program()
    try folder.write("a text", to: "text.db")
    let text = try program.shell(
      "chmod 600 \(folder["text.db"]); $IAPCTL journal list --journal \(folder["text.db"])")
    #expect(text.status == 65)
    // The file type is reported before the permissions, because chmod would not help.
    for (name, words) in [("text.db", "not an SQLite database"), ("other.db", "another program")] {
      let readable = try program.shell(
        """
        $IAPCTL store init '\(folder["other.db"])' 2> '\(folder["notes"])'
        chmod 644 '\(folder["text.db"])' '\(folder["other.db"])'
        $IAPCTL journal list --journal '\(folder[name])'
        """)
      #expect(readable.status == 65)
      #expect(readable.errors.contains("is not a journal"), "\(readable.errors)")
      #expect(readable.errors.contains(words), "\(readable.errors)")
      #expect(!readable.errors.contains("chmod"), "\(readable.errors)")
    }
    let open = try program.shell(
      "chmod 644 '\(folder["iapctl/journal.db"])'; $IAPCTL journal list")
    #expect(open.status == 78)
    #expect(open.errors.contains("hint: run: chmod o= \(folder["iapctl/journal.db"])"))
    let folderRun = try program.run("journal", "list", "--journal", folder.path)
    #expect(folderRun.status == 66)
  }

  #if os(Linux)
    @Test(.unsanitized("a sanitizer needs memory of its own"))
    func `The memory of a listing does not grow with the journal`() async throws {
      let (folder, program) = try await program()
      let path = folder["iapctl/journal.db"]
      var memory: [Int] = []
      for count in [5_000, 100_000] {
        let connection = try Connection(path: path, access: .readWrite, patience: 30_000)
        try connection.execute(
          """
          WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
          INSERT INTO attempt (payment, run, action, began, ended, outcome, message)
          SELECT 1, 1, 'consume', n, n, 'refused', 'not this time' FROM number
          """)
        memory.append(try program.peakMemory("journal export -o jsonl --journal '\(path)'"))
      }
      #expect(memory[1] < memory[0] + memory[0] / 4, "\(memory) KiB")
    }
  #endif

  @Test
  func `A journal on a disk that is read-only can be read`() async throws {
    let (folder, program) = try await program()
    let run = try program.shell(
      """
      chmod 500 '\(folder["iapctl"])'; chmod 400 '\(folder["iapctl/journal.db"])'
      $IAPCTL journal export -o csv --no-header | wc -l; chmod 700 '\(folder["iapctl"])'
      """)
    #expect(run.output.filter(\.isNumber) == "7")
    #expect(run.errors == "")
  }
}

import IAPBatch
import IAPCore
import IAPMessages
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

struct JournalReportTests {
  private func console() async throws -> (TestConsole, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let console = TestConsole(stateIn: folder)
    try folder.makeFolder("iapctl")
    try await folder.fillJournal("iapctl/journal.db")
    return (console, folder)
  }

  @Test(arguments: [
    ("outcome", ["consumed,consumed,1", "failed,failed,1", "unknown,unknown,2"]),
    ("operator", ["alice,failed,1", "alice,unknown,2", "bob,consumed,1"]),
    ("ticket", [",consumed,1", "T-1,failed,1", "T-1,unknown,2"]),
    ("day", ["2026-01-01,consumed,1", "2026-01-01,failed,1", "2026-01-01,unknown,2"]),
  ])
  func `Each payment is counted once, by what is asked for`(_ grouping: String, _ lines: [String])
    async throws
  {
    let (console, folder) = try await console()
    let run = await console.run(
      "journal report --by \(grouping) -o csv --no-header --fields value,outcome,count")
    #expect(run.output.split(separator: "\r\n").map(String.init) == lines)
    withExtendedLifetime(folder) {}
  }

  @Test
  func `A report that takes long shows its progress`() async throws {
    let (console, folder) = try await console()
    #expect(await console.progress(of: "journal report").contains("iapctl: 4 done, "))
    #expect(await !console.progress(of: "journal report -q").contains("done"))
    withExtendedLifetime(folder) {}
  }

  @Test
  func `Only a table on a terminal has bars`() async throws {
    let made = try await console()
    var console = made.0
    let pipe = await console.run("journal report")
    #expect(!pipe.output.contains("█") && !pipe.output.contains("bar"))
    console.columns = 100
    console.variables["NO_COLOR"] = "1"
    let shown = await console.run("journal report").output.split(separator: "\n")
    let bars = shown.dropFirst().compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(bars == ["█████", "█████", "██████████"])
    for (drawn, plain) in zip(shown, pipe.output.split(separator: "\n")) {
      #expect(drawn.hasPrefix(plain), "\(drawn)")
    }
    #expect(await console.run("journal report -o csv").output.contains("█") == false)
    withExtendedLifetime(made.1) {}
  }

  @Test(arguments: [
    "journal list --journal postgresql://kim:geheim@h/db",
    "journal list --journal postgresql://h/db?password=geheim",
    "journal init postgresql://kim:geheim@h/db",
    "journal import a.db postgresql://kim:geheim@h/db",
    "config set journal postgresql://kim:geheim@h/db",
    "journal list --journal postgresql://kim:geheim@h/a --journal postgresql://kim:geheim@h/b",
  ])
  func `The password of a URL is refused and not shown`(_ line: String) async throws {
    let (console, folder) = try await console()
    let run = await console.run(line)
    #expect(run.status == 64)
    #expect(!(run.output + run.errors).contains("geheim"))
    withExtendedLifetime(folder) {}
  }

  @Test
  func `The URL of a journal in a profile is not made a path`() throws {
    var settings = Settings()
    settings.journal = "postgresql://kim@db.example/iap"
    #expect(
      try settings.journalPath(in: UserFolders({ _ in nil }, account: { "/h" }))
        == "postgresql://kim@db.example/iap")
    let option = GlobalOptions.journal.specification
    #expect(option.absolute("journal.db", in: "/f", home: nil) == "/f/journal.db")
    let url = "postgresql://kim@db.example/iap"
    #expect(option.absolute(url, in: "/f", home: nil) == url)
  }
}

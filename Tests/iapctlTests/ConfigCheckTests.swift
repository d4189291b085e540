import CLibrary
import IAPCore
import System
import TestSupport
import Testing

/// `config check` of servers that are well, hostile or absent, and of journals.
@Suite(.blocking)
struct ConfigCheckTests: ServesStores {
  /// An app key, and one market.
  private static let market = #""appKey": "sample-app-key", "markets": ["AS"]"#

  /// Checks a profile of a server.
  ///
  /// - Returns: the exit status, and the check and the result of each line: `tls failed`.
  private func check(
    _ url: String, _ settings: String = Self.market,
    variables: [String: String] = [:], _ options: String...
  ) throws -> (status: Int32, results: [String], output: String) {
    let folder = try TemporaryFolder()
    var program = program(folder)
    program.variables.merge(variables) { $1 }
    try Self.write(#"{"url": "\#(url)", \#(settings)}"#, in: folder, program)
    let run = try program.run(
      words: ["config", "check", "--profile", "p", "-o", "csv", "--no-header"] + options)
    let results = run.output.split(separator: "\r\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false)[1...2].joined(separator: " ")
    }
    return (run.status, results, run.output + run.errors)
  }

  private static func write(
    _ profile: String, in folder: TemporaryFolder, _ program: Program
  ) throws {
    let text = #"{"profiles": {"p": \#(profile)}}"#
    let script = "umask 077; mkdir -p config/iapctl; cat > config/iapctl/config.json"
    #expect(try program.shell("cd '\(folder.path)' && { \(script); }", input: text).status == 0)
  }

  @Test
  func `A server of iapctl passes with each API, and nothing is changed`() throws {
    let (folder, program) = try sample()
    let server = try program.serve("--store", folder["s.db"])
    defer { _ = try? server.stop() }
    let before = try program.run("store", "dump", "--with-log").output
    let key = #""appKey": "sample-app-key""#
    let url = "http://127.0.0.1:\(server.port)"
    let common = ["settings ok", "name ok", "connection ok", "tls skipped"]
    for (settings, middle) in [
      (key, ["key ok", "market AS ok", "market GG ok", "market ONESTORE ok"]),
      (#"\#(key), "api": "fixture""#, ["key ok", "markets ok"]),
      (#"\#(key), "api": "fixture", "markets": ["GG"]"#, ["key ok", "market GG ok"]),
      (#""api": "legacy", "appSeq": 1000047"#, ["key skipped", "markets ok"]),
    ] {
      let run = try check(url, settings)
      #expect(run.results == common + middle + ["clock ok", "journal ok"], "\(run.output)")
      #expect(run.status == 0, "\(run.output)")
    }
    #expect(try program.run("store", "dump", "--with-log").output == before)
    #expect(Files.identity(of: folder["state/iapctl/journal.db"]) == nil)
  }

  @Test
  func `A refused key fails, and the markets are not known`() throws {
    let (folder, program) = try sample()
    let served = try program.serve("--store", folder["s.db"])
    defer { _ = try? served.stop() }
    let hostile = try HostileServer(.answering("403 No", "no"))
    for url in ["http://127.0.0.1:\(served.port)", "http://127.0.0.1:\(hostile.port)"] {
      let run = try check(url, #""appKey": "wrong", "markets": ["AS", "GG"]"#)
      #expect(run.status == 6)
      #expect(
        run.results.dropFirst(4).dropLast(2) == [
          "key failed", "market AS skipped", "market GG skipped",
        ], "\(run.output)")
      #expect(run.output.contains("check the app key"))
      #expect(run.output.contains("iapctl: error: 1 check failed"))
    }
  }

  @Test
  func `A server that does not answer fails when the time is over`() throws {
    let server = try HostileServer(.mute)
    let run = try check(server.url(""), Self.market, "--timeout", "0.3")
    #expect(run.status == 6)
    #expect(
      run.results == [
        "settings ok", "name ok", "connection ok", "tls skipped", "key skipped",
        "market AS failed", "clock skipped", "journal ok",
      ], "\(run.output)")
    #expect(server.hits.count == 1, "a check asks once")
  }

  @Test
  func `A certificate that is not trusted fails`() throws {
    let authority = try TestAuthority.shared.get().certificateFile
    for flaw in [TestAuthority.Flaw.selfSigned, .expired, .otherHost] {
      let server = try TLSServer(flaw)
      let run = try check(
        "https://127.0.0.1:\(server.port)", variables: ["SSL_CERT_FILE": authority])
      #expect(run.status == 6)
      #expect(
        run.results == [
          "settings ok", "name ok", "connection ok", "tls failed", "key skipped",
          "market AS skipped", "clock skipped", "journal ok",
        ], "\(flaw): \(run.output)")
    }
  }

  @Test
  func `An unknown host and a closed port fail at their own checks`() throws {
    let listener = try TestSocket.listening()
    let port = try listener.port()
    listener.close()
    let closed = try check("http://127.0.0.1:\(port)")
    #expect(
      closed.results.prefix(4) == ["settings ok", "name ok", "connection failed", "tls skipped"])
    let unknown = try check("https://no-such-host.invalid")
    #expect(
      unknown.results.prefix(4) == [
        "settings ok", "name failed", "connection skipped", "tls skipped",
      ], "\(unknown.output)")
    #expect(unknown.output.contains("name server (DNS)"))
    #expect(unknown.status == 6)
  }

  @Test
  func `The clock of this machine is compared with the server's`() throws {
    let list = #"{"header":{"isSuccessful":true,"resultCode":0,"resultMessage":""},"result":[]}"#
    for date in ["Thu, 01 Jan 2015 00:00:00 GMT", "Fri, 01 Jan 2100 00:00:00 GMT"] {
      let server = try HostileServer(.answering(headers: ["Date: \(date)"], list))
      let run = try check(server.url(""))
      #expect(run.status == 6)
      #expect(run.results.contains("clock failed"), "\(run.output)")
      #expect(run.results.contains("market AS ok"))
      #expect(run.output.contains(date.contains("2015") ? "behind this machine" : "ahead of"))
    }
    let server = try HostileServer(.answering(list))
    #expect(try check(server.url("")).results.contains("clock skipped"))
  }

  @Test
  func `An app key in a file that others can read fails the settings`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("sample-app-key", to: "key")
    _ = try Program(in: folder).shell("chmod 644 '\(path)'")
    let run = try check("https://a.example", #""appKeyFile": "\#(path)""#)
    #expect(run.status == 6)
    #expect(run.results == ["settings failed", "journal ok"], "\(run.output)")
    #expect(run.output.contains("chmod 600 "))
  }

  // MARK: Journals

  private func journal(_ path: String, _ program: Program) throws -> (Int32, String) {
    let run = try program.run(
      "config", "check", "--journal", path, "-o", "csv", "--no-header", "--fields", "check,result")
    let line = run.output.split(separator: "\r\n").first { $0.hasPrefix("journal,") }
    return (run.status, String(line?.split(separator: ",").last ?? ""))
  }

  @Test
  func `A journal file must be writable, and a missing one is not made`() throws {
    let (folder, program) = try sample()
    #expect(try journal(folder["new/j.db"], program) == (0, "ok"))
    #expect(Files.identity(of: folder["new"]) == nil)
    let path = folder["j.db"]
    _ = try program.run("consume", "2026011210000001", "--journal", path)
    let before = try program.run("journal", "export", "--fixtures", "--journal", path).output
    #expect(try journal(path, program) == (0, "ok"))
    #expect(
      try program.run("journal", "export", "--fixtures", "--journal", path).output == before)
    // The superuser may write each file.
    if getuid() != 0 {
      _ = try program.shell("chmod 400 '\(path)'")
      #expect(try journal(path, program) == (6, "failed"))
    }
    try folder.write("no journal", to: "text")
    #expect(try journal(folder["text"], program) == (6, "failed"))
    #expect(try journal(folder["text/j.db"], program) == (6, "failed"))
  }

  @Test(.postgres)
  func `The journal of a team is checked in its database, and not changed`() async throws {
    let cluster = try await PostgresCluster.shared
    let name = try await cluster.makeJournal()
    let empty = try cluster.makeDatabase()
    let (_, program) = try sample()
    #expect(try journal(cluster.url(name), program) == (0, "ok"))
    let runs = try cluster.run("SELECT count(*) AS n FROM iapctl.run", in: name)
    #expect(runs.rows.first?.integer("n") == 0)
    #expect(try journal(cluster.url(empty), program) == (6, "failed"))
    for statement in [
      "CREATE ROLE reader_\(name) LOGIN", "GRANT USAGE ON SCHEMA iapctl TO reader_\(name)",
      "GRANT SELECT ON ALL TABLES IN SCHEMA iapctl TO reader_\(name)",
    ] {
      try cluster.run(statement, in: name)
    }
    #expect(try journal(cluster.url(name, user: "reader_\(name)"), program) == (6, "failed"))
  }
}

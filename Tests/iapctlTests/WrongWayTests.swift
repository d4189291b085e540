import TestSupport
import Testing

/// Ways of tired people: what is said of each, and that nothing is lost or overwritten.
@Suite(.blocking)
struct WrongWayTests {
  private typealias Desk = RowComparisonTests.Desk

  @Test(arguments: ["usr", "playr", "custommer"])
  func `A column that resembles a user is offered as the user, and never to be ignored`(
    _ name: String
  ) throws {
    let desk = try Desk(remote: true)
    let sheet = try desk.folder.write(
      "paymentSeq,\(name),memo\n1,user49,x\n", to: "sheet")
    let run = try desk.program.run("consume", "--from", sheet, "--yes", "--user", "user11")
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("--columns userID=\(name)"), "\(run.errors)")
    #expect(run.errors.contains("--ignore-columns memo\n"), "\(run.errors)")
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test(arguments: [
    ("Nick", "--columns user=NAME"), ("Player Nmae", "--columns 'userID=Player Nmae'"),
  ])
  func `A column that resembles nothing is proposed as no column`(_ name: String, _ hint: String)
    throws
  {
    let desk = try Desk(remote: true)
    let sheet = try desk.folder.write("paymentSeq,\(name)\n1,user49\n", to: "sheet")
    let run = try desk.program.run("consume", "--from", sheet, "--yes", "--user", "user11")
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains(hint), "\(run.errors)")
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test
  func `The journal is filtered by the address of a server, too`() throws {
    let desk = try Desk(remote: true)
    #expect(try desk.program.run("consume", "1", "--user", "user11").status == 0)
    let url = try #require(desk.program.variables["IAPCTL_URL"])
    for name in [url, url + "/", String(url.dropFirst("http://".count))] {
      let list = try desk.program.run("journal", "list", "--server", name, "-o", "jsonl")
      #expect(list.output.contains(#""paymentSeq":"1""#), "\(name): \(list.errors)")
    }
  }

  @Test
  func `The address of a server of Gamebase finds what was consumed over it`() throws {
    let desk = try Desk(remote: true)
    desk.program.variables["IAPCTL_APP_KEY"] = nil
    desk.program.variables["IAPCTL_API"] = "gamebase"
    desk.program.variables["IAPCTL_APP_ID"] = "fixture-app"
    desk.program.variables["IAPCTL_SECRET_KEY"] = "fixture-secret-key"
    let run = try desk.program.run("consume", "1", "--user", "user11")
    #expect(run.status == 0, "\(run.errors)")
    let url = try #require(desk.program.variables["IAPCTL_URL"])
    let list = try desk.program.run("journal", "list", "--server", url, "-o", "jsonl")
    #expect(list.output.contains(#""paymentSeq":"1""#), "\(list.errors)")
    let other = try desk.program.run(
      "journal", "list", "--server", "http://127.0.0.1:1", "-o", "jsonl")
    #expect(!other.output.contains("paymentSeq"), "\(other.output)")
  }

  @Test
  func `A misspelt user of the log of a store gets the nearest one`() throws {
    let desk = try Desk(remote: false)
    let run = try desk.program.run("store", "log", "--user", "user1l")
    #expect(run.errors.contains("no user 'user1l'"), "\(run.errors)")
    #expect(run.errors.contains("user11"), "\(run.errors)")
  }

  @Test
  func `A second pass of rejected rows has one reason each, and a list of numbers has reasons`()
    throws
  {
    let desk = try Desk(remote: false)
    let inputs = [
      "paymentSeq,user\r\n1,user49\r\n2,\"a\"\"b\"\r\n",
      #"{"paymentSeq": "1", "user": "user49"}"# + "\n" + #"{"paymentSeq": "2", "user": "a\"b"}"#
        + "\n",
    ]
    for (number, input) in inputs.enumerated() {
      var path = try desk.folder.write(input, to: "input\(number)")
      var passes: [String] = []
      for pass in 1...2 {
        let rejected = desk.folder["rejected\(number)-\(pass)"]
        let run = try desk.program.run("consume", "--from", path, "--yes", "--rejected", rejected)
        #expect(run.status == 65, "\(run.errors)")
        passes.append(try desk.program.shell("cat '\(rejected)'").output)
        path = rejected
      }
      #expect(passes[0].contains("rejection"), "\(passes[0])")
      #expect(passes[0] == passes[1])
    }
    let list = try desk.folder.write("1\n2\nx3\n", to: "list")
    let rejected = desk.folder["rejected-list"]
    let run = try desk.program.run(
      "consume", "--from", list, "--input-format", "numbers", "--yes", "--rejected", rejected)
    #expect(run.status == 65, "\(run.errors)")
    let text = try desk.program.shell("cat '\(rejected)'").output
    #expect(text.hasPrefix("\u{FEFF}rejection,paymentSeq\r\n\""), "\(text)")
    #expect(text.hasSuffix("\",\"x3\"\r\n"), "\(text)")
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test
  func `A lost answer is named in one way`() throws {
    let desk = try Desk(remote: true)
    for payment in ["1", "5"] {
      _ = try desk.program.run(
        "store", "fault", "add", "--on", "consume", "--payment", payment, "--domain", "http",
        "--code", "102", "--after", "--store", desk.folder["s.db"])
    }
    let token = try desk.folder.write(Array("t-1".utf8), to: "token")
    // On a connection of its own, and on one that has asked for a list.
    for words in [["1", "--token-file", token], ["5", "--user", "user11"]] {
      let run = try desk.program.run(words: ["consume", "--settle", "0s"] + words)
      #expect(run.status == 7, "\(run.errors)")
      #expect(run.errors.contains("the connection was closed before an answer"), "\(run.errors)")
    }
  }

  @Test
  func `The number of a call over Gamebase is no note`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    #expect(try program.run("store", "init", folder["s.db"], "--sample").status == 0)
    let server = try program.serve("--store", folder["s.db"])
    defer { _ = try? server.stop() }
    let key = try folder.write(Array("fixture-secret-key".utf8), to: "key")
    let consumed = try program.run(
      "consume", "2026011210000001", "--user", "alice", "--url", "http://127.0.0.1:\(server.port)",
      "--api", "gamebase", "--app-id", "fixture-app", "--secret-key-file", key)
    #expect(consumed.status == 0, "\(consumed.errors)")
    let list = try program.run("journal", "list")
    #expect(list.output.contains("2026011210000001"), "\(list.errors)")
    #expect(!list.errors.contains("note"), "\(list.errors)")
  }

  @Test
  func `A file of an address replaces no other file`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    for text in ["hosts of the team\n", "http://127.0.0.1:1\nand more\n"] {
      let file = try folder.write(text, to: "precious")
      let run = try program.run("serve", "--sample", "--address-file", file, "--", "true")
      #expect(run.status == 74, "\(run.errors)")
      #expect(run.errors.contains("already exists"), "\(run.errors)")
      #expect(try program.shell("cat '\(file)'").output == text)
    }
    for text in ["", "http://127.0.0.1:1\n"] {
      let file = try folder.write(text, to: "address")
      let run = try program.run("serve", "--sample", "--address-file", file, "--", "true")
      #expect(run.status == 0, "\(run.errors)")
    }
  }
}

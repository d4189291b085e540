import TestSupport
import Testing

/// Addresses with a password that are misspelt, or stand where none is expected.
@Suite(.blocking)
struct EchoedPasswordTests {
  @Test(arguments: [
    "postgresql:/u:hush@h", "postgres//u:hush@h/db", "u:hush@h/db", "//u:hush@h/db",
    "postgresql;//u:hush@h", "postgresql:u:hush@h", "pgsql://u:hu/hush@h/db",
    "postgresql://u:hush@h/db", "postgresql://u%3ahush@h/db", "postgresql://h/db?password=hush",
    "postgresql://h/db?pass%77ord=hush", "host=h password=hush dbname=x", "password = 'hush hush'",
    "sslpassword=hush", "dbname=x PASSWORD='hu hush'",
  ])
  func `A password is echoed nowhere, and makes no file`(_ address: String) throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    var runs: [Program.Run] = []
    for words in [
      ["journal", "list", "--journal", address], ["config", "set", "journal", address],
      ["journal", "init", address], ["journal", "import", address], ["journal", "list", address],
      [address], ["help", address], ["products", "--url", address],
      ["config", "init", "--name", "x", "--journal", address],
      ["journal", "list", "--journal", address, "--journal", "other"],
      ["consume", "1", "--profile", address], ["unconsumed", "--profile", address],
    ] {
      runs.append(try program.run(words: words))
    }
    program.variables["IAPCTL_JOURNAL"] = address
    for words in [
      ["journal", "list"], ["config", "show"], ["config", "check"], ["consume", "1"],
    ] {
      runs.append(try program.run(words: words + ["-v"]))
    }
    program.variables["IAPCTL_JOURNAL"] = nil
    program.variables["IAPCTL_STORE"] = address
    runs.append(try program.run("unconsumed", "--user", "u"))
    runs.append(try program.run("config", "show"))
    program.variables["IAPCTL_STORE"] = nil
    for option in ["--from", "--app-key-file", "--token-file", "--keep-unknown"] {
      runs.append(
        try program.run(
          "consume", "1", "--user", "u", "--url", "http://127.0.0.1:9", option, address))
    }
    for run in runs where !run.output.hasPrefix("KEY") && !run.output.hasPrefix("key") {
      #expect(run.status != 0)
      #expect(!(run.output + run.errors).contains("hush"), "\(run.output)\(run.errors)")
    }
    #expect(!folder.names.contains { $0.contains("hush") })
  }
}

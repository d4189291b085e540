import CommandLine
import IAPConsole
import TestSupport
import Testing

/// The completion scripts in real shells. The completed words must be the arguments that `iapctl`
/// gets.
@Suite(.blocking)
struct ShellCompletionTests {
  /// A store whose names contain special characters.
  private static let seed = """
    {"format": 1, "clock": "2026-01-15T09:00:00Z",
     "markets": [{"storeCode": "NEWSTORE", "available": true}],
     "products": [
      {"productIdentifier": "com.example:gem 100", "productType": "CONSUMABLE"},
      {"productIdentifier": "dragon's \\"egg\\" $HOME", "productType": "CONSUMABLE"},
      {"productIdentifier": "half price!50%", "productType": "CONSUMABLE"},
      {"productIdentifier": "plain", "productType": "CONSUMABLE"},
      {"productIdentifier": "보석 100개", "productType": "CONSUMABLE"},
      {"productIdentifier": "evil\\u001b[2J", "productType": "CONSUMABLE"},
      {"productIdentifier": "--sandbox", "productType": "CONSUMABLE"},
      {"productIdentifier": "ends'", "productType": "CONSUMABLE"},
      {"productIdentifier": "END\\"", "productType": "CONSUMABLE"}],
     "purchases": [
      {"paymentSeq": "2026011210000001", "userID": "alice@example.com",
       "productIdentifier": "plain"},
      {"paymentSeq": "2026011310000001", "userID": "bob", "productIdentifier": "plain"},
      {"paymentSeq": "2025", "userID": "bob", "productIdentifier": "plain", "consumed": true}]}
    """

  private static let configuration = """
    {"profiles": {"re hearsal": {"store": "games.db"}, "live": {}}}
    """

  /// A shell in a folder with that store and that configuration.
  private func session(_ shell: RealShell) throws -> ShellSession {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    let seed = try folder.write(Self.seed, to: "seed.json")
    #expect(try program.run("store", "init", folder["games.db"], "--from", seed).status == 0)
    #expect(try program.shell("cd '\(folder.path)'; mkdir -p .config/iapctl").status == 0)
    try folder.write(Self.configuration, to: ".config/iapctl/config.json")
    return try ShellSession(
      shell, in: folder, script: program.run("completion", shell.rawValue).output,
      variables: ["IAPCTL_STORE": folder["games.db"]])
  }

  private func completes(_ shell: RealShell) throws {
    let session = try session(shell)
    for (keys, words) in Self.lines {
      #expect(try session.complete("iapctl \(keys)") == words, "\(keys)")
    }
    #expect(try session.finish() == 0)
  }

  /// The typed keys, and the arguments that they become in every shell.
  static let lines: [(keys: String, words: [String])] = [
    // Commands.
    ("unc\t", ["unconsumed"]), ("sto\tin\t", ["store", "init"]),
    ("--user bob unc\t", ["--user", "bob", "unconsumed"]),
    ("help sto\tdu\t", ["help", "store", "dump"]), ("help exi\t", ["help", "exit-codes"]),
    ("completion fi\t", ["completion", "fish"]),
    // Options.
    ("consume --dr\t", ["consume", "--dry-run"]), ("consume --no-h\t", ["consume", "--no-header"]),
    ("--no-h\tconsume", ["--no-header", "consume"]),
    // Values of an enumeration.
    ("products -o js\t", ["products", "-o", "json"]),
    ("products --output=cs\t", ["products", "--output=csv"]),
    ("products --type CONSUMABLE_\t", ["products", "--type", "CONSUMABLE_AUTO_RENEWABLE"]),
    ("purchase x --simulate int\t", ["purchase", "x", "--simulate", "interrupted"]),
    // Product identifiers, with every kind of open quote.
    ("purchase com\t", ["purchase", "com.example:gem 100"]),
    ("purchase com.example:g\t", ["purchase", "com.example:gem 100"]),
    ("purchase com.example:gem\\ \t", ["purchase", "com.example:gem 100"]),
    ("purchase 'com.example:gem \t", ["purchase", "com.example:gem 100"]),
    ("purchase \"com.\t", ["purchase", "com.example:gem 100"]),
    ("purchase dra\t", ["purchase", "dragon's \"egg\" $HOME"]),
    ("purchase \"dragon's\t", ["purchase", "dragon's \"egg\" $HOME"]),
    ("purchase 'drag\t", ["purchase", "dragon's \"egg\" $HOME"]),
    ("purchase hal\t", ["purchase", "half price!50%"]),
    ("purchase \"hal\t", ["purchase", "half price!50%"]),
    ("purchase 'hal\t", ["purchase", "half price!50%"]),
    ("purchase 'ends\t", ["purchase", "ends'"]), ("purchase \"END\t", ["purchase", "END\""]),
    ("purchase 보\t", ["purchase", "보석 100개"]),
    ("unconsumed --product=dra\t", ["unconsumed", "--product=dragon's \"egg\" $HOME"]),
    ("unconsumed --product com.example:\t", ["unconsumed", "--product", "com.example:gem 100"]),
    // Payment numbers, users, markets, profiles, fields.
    ("consume 20260112\t", ["consume", "2026011210000001"]),
    ("consume 2025\t", ["consume", "2025"]),
    ("--user bob consume 20\t", ["--user", "bob", "consume", "2026011310000001"]),
    ("consume 1 --user al\t", ["consume", "1", "--user", "alice@example.com"]),
    ("consume 1 --user=alice@e\t", ["consume", "1", "--user=alice@example.com"]),
    ("products --market NE\t", ["products", "--market", "NEWSTORE"]),
    ("products --market GAL\t", ["products", "--market", "GALAXY"]),
    ("products --profile re\t", ["products", "--profile", "re hearsal"]),
    ("products --fields price,cur\t", ["products", "--fields", "price,currency"]),
    // After options that every command has.
    ("consume --user bob 20260113\t", ["consume", "--user", "bob", "2026011310000001"]),
    ("consume --quiet 20260112\t", ["consume", "--quiet", "2026011210000001"]),
    ("purchase --user bob pla\t", ["purchase", "--user", "bob", "plain"]),
    ("unconsumed --user bob --fail\t", ["unconsumed", "--user", "bob", "--fail-empty"]),
    ("explain 501\t", ["explain", "5018"]),
    ("consume -- 20260112\t", ["consume", "--", "2026011210000001"]),
    // Files.
    ("store load see\t", ["store", "load", "seed.json"]),
    ("products --store gam\t", ["products", "--store", "games.db"]),
    // Another store than that of the environment.
    ("purchase --store=nothing.db pl\t", ["purchase", "--store=nothing.db", "pl"]),
  ]

  private func offers(_ shell: RealShell) throws {
    let session = try session(shell)
    let store = try #require(Console.manual().program.descendant(["store"]))
    #expect(try session.candidates("iapctl store ") == store.listed.map(\.name).sorted())
    #expect(try session.candidates("iapctl store fault ") == ["add", "clear", "list"])
    #expect(try session.candidates("iapctl re") == ["rehearse", "reprocess", "restore"])
    // A name with a control sequence is not completed.
    #expect(
      try session.candidates("iapctl purchase ")
        == [
          "END\"", "com.example:gem 100", "dragon's \"egg\" $HOME", "ends'", "half price!50%",
          "plain",
          "보석 100개",
        ])
    #expect(
      try session.candidates("iapctl consume 20") == ["2026011210000001", "2026011310000001"])
    // If no argument can follow, zsh offers the options.
    let rest = try session.candidates("iapctl purchase one-more plain ")
    #expect(rest.filter { !$0.hasPrefix("-") } == [])
    #expect(try session.candidates("iapctl consume -- --dr") == [])
    #expect(try session.candidates("iapctl products --user ") == ["alice@example.com", "bob"])
    #expect(try session.finish() == 0)
  }

  @Test(.installed(.bash))
  func `bash completes names`() throws { try completes(.bash) }
  @Test(.installed(.zsh))
  func `zsh completes names`() throws { try completes(.zsh) }
  @Test(.installed(.fish))
  func `fish completes names`() throws { try completes(.fish) }
  @Test(.installed(.bash))
  func `bash offers candidates`() throws { try offers(.bash) }
  @Test(.installed(.zsh))
  func `zsh offers candidates`() throws { try offers(.zsh) }
  @Test(.installed(.fish))
  func `fish offers candidates`() throws { try offers(.fish) }
}

import Testing

@testable import CommandLine

struct ArgumentOrderTests {
  private static let problems: [(String, ArgumentProblem)] = [
    (
      "purchse --bogus --user",
      .unknownCommand("purchse", suggestion: "purchase", program: "program")
    ),
    (
      "--bogus --yes=1 purchse",
      .unknownCommand("purchse", suggestion: "purchase", program: "program")
    ),
    (
      "take --yes=1 --bogus",
      .option("--bogus", .unknown(suggestion: nil, help: "program take --help"))
    ),
    (
      "take --user a --user b --bogus",
      .option("--bogus", .unknown(suggestion: nil, help: "program take --help"))
    ),
    (
      "--bogus box build",
      .option("--bogus", .unknown(suggestion: nil, help: "program box build --help"))
    ),
    (
      "box build --bogus",
      .option("--bogus", .unknown(suggestion: nil, help: "program box build --help"))
    ),
    ("box build --yes=1", .option("--yes", .unwantedValue)),
    ("box build", .missingOperand("PLACE", help: "program box build --help")),
    ("box build a b", .extraOperand("b", help: "program box build --help")),
    ("sum", .missingOperand("N", help: "program sum --help")),
    ("build", .unknownCommand("build", suggestion: "box build", program: "program")),
    ("box biuld a", .unknownCommand("box biuld", suggestion: "box build", program: "program")),
    ("box zzzz", .unknownCommand("box zzzz", suggestion: nil, program: "program")),
    ("xyzzy", .unknownCommand("xyzzy", suggestion: nil, program: "program")),
  ]

  @Test(arguments: problems)
  func `Problems are reported in order: command, unknown options, values`(
    _ line: String, _ problem: ArgumentProblem
  ) {
    #expect(SmallProgram.problem(line) == problem)
  }

  @Test(arguments: [
    ("--all take 1", "--all", "program take"),
    ("--file=x take 1", "--file", "program take"),
    ("--file x take 1", "--file", "program take"),
    ("--file x box build a", "--file", "program box build"),
    ("box --file x build a", "--file", "program box build"),
  ])
  func `Only global options are accepted before the command`(
    _ line: String, _ option: String, _ command: String
  ) {
    #expect(SmallProgram.problem(line) == .option(option, .misplaced(command: command)))
  }

  @Test
  func `An option of another command is unknown`() {
    #expect(
      SmallProgram.problem("--all box build a")
        == .option("--all", .unknown(suggestion: nil, help: "program box build --help")))
    #expect(
      SmallProgram.problem("sum 1 --file x")
        == .option("--file", .unknown(suggestion: nil, help: "program sum --help")))
  }

  @Test(arguments: [
    ("-h", []), ("--help", []), ("take --help", ["take"]), ("--help take", ["take"]),
    ("take -h", ["take"]), ("take help", ["take"]), ("take --bogus --help", ["take"]),
    ("take -qh", ["take"]), ("box help", ["box"]), ("box build help", ["box", "build"]),
    ("box build --help", ["box", "build"]), ("box help build", ["box", "build"]),
  ])
  func `A help option takes precedence over other problems`(_ line: String, _ path: [String]) {
    let result = ArgumentParser(root: SmallProgram.root).parse(words(line))
    #expect(result.wantsHelp)
    #expect(result.problem == nil)
    #expect(result.arguments.path == path)
  }

  @Test(arguments: ["take -- help", "take 1 help", "take --file help", "help help"])
  func `The word help is an argument after another argument or after two dashes`(_ line: String) {
    let result = ArgumentParser(root: SmallProgram.root).parse(words(line))
    #expect(!result.wantsHelp)
    #expect(result.problem == nil)
  }

  @Test
  func `--version and an empty command line are recognized`() {
    #expect(SmallProgram.parse("--version").wantsVersion)
    #expect(!SmallProgram.parse("--version").wantsHelp)
    #expect(SmallProgram.parse() == ParseResult())
    #expect(SmallProgram.parse("box").arguments.path == ["box"])
    #expect(SmallProgram.parse("box").problem == nil)
  }

  @Test
  func `The output format given before a problem is used to report it`() {
    let result = SmallProgram.parse("purchse", "-o", "json")
    #expect(result.problem != nil)
    #expect(result.arguments.values["output"] == ["json"])
  }
}

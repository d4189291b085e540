import Testing

@testable import CommandLine

struct ArgumentOrderTests {
  @Test(arguments: [
    ("purchse --bogus --user", "unknown command 'purchse', did you mean 'purchase'?"),
    ("--bogus --yes=1 purchse", "unknown command 'purchse', did you mean 'purchase'?"),
    ("take --yes=1 --bogus", "unknown option '--bogus'"),
    ("take --user a --user b --bogus", "unknown option '--bogus'"),
    ("--bogus box build", "unknown option '--bogus'"),
    ("box build --bogus", "unknown option '--bogus'"),
    ("box build --yes=1", "option '--yes' takes no value"),
    ("box build", "missing argument: PLACE"),
    ("box build a b", "unexpected argument 'b'"),
    ("sum", "missing argument: N"),
    ("build", "unknown command 'build', did you mean 'box build'?"),
    ("box biuld a", "unknown command 'box biuld', did you mean 'box build'?"),
    ("box zzzz", "unknown command 'box zzzz'"),
    ("xyzzy", "unknown command 'xyzzy'"),
  ])
  func `Problems are reported in order: command, unknown options, values`(
    _ line: String, _ message: String
  ) {
    #expect(SmallProgram.problem(line)?.message == message)
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
    #expect(SmallProgram.problem(line) == .misplacedOption(option, command: command))
  }

  @Test
  func `An option of another command is unknown`() {
    #expect(SmallProgram.problem("--all box build a")?.message == "unknown option '--all'")
    #expect(SmallProgram.problem("sum 1 --file x")?.message == "unknown option '--file'")
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

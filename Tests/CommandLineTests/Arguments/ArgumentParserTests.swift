import CommandLine
import Testing

/// A program for these tests, with every kind of option and argument.
enum SmallProgram {
  static let user = Option("user", short: "u", .text("ID"), "a user")
  static let count = Option("count", short: "n", .number("N", in: -10...10), "a number")
  static let market = ListOption("market", .text("CODE"), "a market")
  static let quiet = Flag("quiet", short: "q", "say less")
  static let yes = Flag("yes", short: "y", "do not ask")
  static let output = Option("output", short: "o", .text("FORMAT"), "a format")
  static let all = Flag("all", "everything")
  static let file = Option("file", .text("FILE"), "a file")
  static let things = Operand(.any, .text("THING"), "a thing")
  static let numbers = Operand(.some, .number("N", in: -10...10), "a number")
  static let place = Operand(.one, .text("PLACE"), "a place")

  static let root = CommandSpecification(
    named: "program", "a program",
    options: [
      user.specification, count.specification, market.specification, quiet.specification,
      yes.specification, output.specification, Flag("help", short: "h", "help").specification,
      Flag("version", "version").specification,
    ],
    members: [
      CommandSpecification(
        named: "take", "take things", options: [all.specification, file.specification],
        operands: [things.specification]),
      CommandSpecification(named: "sum", "sum numbers", operands: [numbers.specification]),
      CommandSpecification(named: "purchase", "buy", operands: [things.specification]),
      CommandSpecification(
        named: "box", "boxes",
        members: [
          CommandSpecification(
            named: "build", "build a box", options: [file.specification],
            operands: [place.specification])
        ].members),
      CommandSpecification(named: "help", "help", operands: [things.specification]),
    ].members)

  static func parse(_ words: String...) -> ParseResult { ArgumentParser(root: root).parse(words) }

  static func arguments(_ line: String) throws -> ParsedArguments {
    let result = ArgumentParser(root: root).parse(words(line))
    if let problem = result.problem { throw problem }
    return result.arguments
  }

  static func problem(_ line: String) -> ArgumentProblem? {
    ArgumentParser(root: root).parse(words(line)).problem?.problem as? ArgumentProblem
  }
}

struct ArgumentParserTests {
  private let help = "program take --help"

  @Test(arguments: [
    "take --user alice", "take --user=alice", "take -u alice", "take -ualice",
    "--user alice take", "--user=alice take", "-u alice take", "-ualice take",
    "take --user alice --user=alice",
  ])
  func `A value follows its option or is attached to it`(_ line: String) throws {
    #expect(
      try SmallProgram.arguments(line)
        == ParsedArguments(path: ["take"], values: ["user": ["alice"]]))
  }

  @Test(arguments: [
    "take -qyo json", "take -qy -o json", "take -qy -ojson", "take -q -y --output json",
    "-qyo json take", "take -qyojson",
  ])
  func `Short flags can be combined`(_ line: String) throws {
    let expected = ParsedArguments(
      path: ["take"], values: ["quiet": [], "yes": [], "output": ["json"]])
    #expect(try SmallProgram.arguments(line) == expected)
  }

  @Test
  func `Two dashes end the options, and one dash is an argument`() throws {
    let arguments = try SmallProgram.arguments("take - --all -- --user -x --")
    #expect(
      arguments
        == ParsedArguments(
          path: ["take"], values: ["all": []], operands: ["-", "--user", "-x", "--"]))
    #expect(try SmallProgram.arguments("take --user -").values == ["user": ["-"]])
  }

  @Test
  func `Options and arguments can be mixed, before and after the command`() throws {
    let expected = ParsedArguments(
      path: ["take"], values: ["user": ["a"], "all": [], "quiet": []], operands: ["1", "2"])
    for line in ["-q take 1 --all 2 --user a", "--user a take --all 1 -q 2"] {
      #expect(try SmallProgram.arguments(line) == expected)
    }
  }

  @Test
  func `A value may be empty and may contain an equals sign`() throws {
    #expect(try SmallProgram.arguments("take --user=").values == ["user": [""]])
    #expect(SmallProgram.parse("take", "--user", "").arguments.values == ["user": [""]])
    #expect(try SmallProgram.arguments("take --user=a=b").values == ["user": ["a=b"]])
    #expect(SmallProgram.parse("take", "").arguments.operands == [""])
  }

  @Test
  func `A negative number is a value only if the option takes a number`() throws {
    #expect(try SmallProgram.arguments("take --count -5").values == ["count": ["-5"]])
    #expect(try SmallProgram.arguments("take -n -5").values == ["count": ["-5"]])
    #expect(try SmallProgram.arguments("take -n-5").values == ["count": ["-5"]])
    #expect(try SmallProgram.arguments("sum 1 -5").operands == ["1", "-5"])
    #expect(
      SmallProgram.problem("take --user -5") == .option("-5", .unknown(suggestion: nil, help: help))
    )
    #expect(SmallProgram.problem("take -5") == .option("-5", .unknown(suggestion: nil, help: help)))
  }

  @Test
  func `A word with a leading dash is not taken as a value`() throws {
    let problem = try #require(SmallProgram.problem("take --user --yes"))
    #expect(problem == .option("--user", .missingValue(label: "ID", next: "--yes")))
    #expect(try SmallProgram.arguments("take --user=-x").values == ["user": ["-x"]])
    #expect(try SmallProgram.arguments("take -u-x").values == ["user": ["-x"]])
    #expect(
      SmallProgram.problem("take --user")
        == .option("--user", .missingValue(label: "ID", next: nil)))
    #expect(
      SmallProgram.problem("take -qu") == .option("-u", .missingValue(label: "ID", next: nil)))
    #expect(SmallProgram.problem("take --user --") != nil)
  }

  @Test
  func `An option with a single value is accepted once; a list accumulates`() throws {
    #expect(
      SmallProgram.problem("take --user a -u b") == .option("-u", .givenTwice("a", "b")))
    #expect(
      SmallProgram.problem("take -u https://u:pw@h -u https://u:key@h")
        == .option("-u", .givenTwice("https://u:…@h", "https://u:…@h")))
    #expect(try SmallProgram.arguments("take --user a -u a").values == ["user": ["a"]])
    #expect(
      try SmallProgram.arguments("--market AS take --market GG --market AS").values
        == ["market": ["AS", "GG", "AS"]])
    #expect(try SmallProgram.arguments("take -q -q").values == ["quiet": []])
  }

  @Test
  func `Values are compared byte by byte`() {
    let result = SmallProgram.parse("take", "--user", "\u{e9}", "--user", "e\u{301}")
    #expect(result.problem == .argument(.option("--user", .givenTwice("\u{e9}", "e\u{301}"))))
    #expect(ParsedArguments(operands: ["\u{e9}"]) != ParsedArguments(operands: ["e\u{301}"]))
    #expect(
      ParsedArguments(values: ["a": ["\u{e9}"]]) != ParsedArguments(values: ["a": ["e\u{301}"]]))
  }

  @Test
  func `Options cannot be abbreviated, and a flag takes no value`() {
    #expect(
      SmallProgram.problem("take --mark AS")
        == .option("--mark", .unknown(suggestion: "--market", help: "program take --help")))
    #expect(SmallProgram.problem("take --yes=1") == .option("--yes", .unwantedValue))
    #expect(
      SmallProgram.problem("take -qz") == .option("-z", .unknown(suggestion: nil, help: help)))
  }
}

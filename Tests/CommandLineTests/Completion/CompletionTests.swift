import Testing

@testable import CommandLine

struct CompletionTests {
  /// - Parameter line: if it ends in a space, a new word begins at the cursor.
  private func completion(_ line: String) -> Completion {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return BoxProgram.manual.completion(of: words[words.count - 1], behind: words.dropLast())
  }

  /// The candidates that begin with the typed text, as whole words.
  private func words(_ line: String) -> [String]? {
    let completion = completion(line)
    guard case .listed(let candidates) = completion.values else { return nil }
    return candidates.map(\.text).filter { $0.hasPrefix(completion.typed) }
      .map { completion.prefix + $0 }
  }

  @Test(arguments: [
    ("", ["take", "box", "help"]), ("b", ["box"]), ("__", []), ("box ", ["open", "paint"]),
    ("--user x box p", ["paint"]), ("-q b", ["box"]), ("-u x b", ["box"]), ("-qux b", ["box"]),
    ("bogus ", []), ("bogus t", []), ("box bogus ", []), ("-- b", ["box"]),
  ])
  func `Commands, and nothing behind one that there is not`(_ line: String, _ expected: [String]) {
    #expect(words(line) == expected)
  }

  @Test(arguments: [
    ("help ", ["take", "box", "help", "colours"]), ("help c", ["colours"]),
    ("help box ", ["open", "paint"]), ("help take ", []), ("help colours ", []),
    ("help bogus ", []),
  ])
  func `What 'help' takes: a command word by word, or a topic`(_ line: String, _ expected: [String])
  { #expect(words(line) == expected) }

  @Test(arguments: [
    (
      "take -",
      [
        "--size", "-s", "--tag", "--colour", "-c", "--dry-run", "--user", "-u", "--store",
        "--time", "--quiet", "-q",
      ]
    ),
    (
      "take --",
      [
        "--size", "--tag", "--colour", "--dry-run", "--user", "--store", "--time",
        "--quiet",
      ]
    ),
    ("take --s", ["--size", "--store"]), ("take -s", ["-s"]), ("--q", ["--quiet"]),
    ("take -s small --s", ["--store"]), ("take -q --q", []), ("take --tag x --ta", ["--tag"]),
    ("--quiet take --q", []), ("box open --w", ["--wide"]), ("box paint --w", []),
    ("box --w", []), ("take --user --s", ["--size", "--store"]),
    ("take --bogus --dr", ["--dry-run"]),
  ])
  func `Options: the command's own and those of all, which are not there yet`(
    _ line: String, _ expected: [String]
  ) {
    #expect(words(line) == expected)
  }

  @Test
  func `Of the shared options only those that a command takes, or one of its group`() {
    var open = BoxProgram.open
    open.shared = [BoxProgram.root.options[3]]
    let box = CommandSpecification(named: "box", "boxes", members: [open].members)
    let manual = Manual(
      program: CommandSpecification(
        named: "program", "a program", options: BoxProgram.root.options, members: [box].members))
    for words in [["box", "open"], ["box"], []] {
      guard case .listed(let found) = manual.completion(of: "--", behind: words).values else {
        Issue.record("no options")
        continue
      }
      #expect(found.map(\.text).filter { $0 != "--wide" } == ["--quiet"])
    }
  }

  @Test(arguments: [
    ("take --size ", ["small", "large"]), ("take -s l", ["large"]), ("take -qs l", ["large"]),
    ("take --size=", ["--size=small", "--size=large"]), ("take --size=l", ["--size=large"]),
    ("take -sl", ["-slarge"]), ("take -s=l", ["-s=large"]), ("take -qsl", ["-qslarge"]),
    ("take --size small ", nil), ("take --tag ", []), ("take --time ", []),
    ("take --quiet=", []), ("take --bogus=", []), ("take -xs", []),
  ])
  func `Values of an option, in the next word or behind its name`(
    _ line: String, _ expected: [String]?
  ) { #expect(words(line) == expected) }

  @Test
  func `Files and the user's data are named by what they are`() {
    #expect(
      completion("take ") == Completion(typed: "", values: .data("products"), refusesDash: true))
    #expect(completion("take a b").values == .data("products"))
    #expect(completion("take -- -x") == Completion(typed: "-x", values: .data("products")))
    #expect(
      completion("take --colour=r")
        == Completion(prefix: "--colour=", typed: "r", values: .data("markets")))
    #expect(completion("take -u al").values == .data("users"))
    #expect(completion("--user al").values == .data("users"))
    #expect(completion("take --store x").values == .files)
    #expect(completion("take --store -").values == .files)
    #expect(completion("box open ").values == .files)
  }

  @Test
  func `An argument that may stand once is not offered twice`() {
    #expect(words("box paint ") == ["small", "large"])
    #expect(words("box paint small ") == [])
    #expect(completion("box open a ").values == .none)
  }

  @Test
  func `Commands, topics and options come with their summaries, values without`() {
    func candidates(_ line: String) -> [Completion.Candidate] {
      if case .listed(let list) = completion(line).values { list } else { [] }
    }
    #expect(candidates("")[0] == .init("take", "take things: don't [drop] them"))
    #expect(candidates("help c").last == .init("colours", "which there are: it's a few"))
    #expect(candidates("take -")[0] == .init("--size", "how big"))
    #expect(candidates("take -s ")[0] == .init("small"))
  }

  @Test
  func `Bytes decide: a dash or a sign with a combining mark is another character to Swift`() {
    #expect(words("take --size=\u{301}") == [])
    #expect(completion("take --colour=\u{301}").typed == "\u{301}")
  }

  @Test(arguments: Shell.allCases)
  func `The scripts name no command and no option`(_ shell: Shell) {
    #expect(shell.script.hasSuffix("\n"))
    #expect(shell.script.split(separator: "\n").count <= 60)
    for word in ["consume", "--store", "--user", "output"] {
      #expect(!shell.script.contains(word))
    }
  }
}

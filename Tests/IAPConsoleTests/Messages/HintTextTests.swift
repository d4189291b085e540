import CommandLine
import Testing

@testable import IAPConsole

/// The commands of hints, as they are printed.
struct HintTextTests {
  private func hints(_ line: String) -> HintText {
    let words = line.split(separator: " ").map(String.init)
    return HintText(
      TypedOptions(ArgumentParser(root: CommandTree.root.specification).parse(words).arguments),
      user: "kim lee", uses: CommandTree.uses)
  }

  @Test(arguments: [
    ("see: iapctl unconsumed --user ID", ["see: iapctl unconsumed --user 'kim lee' --store s.db"]),
    (
      "one: iapctl journal show 1; two: iapctl store log",
      ["one: iapctl journal show 1 --journal j.db", "two: iapctl store log --store s.db"]
    ),
    (
      "a: iapctl unconsumed --user 'x; y'; iapctl products. Then go on",
      [
        "a: iapctl unconsumed --user 'x; y' --store s.db", "iapctl products --store s.db",
        "Then go on",
      ]
    ),
    ("it's: iapctl explain 5.0, or not", ["it's: iapctl explain 5.0", "or not"]),
    ("'iapctl store stats' counts", ["'iapctl store stats' counts"]),
    ("with: iapctl store stats --store o.db", ["with: iapctl store stats --store o.db"]),
    ("no command: iapctl is fine; really", ["no command: iapctl is fine; really"]),
    (
      "t: iapctl journal settle 1 --as consumed --ticket TEXT",
      [#"t: iapctl journal settle 1 --as consumed --ticket 'Bob'\''s' --journal j.db"#]
    ),
  ])
  func `Each command has its place, and ends its line`(_ hint: String, _ lines: [String]) {
    let typed = hints("consume 1 --store s.db --journal j.db --ticket Bob's")
    #expect(typed.lines(hint) == lines)
    #expect(HintText().completed(hint) == hint)
  }

  @Test(arguments: [
    ("iapctl consume 1 --user a", " --ticket TEXT"), ("iapctl consume 1 --ticket T", ""),
    ("iapctl consume --from f", ""), ("iapctl unconsumed --user a", ""),
  ])
  func `A consume has a ticket if the profile requires one`(_ command: String, _ ticket: String) {
    let hints = HintText(TypedOptions(), needsTicket: true, uses: CommandTree.uses)
    #expect(hints.completed(command) == command + ticket)
    #expect(HintText(uses: CommandTree.uses).completed(command) == command)
  }

  /// No command accepts such a URL; a hint would show it again.
  @Test(arguments: ["postgresql://u:hush@h/db", "postgresql://h/db?password=hush"])
  func `A URL with a password is left out`(_ url: String) {
    let hint = "see: iapctl journal show 1"
    #expect(hints("consume 1 --journal \(url)").lines(hint) == [hint])
    #expect(
      hints("consume 1 --journal postgresql://h/db").lines(hint)
        == [hint + " --journal postgresql://h/db"])
  }
}

import CommandLine

/// A program for these tests, with every element that help pages and completion scripts describe.
enum BoxProgram {
  enum Size: String, Sendable, CaseIterable { case small, large }

  static let take = CommandSpecification(
    named: "take", "take things: don't [drop] them",
    discussion: ["Takes things. Nothing falls."], heading: "Work",
    options: [
      Option("size", short: "s", ValueParser<Size>.choice("SIZE"), fallback: "small", "how big")
        .specification,
      ListOption("tag", .text("TAG"), "a tag").specification,
      ListOption("colour", short: "c", .name("COLOUR", kind: .data("markets")), "a colour")
        .specification,
      Flag("dry-run", "only say so").specification,
    ],
    operands: [
      Operand(.any, .name("THING", kind: .data("products")), "a thing").specification
    ],
    examples: [Example("program take 'a b'", "one thing", status: 3)])

  static let open = CommandSpecification(
    named: "open", "open a box", options: [Flag("wide", short: "w", "all of it").specification],
    operands: [Operand(.one, .file("FILE"), "the box").specification])

  static let paint = CommandSpecification(
    named: "paint", "paint a box",
    operands: [Operand(.optional, ValueParser<Size>.choice("SIZE"), "how big").specification])

  static let box = CommandSpecification(
    named: "box", "boxes", heading: "Tools", members: [open, paint].members)

  static let help = CommandSpecification(
    named: "help", "help", heading: "Tools",
    operands: [Operand(.any, .name("COMMAND", kind: .command), "the command").specification])

  static let secret = CommandSpecification(named: "__secret", "for scripts", isHidden: true)

  static let root = CommandSpecification(
    named: "program", "a program",
    options: [
      Option("user", short: "u", .name("ID", kind: .data("users")), "the user").specification,
      Option("store", .file("PATH"), "the store").specification,
      Option("time", .number("N", in: 1...9), "how long").specification,
      Flag("quiet", short: "q", "no notes").specification,
    ],
    examples: [Example("program take 1", "one thing")],
    members: [take, box, help, secret].members)

  static let topic = Topic(
    "colours", "which there are: it's a few",
    [Part("Colours", [.paragraph("Red."), .definitions([Definition("red", "like a rose")])])])

  static let format = Topic(
    "boxes", "the format of boxes", [Part("Description", [.paragraph("A file.")])])

  static let manual = Manual(
    program: root, topics: [topic], formats: [format], version: "1.2", date: "May 4, 2026")

  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

extension [CommandSpecification] {
  /// The commands of a group.
  var members: [CommandSpecification.Member] {
    map { command in CommandSpecification.Member(command.name) { command } }
  }
}

import Testing

@testable import CommandLine

struct HelpPageTests {
  private let root = CommandSpecification(
    named: "program", "a program",
    options: [
      Option("user", short: "u", .text("ID"), from: .init(variable: "USER_ID"), "the user")
        .specification,
      Flag("help", short: "h", "show help").specification,
    ],
    members: [
      CommandSpecification(named: "take", "take things", heading: "Work"),
      CommandSpecification(named: "보기", "look", heading: "Work"),
      CommandSpecification(named: "box", "boxes", heading: "Tools"),
    ].members)

  private var manual: Manual { Manual(program: root) }

  private let take = CommandSpecification(
    named: "take", "take things", discussion: ["Takes things, one after the other, in order."],
    options: [
      Option("a-very-long-option-name", .text("VALUE"), "an option").specification,
      Flag("all", "everything that there is to be taken").specification,
    ],
    operands: [Operand(.some, .text("THING"), "a thing").specification],
    examples: [Example("program take 1 2", "two things")])

  @Test
  func `The overview of a program`() {
    let page = HelpPage(root, in: manual, path: ["program"], columns: nil)
    #expect(
      page.text == """
        Usage: program [options] <command> [options] [arguments]

        A program.

        Work
          take  take things
          보기  look

        Tools
          box  boxes

        Shared options
          -u, --user ID  the user [USER_ID]
          -h, --help     show help

          Put them before or after the command. Every command accepts --user, --help, so
          that a script can pass them to all commands. Each command accepts only those
          of the other options that it uses, and refuses the rest. Settings from the
          environment or a profile that a command does not use are ignored.

        'program COMMAND --help' describes a command.

        """)
  }

  @Test
  func `The help of a command in a narrow terminal`() {
    let page = HelpPage(take, in: manual, path: ["program", "take"], columns: 44)
    #expect(
      page.text == """
        Usage: program take [options] THING...

        Takes things, one after the other, in order.

        Arguments
          THING  a thing

        Options
              --a-very-long-option-name VALUE
                            an option
              --all         everything that there is
                            to be taken

        Examples
          # two things
          program take 1 2

        Shared options: --user, --help; see 'program
        --help'.

        """)
  }

  @Test(
    arguments: [
      (.one, "THING"), (.optional, "[THING]"), (.some, "THING..."), (.any, "[THING...]"),
    ] as [(OperandSpecification.Count, String)])
  func `The usage shows how often an argument may be given`(
    _ count: OperandSpecification.Count, _ words: String
  ) {
    let command = CommandSpecification(
      named: "take", "take", operands: [Operand(count, .text("THING"), "a thing").specification])
    let page = HelpPage(command, in: manual, path: ["program", "take"], columns: nil)
    #expect(page.text.hasPrefix("Usage: program take [options] \(words)\n\n"))
  }
}

/// The completion script for fish: a line for each command, option and argument.
struct FishCompletion {
  private let manual: Manual

  init(_ manual: Manual) { self.manual = manual }

  var text: String {
    """
    # fish completion for iapctl. Made by 'make docs' from the specifications of the commands.

    # Every command and group, with its path.
    set -g __iapctl_commands \(list(manual.commands.dropFirst().map(\.path)))

    # The options that take a value: everybody's, and each command's own.
    set -g __iapctl_common \(list(manual.program.options.filter(\.takesValue).flatMap(\.words)))
    set -g __iapctl_own \(list(ownOptions))

    # The path of the command that was typed so far, how many arguments stand behind it, and which.
    # It is asked for by every condition below, and found out once for each line.
    function __iapctl_state
        set -l words (commandline -opc)
        set -l line (string join \\x1f -- $words)
        if set -q __iapctl_line; and test "$__iapctl_line" = "$line"
            string split \\n -- $__iapctl_answer
            return
        end
        set -g __iapctl_line "$line"
        set -l path
        set -l arguments
        set -l skip 0
        set -l ended 0
        for word in $words[2..-1]
            if test $skip = 1
                set skip 0
            else if test $ended = 0; and test "$word" = --
                set ended 1
            else if test $ended = 0; and string match -q -- '-?*' $word
                if contains -- $word $__iapctl_common; or contains -- "$path $word" $__iapctl_own
                    set skip 1
                else if string match -qr -- '^-[^-]*[\(valueLetters)]$' $word
                    set skip 1
                end
            else if test (count $arguments) = 0; and contains -- (string trim -- "$path $word") $__iapctl_commands
                set path (string trim -- "$path $word")
            else
                set -a arguments $word
            end
        end
        set -g __iapctl_answer "$path" (count $arguments) "$arguments"
        string split \\n -- $__iapctl_answer
    end

    # Whether the command at path $argv[1] was typed, and fewer than $argv[2] arguments.
    function __iapctl_at
        set -l state (__iapctl_state)
        test "$state[1]" = "$argv[1]"; or return 1
        test (count $argv) -lt 2; or test $state[2] -lt $argv[2]
    end

    # Whether 'help' was typed, and behind it the words $argv[1].
    function __iapctl_helps
        set -l state (__iapctl_state)
        test "$state[1]" = help; and test "$state[3]" = "$argv[1]"
    end

    # What the user's own data tell of a kind.
    function __iapctl_data
        set -l words (commandline -opc)
        set -l word (commandline -ct | string replace -r -- '^--[^=]*=' '')
        set -l bare (string unescape -- $word 2>/dev/null); or set bare (string trim -l -c '\\'"' -- $word)
        command -q iapctl; and command iapctl __complete --kind=$argv[1] --word="$bare" -- $words[2..-1] 2>/dev/null
    end

    # Files only where one is wanted.
    complete -c iapctl -f

    \(manual.program.options.map { option(nil, $0) }.joined(separator: "\n"))

    \(manual.commands.flatMap(lines).joined(separator: "\n"))

    """
  }

  /// The short names, without dashes, of the options that take a value, wherever they stand in a
  /// bundle.
  private var valueLetters: String {
    let options = manual.program.options + manual.commands.dropFirst().flatMap(\.command.options)
    return Set(options.filter(\.takesValue).compactMap(\.short)).sorted().map(String.init).joined()
  }

  private var ownOptions: [String] {
    manual.commands.dropFirst().flatMap { entry in
      entry.command.options.filter(\.takesValue).flatMap(\.words).map { "\(entry.path) \($0)" }
    }
  }

  private func lines(_ path: String, _ command: CommandSpecification) -> [String] {
    let own = path.isEmpty ? [] : command.options.map { option(path, $0) }
    return command.listed.map { name(if: condition(path, 1), $0.name, $0.summary) } + own
      + command.operands.flatMap { operand(path, command, $0) }
  }

  private func name(if condition: String, _ name: String, _ summary: String) -> String {
    "complete -c iapctl -n \(condition) -a \(name) -d \(quoted(summary))"
  }

  private func option(_ path: String?, _ option: OptionSpecification) -> String {
    let place = path.map { " -n " + condition($0, nil) } ?? ""
    let short = option.short.map { " -s \($0)" } ?? ""
    let value = option.value.map { " " + arguments($0.kind) } ?? ""
    return "complete -c iapctl\(place)\(short) -l \(option.name)\(value)"
      + " -d \(quoted(option.summary))"
  }

  private func operand(
    _ path: String, _ command: CommandSpecification, _ operand: OperandSpecification
  ) -> [String] {
    let end = operand.isSingle ? " \(operand.place + 1)" : ""
    let test = "__iapctl_at '\(path)'\(end)"
    let isFirst = operand.place == 0
    let condition =
      isFirst ? "\"\(test)\"" : "\"\(test); and not __iapctl_at '\(path)' \(operand.place)\""
    let place = "complete -c iapctl -n \(condition)"
    switch operand.value.kind {
    case .text, .number: return []
    case .file: return ["\(place) -F"]
    case .choices(let words), .suggestions(let words):
      return ["\(place) -a \(quoted(words.joined(separator: " ")))"]
    case .data(let kind): return ["\(place) -a '(__iapctl_data \(kind))'"]
    case .command:
      return helpNames
    }
  }

  /// The commands, word by word, and the topics.
  private var helpNames: [String] {
    manual.commands.filter(\.command.isGroup).flatMap { path, group in
      let topics = path.isEmpty ? manual.topics.map { ($0.name, $0.summary) } : []
      return (group.listed.map { ($0.name, $0.summary) } + topics).map {
        name(if: "\"__iapctl_helps '\(path)'\"", $0.0, $0.1)
      }
    }
  }

  /// What the value of an option can be.
  private func arguments(_ kind: ValueKind) -> String {
    switch kind {
    case .text, .number, .command: "-x"
    case .choices(let words), .suggestions(let words):
      "-x -a \(quoted(words.joined(separator: " ")))"
    case .file: "-r -F"
    case .data(let name): "-x -a '(__iapctl_data \(name))'"
    }
  }

  private func condition(_ path: String, _ most: Int?) -> String {
    let count = most.map { " \($0)" } ?? ""
    return "\"__iapctl_at '\(path)'\(count)\""
  }

  private func list(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  private func quoted(_ text: String) -> String {
    "'" + text.writing("\\", as: "\\\\").writing("'", as: "\\'") + "'"
  }
}

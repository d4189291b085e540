/// The completion script for zsh: the specifications in the language of `_arguments`.
struct ZshCompletion {
  private let manual: Manual

  init(_ manual: Manual) { self.manual = manual }

  var text: String {
    """
    #compdef iapctl
    # Made by 'make docs' from the specifications of the commands.

    # Offers what the user's own data tell of the kind that is the last argument.
    _iapctl_data() {
      local kind=${@[-1]} line tab=$'\\t'
      local -a lines names shown
      lines=("${(@f)$(command iapctl __complete --kind=$kind --word="${(Q)PREFIX}" --quoting=zsh \\
        -- "${(@)_iapctl_words}" 2>/dev/null)}")
      for line in $lines; do
        names+=("${line%%$tab*}")
        shown+=("${line/$tab/  -- }")
      done
      (( $#names )) && compadd "${@[1,-2]}" -l -d shown -a names
    }

    # Offers what 'help' takes: a command, word by word, or a topic.
    _iapctl_help_names() {
      case "${(j: :)_iapctl_words[2,-1]}" in
    \(manual.commands.filter(\.command.isGroup).map(helpNames).joined(separator: "\n"))
      esac
    }

    \(manual.commands.map(function).joined(separator: "\n\n"))

    # What every command takes.
    typeset -ga _iapctl_common=(
    \(manual.program.options.map { "  " + specification($0) }.joined(separator: "\n"))
    )

    if [[ ${funcstack[1]} == _iapctl ]]; then
      _iapctl "$@"
    else
      (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
      compdef _iapctl iapctl
    fi

    """
  }

  private func name(_ path: String) -> String {
    (["_iapctl"] + path.split(separator: " ").map(String.init)).joined(separator: "_")
      .writing("-", as: "_")
  }

  private func function(_ path: String, _ command: CommandSpecification) -> String {
    command.isGroup ? group(path, command) : leaf(path, command)
  }

  private func group(_ path: String, _ command: CommandSpecification) -> String {
    let isProgram = path.isEmpty
    let cases = command.listed.map { member in
      "    \(member.name)) \(name(path.isEmpty ? member.name : "\(path) \(member.name)")) ;;"
    }
    let remember = isProgram ? "\n  local -a _iapctl_words=(${words[2,CURRENT-1]})" : ""
    return """
      \(name(path))() {
        local curcontext=$curcontext state line ret=1
        typeset -A opt_args\(remember)
        _arguments -C -s -S -A '-*' $_iapctl_common '1: :->command' '*:: :->arguments' && ret=0
        case $state in
          command)
            local -a commands=(
      \(described(command.listed.map { ($0.name, $0.summary) }, indent: 8))
            )
            _describe -t commands 'iapctl command' commands && ret=0
            ;;
          arguments)
            case $line[1] in
      \(cases.map { "  " + $0 }.joined(separator: "\n"))
            esac && ret=0
            ;;
        esac
        return ret
      }
      """
  }

  private func leaf(_ path: String, _ command: CommandSpecification) -> String {
    let lines =
      command.options.map(specification) + command.operands.flatMap(operandSpecifications)
    return """
      \(name(path))() {
        _arguments -s -S $_iapctl_common\(lines.map { " \\\n    " + $0 }.joined())
      }
      """
  }

  // MARK: Specifications of _arguments

  private func specification(_ option: OptionSpecification) -> String {
    let summary = "[\(escaped(option.summary, "]"))]"
    let action = option.value.map { ":\($0.label):\(self.action($0.kind))" } ?? ""
    let mark = option.isList ? "*" : ""
    let equals = option.takesValue ? "=" : ""
    guard let short = option.short else {
      return quoted("\(mark)--\(option.name)\(equals)\(summary)\(action)")
    }
    let plus = option.takesValue ? "+" : ""
    let exclusive = mark.isEmpty ? "(-\(short) --\(option.name))" : mark
    return quoted(exclusive) + "{-\(short)\(plus),--\(option.name)\(equals)}"
      + quoted(summary + action)
  }

  private func operandSpecifications(_ operand: OperandSpecification) -> [String] {
    let place =
      switch operand.count {
      case .one: "\(operand.place + 1):"
      case .optional: "\(operand.place + 1)::"
      case .some, .any: "*:"
      }
    return [quoted("\(place)\(operand.label):\(action(operand.value.kind))")]
  }

  private func action(_ kind: ValueKind) -> String {
    switch kind {
    case .text, .number: " "
    case .choices(let words), .suggestions(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .command: "_iapctl_help_names"
    case .data(let name): "_iapctl_data \(name)"
    }
  }

  private func helpNames(_ path: String, _ command: CommandSpecification) -> String {
    let topics = path.isEmpty ? manual.topics.map { ($0.name, $0.summary) } : []
    let names = command.listed.map { ($0.name, $0.summary) } + topics
    return """
          \(quoted(path)))
            local -a names=(
      \(described(names, indent: 8))
            )
            _describe -t commands 'command or topic' names
            ;;
      """
  }

  private func described(_ names: [(name: String, summary: String)], indent: Int) -> String {
    let padding = String(repeating: " ", count: indent)
    return names.map { padding + quoted("\($0.name):\(escaped($0.summary, ""))") }
      .joined(separator: "\n")
  }

  /// Colons end a part of a specification.
  private func escaped(_ text: String, _ others: String) -> String {
    text.reduce(into: "") { result, character in
      if character == ":" || character == "\\" || others.contains(character) { result += "\\" }
      result.append(character)
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.writing("'", as: "'\\''") + "'"
  }
}

/// The completion script for bash.
///
/// What the specifications say stands in it as tables. What the user's data say is asked of the
/// program itself, which hands back words in the quoting that was begun.
struct BashCompletion {
  private let manual: Manual

  init(_ manual: Manual) { self.manual = manual }

  var text: String {
    """
    # bash completion for iapctl. Made by 'make docs' from the specifications of the commands.

    # The names below command $1, into names.
    _iapctl_commands() {
      case $1 in
    \(cases(manual.commands.filter(\.command.isGroup)) { "names='\(names($0))'" })
        *) names= ;;
      esac
    }

    # The options of command $1, into names.
    _iapctl_options() {
      case $1 in
    \(cases(manual.commands.filter { !$0.path.isEmpty && !$0.command.options.isEmpty }) {
      "names='\($0.optionWords.joined(separator: " "))'"
    })
        *) names= ;;
      esac
      names+=' \(manual.program.optionWords.joined(separator: " "))'
    }

    # What stands for the value of option $2 of command $1, into kind: nothing for a flag.
    _iapctl_value() {
      kind=
      case $2 in
    \(manual.program.options.filter(\.takesValue).map(commonValue).joined(separator: "\n"))
      esac
      if [[ -n $kind ]]; then return; fi
      case "$1 $2" in
    \(ownValues.joined(separator: "\n"))
      esac
    }

    # What stands for an argument of command $1 behind $2 others, into kind.
    _iapctl_argument() {
      kind=
      case "$1" in
    \(manual.commands.filter { !$0.command.operands.isEmpty }.map(argument).joined(separator: "\n"))
      esac
    }

    \(Self.machinery)

    """
  }

  // MARK: Tables

  private func cases(
    _ entries: [(path: String, command: CommandSpecification)],
    _ body: (CommandSpecification) -> String
  ) -> String {
    entries.map { "    '\($0.path)') \(body($0.command)) ;;" }.joined(separator: "\n")
  }

  private func names(_ command: CommandSpecification) -> String {
    command.listed.map(\.name).joined(separator: " ")
  }

  private func commonValue(_ option: OptionSpecification) -> String {
    let short = option.short.map { " | -\($0) | -[!-]*\($0)" } ?? ""
    return "    --\(option.name)\(short)) kind='\(kind(option.value))' ;;"
  }

  private var ownValues: [String] {
    manual.commands.dropFirst().flatMap { entry in
      entry.command.options.filter(\.takesValue).map { option in
        let patterns = option.words.map { "'\(entry.path) \($0)'" }.joined(separator: " | ")
        return "    \(patterns)) kind='\(kind(option.value))' ;;"
      }
    }
  }

  private func argument(_ path: String, _ command: CommandSpecification) -> String {
    let places = command.operands.map { operand in
      let kind = "kind='\(kind(operand.value))'"
      if operand.isSingle { return "(($2 != \(operand.place))) || \(kind)" }
      return operand.place == 0 ? kind : "(($2 < \(operand.place))) || \(kind)"
    }
    return "    '\(path)') \(places.joined(separator: "; ")) ;;"
  }

  private func kind(_ value: ValueSpecification?) -> String {
    switch value?.kind {
    case .text, .number: "any"
    case .choices(let words), .suggestions(let words): "words " + words.joined(separator: " ")
    case .file: "file"
    case .command: "command " + manual.topics.map(\.name).joined(separator: " ")
    case .data(let name): "data " + name
    case nil: ""
    }
  }

  // MARK: The part that is always the same

  private static let machinery = #"""
    # The words before the cursor, into words, and the one at it, into current. bash breaks words
    # at '=', ':' and '@' too; here they are whole, as they were typed.
    _iapctl_split() {
      local rest=${COMP_LINE:0:COMP_POINT} part bare i
      words=()
      for ((i = 0; i <= COMP_CWORD; i++)); do
        bare=${rest#"${rest%%[![:space:]]*}"}
        part=${COMP_WORDS[i]}
        ((i == COMP_CWORD)) && part=$bare
        if ((i > 0)) && [[ $bare == "$rest" ]]; then
          words[${#words[@]}-1]+=$part
        else
          words+=("$part")
        fi
        rest=${bare#"$part"}
      done
      current=${words[${#words[@]}-1]}
      unset "words[${#words[@]}-1]"
    }

    _iapctl() {
      local words=() current= path= option= ended= kind= names= prefix= breaks= kept= word i
      local arguments=() IFS=$' \t\n'
      _iapctl_split
      for ((i = 1; i < ${#words[@]}; i++)); do
        word=${words[i]}
        if [[ -n $option ]]; then
          option=
        elif [[ -n $ended || $word != -?* ]]; then
          _iapctl_commands "$path"
          if ((${#arguments[@]} == 0)) && [[ " $names " == *" $word "* ]]; then
            path+=${path:+ }$word
          else
            arguments+=("$word")
          fi
        elif [[ $word == -- ]]; then
          ended=1
        elif [[ $word != --*=* ]]; then
          _iapctl_value "$path" "$word"
          [[ -n $kind ]] && option=$word
        fi
      done

      kind=
      if [[ -n $option ]]; then
        _iapctl_value "$path" "$option"
      elif [[ -z $ended && $current == --*=* ]]; then
        prefix=${current%%=*}=
        current=${current#*=}
        _iapctl_value "$path" "${prefix%=}"
      elif [[ -z $ended && $current == -* ]]; then
        _iapctl_options "$path"
        kind="words $names"
      else
        _iapctl_commands "$path"
        if [[ -n $names ]]; then
          ((${#arguments[@]})) || kind="words $names"
        else
          _iapctl_argument "$path" "${#arguments[@]}"
        fi
      fi
      if [[ $kind == command* ]]; then
        _iapctl_commands "${arguments[*]}"
        ((${#arguments[@]} == 0)) && names+=" ${kind#command }"
        kind="words $names"
      fi

      COMPREPLY=()
      case $kind in
        file) compopt -o default 2>/dev/null ;;
        words\ *)
          while IFS= read -r word; do
            COMPREPLY+=("$word")
          done < <(compgen -W "${kind#words }" -- "$current")
          ;;
        data\ *)
          while IFS= read -r word; do
            COMPREPLY+=("${word%%$'\t'*}")
          done < <(command iapctl __complete --kind="${kind#data }" --word="$current" \
            --quoting=bash -- "${words[@]:1}" 2>/dev/null)
          ;;
      esac

      # readline replaces what stands behind the last break only, and from an '@' on. Quotes and
      # backslashes keep it from breaking.
      breaks=${COMP_WORDBREAKS//[^=:@]/}
      [[ $current == [\"\']* ]] && word=$prefix || word=$prefix$current
      if [[ -n $breaks ]]; then
        kept=${word//\\?/__}
        kept=${kept##*[$breaks]}
        kept=${word:0:${#word}-${#kept}}
        kept=${kept%@}
      fi
      for i in "${!COMPREPLY[@]}"; do
        word=$prefix${COMPREPLY[i]}
        COMPREPLY[i]=${word#"$kept"}
      done
      return 0
    }

    complete -F _iapctl iapctl
    """#
}

extension CommandSpecification {
  /// How many arguments it takes at most; nil where there is no end to it.
  var mostOperands: Int? {
    operands.contains { $0.count == .some || $0.count == .any } ? nil : operands.count
  }
}

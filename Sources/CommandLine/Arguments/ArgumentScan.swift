/// One pass over the words.
struct ArgumentScan {
  private let root: CommandSpecification
  /// The command or group that the words so far have named.
  private(set) var command: CommandSpecification
  private var result = ParseResult()
  /// The errors. ``finish()`` returns the first of: command, options, values.
  private(set) var commandProblem: UsageError?
  private var optionProblems: [UsageError] = []
  private var valueProblems: [UsageError] = []
  /// Options before the command that are not options of the program. They are checked when the
  /// command is known.
  private var early: [String] = []
  private var words: ArraySlice<String> = []
  private(set) var isAfterOptions = false
  /// The option at the end of the words if its value is missing.
  private(set) var unfinished: OptionSpecification?

  init(_ all: [String], root: CommandSpecification) {
    (self.root, command, words) = (root, root, all[...])
    while let word = words.popFirst() {
      if isAfterOptions, result.arguments.commandLine != nil {
        result.arguments.commandLine?.append(word)
      } else if isAfterOptions || !Self.isOption(word) || isNegativeNumber(word) {
        takePlain(word)
      } else if word == "--" {
        isAfterOptions = true
        if command.takesCommandLine { result.arguments.commandLine = [] }
      } else if word.utf8.starts(with: "--".utf8) {
        takeLong(word)
      } else {
        takeShort(word)
      }
    }
  }

  /// What has been parsed so far.
  var arguments: ParsedArguments { result.arguments }

  mutating func finish() -> ParseResult {
    for name in early {
      if command.options.contains(where: { "--" + $0.name == name }) {
        optionProblems.append(.argument(.misplacedOption(name, command: programAndPath)))
      } else {
        reportUnknown(name)
      }
    }
    if result.wantsHelp {
      result.problem = commandProblem
    } else {
      checkOperands()
      result.problem = commandProblem ?? optionProblems.first ?? valueProblems.first
    }
    return result
  }

  // MARK: Commands and operands

  private var programAndPath: String {
    ([root.name] + result.arguments.path).joined(separator: " ")
  }

  private var help: String { programAndPath + " --help" }

  private mutating func takePlain(_ word: String) {
    guard command.isGroup, commandProblem == nil else {
      // `consume help` asks for help; `consume -- help` does not.
      if word == "help", result.arguments.operands.isEmpty, !isAfterOptions,
        command.name != "help"
      {
        result.wantsHelp = true
      } else {
        result.arguments.operands.append(word)
      }
      return
    }
    if let next = command.subcommand(word) {
      command = next
      result.arguments.path.append(word)
    } else if word == "help", !result.arguments.path.isEmpty {
      result.wantsHelp = true
    } else {
      commandProblem = refusal(of: word) ?? unknown(word)
    }
  }

  private func unknown(_ word: String) -> UsageError {
    let path = (result.arguments.path + [word]).joined(separator: " ")
    return .argument(
      .unknownCommand(path, suggestion: suggestion(for: word), program: root.name))
  }

  /// The error for a command that does not exist on purpose. Its hint names the word behind the
  /// command if that is plain, so that it can be pasted.
  private func refusal(of word: String) -> UsageError? {
    guard command.refusedCommands.contains(word) else { return nil }
    let next = words.first { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    return .argument(.refusedCommand(word, operand: next))
  }

  private func suggestion(for word: String) -> String? {
    let near = result.arguments.path
    let names = command.listed.map(\.name)
    let path =
      command.path(to: word).map { near + $0 } ?? root.path(to: word)
      ?? Suggestions.closest(to: word, among: names).map { near + [$0] }
    return path?.joined(separator: " ")
  }

  private mutating func checkOperands() {
    guard !command.isGroup, commandProblem == nil else { return }
    let count = result.arguments.operands.count
    let most = command.operands.reduce(0) { most, operand in
      switch operand.count {
      case .one, .optional: most + 1
      case .some, .any: .max - 1000
      case .commandLine: most
      }
    }
    if result.arguments.commandLine == [] {
      valueProblems.append(.argument(.missingOperand("a command after --", help: help)))
    }
    if count > most {
      let word = result.arguments.operands[most]
      let runsCommand = command.operands.contains { $0.count == .commandLine }
      valueProblems.append(
        .argument(runsCommand ? .commandWithoutDashes(word) : .extraOperand(word, help: help)))
    }
    let missing = command.operands.filter { $0.count == .one || $0.count == .some }
    if count < missing.count {
      valueProblems.append(.argument(.missingOperand(missing[count].label, help: help)))
    }
  }

  /// Whether a word is a dash with at least one character behind it. `-` alone is standard input.
  static func isOption(_ word: String) -> Bool {
    word.utf8.count > 1 && word.utf8.first == UInt8(ascii: "-")
  }

  /// If the command expects a number, `-5` is an operand, and not the short option `-5`.
  private func isNegativeNumber(_ word: String) -> Bool {
    Self.isNumber(word)
      && command.operands.contains { operand in
        // Error codes can be negative, too.
        if case .suggestions(let words) = operand.value.kind {
          return words.contains { Self.isOption($0) && Self.isNumber($0) }
        }
        return operand.value.kind == .number
      }
  }

  private static func isNumber(_ word: String) -> Bool {
    let digits = word.utf8.dropFirst()
    return isOption(word)
      && digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
  }

  // MARK: Options

  /// The options that are allowed at this position.
  /// A command can give a shared option a form of its own, such as a list.
  var options: [OptionSpecification] {
    command.options + (command.shared ?? []).filter(\.isList) + root.options
  }

  private mutating func takeLong(_ word: String) {
    // Compare bytes: to Swift, a dash or an equals sign with a combining mark behind it is another
    // character.
    let parts = word.utf8.dropFirst(2).split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(Substring(parts[0]))
    let attached = parts.count > 1 ? String(Substring(parts[1])) : nil
    guard let option = options.first(where: { $0.name == name }) else {
      takeUnknown("--" + name, hasValue: attached != nil)
      return
    }
    take(option, as: "--" + name, attached: attached)
  }

  private mutating func takeShort(_ word: String) {
    var rest = word.unicodeScalars.dropFirst()
    while let letter = rest.popFirst().map(Character.init) {
      guard let option = options.first(where: { $0.short == letter }) else {
        reportUnknown("-\(letter)")
        return
      }
      guard option.takesValue else {
        take(option, as: "-\(letter)", attached: nil)
        continue
      }
      let value = rest.first == "=" ? rest.dropFirst() : rest
      take(option, as: "-\(letter)", attached: rest.isEmpty ? nil : String(value))
      return
    }
  }

  private mutating func take(_ option: OptionSpecification, as name: String, attached: String?) {
    guard let expected = option.value else {
      if attached != nil { valueProblems.append(.argument(.unwantedValue(name))) }
      if option.name == "help" {
        result.wantsShortHelp = !result.wantsHelp && !name.hasPrefix("--")
        result.wantsHelp = true
      }
      if option.name == "version" { result.wantsVersion = true }
      result.arguments.values[option.name] = []
      return
    }
    guard let value = attached ?? nextValue(for: option) else {
      if words.isEmpty { unfinished = option }
      valueProblems.append(
        .argument(.missingValue(name, label: expected.label, next: words.first)))
      return
    }
    var values = result.arguments.values[option.name] ?? []
    if !option.isList, let first = values.first {
      if !first.utf8.elementsEqual(value.utf8) {
        valueProblems.append(.argument(.repeated(name, first, value)))
      }
    } else {
      values.append(value)
    }
    result.arguments.values[option.name] = values
  }

  /// Takes the next word, unless it looks like an option.
  private mutating func nextValue(for option: OptionSpecification) -> String? {
    guard let next = words.first else { return nil }
    guard !Self.isOption(next) || (option.value?.kind == .number && Self.isNumber(next)) else {
      return nil
    }
    words.removeFirst()
    return next
  }

  /// Takes an option that the command so far does not have: an unknown option, or one that is given
  /// before its command. In `--product gem.100 unconsumed`, `gem.100` must be skipped, because it
  /// is not the command.
  private mutating func takeUnknown(_ name: String, hasValue: Bool) {
    if root.refused.contains(String(name.dropFirst(2))) {
      // The next word may be a secret, such as an app key: no message may show it.
      if !hasValue, let next = words.first, !Self.isOption(next) { words.removeFirst() }
      optionProblems.append(.argument(.refusedOption(name)))
      return
    }
    guard command.isGroup else {
      reportUnknown(name)
      return
    }
    early.append(name)
    let owners = command.leaves.flatMap(\.options).filter { "--" + $0.name == name }
    if !hasValue, owners.contains(where: \.takesValue), let next = words.first,
      !Self.isOption(next)
    {
      words.removeFirst()
    }
  }

  private mutating func reportUnknown(_ name: String) {
    let suggestion =
      name.hasPrefix("--")
      ? Suggestions.closest(to: String(name.dropFirst(2)), among: options.map(\.name)) : nil
    optionProblems.append(
      .argument(.unknownOption(name, suggestion: suggestion.map { "--" + $0 }, help: help)))
  }
}

import Languages
import Text

/// One pass over the arguments of a command line.
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
  private var optionsBeforeCommand: [String] = []
  /// The arguments that are still to be parsed.
  private var remaining: ArraySlice<String> = []
  private(set) var isAfterOptions = false
  /// The option at the end of the words if its value is missing.
  private(set) var unfinished: OptionSpecification?

  init(_ all: [String], root: CommandSpecification) {
    (self.root, command, remaining) = (root, root, all[...])
    while let word = remaining.popFirst() {
      if isAfterOptions, result.arguments.commandLine != nil {
        result.arguments.commandLine?.append(word)
      } else if isAfterOptions || !Self.isOption(word) || isNegativeNumber(word) {
        parsePlain(word)
      } else if word == "--" {
        isAfterOptions = true
        if command.takesCommandLine { result.arguments.commandLine = [] }
      } else if word.utf8.starts(with: "--".utf8) {
        parseLongOption(word)
      } else {
        parseShortOptions(word)
      }
    }
  }

  /// What has been parsed so far.
  var arguments: ParsedArguments { result.arguments }

  mutating func finish() -> ParseResult {
    for name in optionsBeforeCommand {
      if command.options.contains(where: { "--" + $0.name == name }) {
        optionProblems.append(.argument(.option(name, .misplaced(command: programAndPath))))
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

  private mutating func parsePlain(_ word: String) {
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
    let path = (result.arguments.path + [MaskedText.withoutPassword(word)]).joined(separator: " ")
    return .argument(
      .unknownCommand(path, suggestion: suggestion(for: word), program: root.name))
  }

  /// The error for a command that does not exist on purpose. Its hint names the word behind the
  /// command if that is plain, so that it can be pasted.
  private func refusal(of word: String) -> UsageError? {
    guard command.refusedCommands.contains(word) else { return nil }
    let next = remaining.first { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
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
    let maximumCount = command.operands.reduce(0) { count, operand in
      switch operand.count {
      case .one, .optional: count + 1
      case .some, .any: .max - 1000
      case .commandLine: count
      }
    }
    if result.arguments.commandLine == [] {
      valueProblems.append(
        .argument(.missingOperand(translatable("a command after --"), help: help)))
    }
    if count > maximumCount {
      let word = MaskedText.withoutPassword(result.arguments.operands[maximumCount])
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
        if case .suggestions(let values) = operand.value.kind {
          return values.contains { Self.isOption($0) && Self.isNumber($0) }
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

  private mutating func parseLongOption(_ word: String) {
    // Compare bytes: to Swift, a dash or an equals sign with a combining mark behind it is another
    // character.
    let parts = word.utf8.dropFirst(2).split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(Substring(parts[0]))
    let attached = parts.count > 1 ? String(Substring(parts[1])) : nil
    guard let option = options.first(where: { $0.name == name }) else {
      skipUnknownOption("--" + name, hasValue: attached != nil)
      return
    }
    addOption(option, as: "--" + name, attached: attached)
  }

  private mutating func parseShortOptions(_ word: String) {
    var rest = word.unicodeScalars.dropFirst()
    while let letter = rest.popFirst().map(Character.init) {
      guard let option = options.first(where: { $0.short == letter }) else {
        reportUnknown("-\(letter)")
        return
      }
      guard option.takesValue else {
        addOption(option, as: "-\(letter)", attached: nil)
        continue
      }
      let value = rest.first == "=" ? rest.dropFirst() : rest
      addOption(option, as: "-\(letter)", attached: rest.isEmpty ? nil : String(value))
      return
    }
  }

  private mutating func addOption(_ option: OptionSpecification, as name: String, attached: String?)
  {
    guard let expected = option.value else {
      if attached != nil { valueProblems.append(.argument(.option(name, .unwantedValue))) }
      if option.name == "help" {
        result.wantsShortHelp = !result.wantsHelp && !name.hasPrefix("--")
        result.wantsHelp = true
      }
      if option.name == "version" { result.wantsVersion = true }
      result.arguments.values[option.name] = []
      return
    }
    guard let value = attached ?? nextValue(for: option) else {
      if remaining.isEmpty { unfinished = option }
      valueProblems.append(
        .argument(.option(name, .missingValue(label: expected.label, next: remaining.first))))
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

  /// Removes and returns the next word, unless it looks like an option.
  private mutating func nextValue(for option: OptionSpecification) -> String? {
    guard let next = remaining.first else { return nil }
    guard !Self.isOption(next) || (option.value?.kind == .number && Self.isNumber(next)) else {
      return nil
    }
    remaining.removeFirst()
    return next
  }

  /// Skips an option that the command so far does not have: an unknown option, or one that is given
  /// before its command. In `--product gem.100 unconsumed`, `gem.100` must be skipped, because it
  /// is not the command.
  private mutating func skipUnknownOption(_ name: String, hasValue: Bool) {
    if root.refused.contains(String(name.dropFirst(2))) {
      // The next word may be a secret, such as an app key: no message may show it.
      if !hasValue, let next = remaining.first, !Self.isOption(next) { remaining.removeFirst() }
      optionProblems.append(.argument(.option(name, .refused)))
      return
    }
    guard command.isGroup else {
      reportUnknown(name)
      return
    }
    optionsBeforeCommand.append(name)
    let owners = command.leaves.flatMap(\.options).filter { "--" + $0.name == name }
    if !hasValue, owners.contains(where: \.takesValue), let next = remaining.first,
      !Self.isOption(next)
    {
      remaining.removeFirst()
    }
  }

  private mutating func reportUnknown(_ name: String) {
    let suggestion =
      name.hasPrefix("--")
      ? Suggestions.closest(to: String(name.dropFirst(2)), among: options.map(\.name)) : nil
    optionProblems.append(
      .argument(
        .option(name, .unknown(suggestion: suggestion.map { "--" + $0 }, help: help))))
  }
}

/// The possible values at the cursor of a command line that is being typed.
package struct Completion: Equatable, Sendable {
  package enum Values: Equatable, Sendable {
    /// All possible values, also those that do not begin with the typed text.
    case listed([Candidate])
    case files
    /// A value from the user's data, as in `ValueKind`.
    case data(String)

    package static let none = Values.listed([])
  }

  /// A possible word at the cursor.
  package struct Candidate: Equatable, Sendable {
    package let text: String
    /// A description of the word, or an empty text.
    package let summary: String

    package init(_ text: String, _ summary: String = "") {
      self.text = text
      self.summary = summary
    }
  }

  /// The text before the value in the same word: `--output=`.
  package var prefix = ""
  /// The typed part of the value.
  package var typed: String
  package var values: Values
  /// Whether the parser would take a value with a dash in front for an option.
  package var refusesDash = false
  /// The values of the same option or operand that are on the command line already.
  package var usedValues: Set<String> = []
}

extension Manual {
  /// Finds what can replace the word at the cursor.
  ///
  /// - Parameter arguments: the words before the one at the cursor, without the program's name.
  package func completion(of word: String, behind arguments: [String]) -> Completion {
    let scan = ArgumentScan(arguments, root: program)
    let isOption = ArgumentScan.isOption(word)
    if let option = scan.unfinished, let value = option.value, !isOption {
      return Completion(
        typed: word, values: values(value.kind, in: scan), refusesDash: true,
        usedValues: usedValues(of: option, in: scan))
    }
    guard !scan.isAfterOptions, word.utf8.first == UInt8(ascii: "-") else {
      let repeats = scan.command.operands.contains { $0.count == .any || $0.count == .some }
      return Completion(
        typed: word, values: operands(in: scan), refusesDash: !scan.isAfterOptions,
        usedValues: repeats && !scan.command.takesCommandPath ? Set(scan.arguments.operands) : [])
    }
    guard let (option, prefix) = attachedOption(word, in: scan) else {
      return Completion(typed: word, values: .listed(optionNames(in: scan, for: word)))
    }
    return Completion(
      prefix: prefix, typed: String(word.unicodeScalars.dropFirst(prefix.unicodeScalars.count)),
      values: option.value.map { values($0.kind, in: scan) } ?? .none,
      usedValues: usedValues(of: option, in: scan))
  }

  private func usedValues(of option: OptionSpecification, in scan: ArgumentScan) -> Set<String> {
    option.isList ? Set(scan.arguments.values[option.name] ?? []) : []
  }

  /// The options that have not been given yet. Short options are included unless the word begins
  /// with `--`.
  private func optionNames(in scan: ArgumentScan, for word: String) -> [Completion.Candidate] {
    let isLong = word.utf8.starts(with: "--".utf8)
    let options =
      (scan.arguments.path.isEmpty ? [] : scan.command.options)
      + program.optionsTaken(by: scan.command)
    return options.filter { $0.isList || scan.arguments.values[$0.name] == nil }.flatMap { option in
      let summary = language.text(option.summary)
      let short = option.short.map { [Completion.Candidate("-\($0)", summary)] } ?? []
      return [Completion.Candidate("--\(option.name)", summary)] + (isLong ? [] : short)
    }
  }

  /// The option whose value is in the same word, and the text before the value. Examples:
  /// `--output=` in `--output=js`, and `-o` in `-ojs`.
  private func attachedOption(
    _ word: String, in scan: ArgumentScan
  ) -> (option: OptionSpecification, prefix: String)? {
    if word.utf8.starts(with: "--".utf8) {
      guard let sign = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let prefix = String(Substring(word.utf8[...sign]))
      return scan.options.first { "--\($0.name)=" == prefix }.map { ($0, prefix) }
    }
    var (prefix, rest) = ("-", word.unicodeScalars.dropFirst())
    while let letter = rest.popFirst() {
      prefix.unicodeScalars.append(letter)
      guard let option = scan.options.first(where: { $0.short == Character(letter) }) else {
        return nil
      }
      guard option.takesValue, let next = rest.first else { continue }
      return (option, next == "=" ? prefix + "=" : prefix)
    }
    return nil
  }

  private func operands(in scan: ArgumentScan) -> Completion.Values {
    if scan.command.isGroup {
      return scan.commandProblem == nil ? .listed(names(below: scan.command)) : .none
    }
    if scan.arguments.commandLine != nil { return .files }
    let count = scan.arguments.operands.count
    let operand = scan.command.operands.filter { $0.count != .commandLine }.first {
      $0.isSingle ? $0.position == count : $0.position <= count
    }
    return operand.map { values($0.value.kind, in: scan) } ?? .none
  }

  private func values(_ kind: ValueKind, in scan: ArgumentScan) -> Completion.Values {
    switch kind {
    case .text, .number: return .none
    case .choices(let values), .suggestions(let values):
      return .listed(values.map { Completion.Candidate($0) })
    case .file: return .files
    case .data(let name): return .data(name)
    case .command:
      let path = scan.arguments.operands
      let topics =
        path.isEmpty ? topics.map { Completion.Candidate($0.name, language.text($0.summary)) } : []
      return .listed((program.descendant(path[...]).map(names(below:)) ?? []) + topics)
    }
  }

  private func names(below group: CommandSpecification) -> [Completion.Candidate] {
    group.listed.map { Completion.Candidate($0.name, language.text($0.summary)) }
  }
}

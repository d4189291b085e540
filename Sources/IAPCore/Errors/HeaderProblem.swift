import Languages
import Text

extension IAPError {
  /// What is wrong with the header of a table.
  package enum HeaderProblem: Hashable, Sendable {
    /// Columns whose meaning is unknown.
    ///
    /// - Parameters:
    ///   - count: the number of these columns; `names` has the first ones.
    ///   - remarks: of those of which some rows say something else than most.
    case unknownColumns(
      names: [String], count: Int, meant: [String: String], remarks: [ColumnRemark] = [])
    /// Keys that iapctl does not know, and whose values may say that payments are not to be consumed.
    case warningKeys([ColumnRemark])
    /// An option names a column that the input does not have.
    ///
    /// - Parameter closest: the column that was probably meant.
    case columnMissing(String, of: ColumnOption = .columns, closest: String? = nil)
    /// It is not in the first line with content, or in the line that was given, but in this line.
    case elsewhere(line: Int, given: Int? = nil)
    /// A line of JSON is no header.
    case ofJSON

    /// The options that name columns of an input.
    package enum ColumnOption: String, Hashable, Sendable {
      case columns
      case ignoreColumns = "ignore-columns"
    }
  }

  /// Why an input is not read.
  package enum FormatProblem: Hashable, Sendable {
    case unknown
    /// Lines end in these characters, in place of a line feed alone or behind a carriage return.
    case lineEnds(String)
    /// The encoding of an input that is not UTF-8.
    case encoding(String)
    /// A file of a spreadsheet program, by the ending of its name or by its markup: `.xlsx`, `HTML`.
    case workbook(String)
  }
}

extension IAPError.HeaderProblem {
  func text(of name: Sentence) -> ErrorText {
    switch self {
    case .unknownColumns(let names, let count, let meant, let remarks):
      ErrorText(
        Self.unknownColumns(in: name, names, of: count, remarks),
        hint: Self.hint(unknownColumns: names, isAll: count == names.count, meant, remarks))
    case .warningKeys(let remarks):
      ErrorText(
        "\(name): \(sentences: remarks.map(\.sentence), separator: "; ")",
        hint: Self.leavingOut(remarks.map(\.column)))
    case .columnMissing(let column, let option, let closest):
      ErrorText(
        "\(name) has no column '\(column)', which --\(option.rawValue) names",
        hint: closest.map { "did you mean '\($0)'?" as Sentence }
          ?? "write the name as it stands in the header")
    case .elsewhere(let line, let given?):
      ErrorText(
        "line \(given) of \(name) is not the header: line \(line) looks like the header",
        hint: line == 1
          ? "leave out --header-line" : "if it is the header, give --header-line \(line) instead")
    case .elsewhere(let line, nil):
      ErrorText(
        "the first line of \(name) is not the header: line \(line) looks like the header",
        hint: "if it is the header, add --header-line \(line): what is above it is skipped")
    case .ofJSON:
      ErrorText("\(name) is JSON, which has no header", hint: "leave out --header-line")
    }
  }

  private static func unknownColumns(
    in name: Sentence, _ names: [String], of count: Int, _ remarks: [ColumnRemark]
  ) -> Sentence {
    let quoted = names.map { LineProblem.quoted($0).inQuotes }
    let rest: Sentence? = count > names.count ? " and \(count - names.count) more" : nil
    let said: Sentence? =
      remarks.isEmpty ? nil : "; \(sentences: remarks.map(\.sentence), separator: "; ")"
    return count == 1
      ? "\(name) has a column that iapctl does not know: \(list: quoted)\(said)"
      : "\(name) has \(count) columns that iapctl does not know: \(list: quoted)\(rest)\(said)"
  }

  private static func hint(
    unknownColumns names: [String], isAll: Bool, _ meant: [String: String],
    _ remarks: [ColumnRemark]
  ) -> Sentence {
    let remarked = Set(remarks.map(\.column))
    // A column that can be compared is never offered to be ignored.
    let rest = names.filter { meant[$0] == nil && !remarked.contains($0) }
    let ignored = ignored(rest, isAll: isAll || !remarks.isEmpty)
    if meant.isEmpty, rest.isEmpty { return leavingOut(names, isAll: isAll) }
    if meant.isEmpty {
      return """
        say what a column is, for example with --columns user=NAME or, if it does \
        not matter, with --ignore-columns \(ignored)
        """
    }
    if let (meaning, alike) = severalColumns(names, meant) {
      return """
        \(list: alike.map { LineProblem.quoted($0).inQuotes }) look like \(meaning): put them into one column \
        of the sheet, so that each row is compared
        """
    }
    let columns = columns(meant)
    return rest.isEmpty && (isAll || !remarks.isEmpty)
      ? "check what these columns mean, then run again with --columns \(columns)"
      : """
      check what these columns mean, and that the others do not matter, then run again with \
      --columns \(columns) --ignore-columns \(ignored)
      """
  }

  private static func leavingOut(_ names: [String], isAll: Bool = true) -> Sentence {
    """
    take out the rows that are not to be consumed; if all of them are, run again with \
    --ignore-columns \(ignored(names, isAll: isAll))
    """
  }

  /// The first meaning that several columns probably have.
  private static func severalColumns(
    _ names: [String], _ meant: [String: String]
  ) -> (meaning: String, columns: [String])? {
    names.lazy.compactMap { name in
      meant[name].map { meaning in (meaning, names.filter { meant[$0] == meaning }) }
    }.first { $0.1.count > 1 }
  }

  /// The value of `--ignore-columns`, quoted for a shell.
  static func ignored(_ names: [String], isAll: Bool) -> String {
    isAll ? ShellText.quoted(ListValues.word(names.map(typed))) : "all"
  }

  /// The value of `--columns` for the column of payment numbers.
  static func columns(ofPayments name: String) -> String { columns([name: "paymentSeq"]) }

  /// The value of `--columns`, quoted for a shell.
  static func columns(_ meant: [String: String]) -> String {
    let pairs = meant.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return ShellText.quoted(ListValues.word(pairs.map { "\($0.value)=\(typed($0.key))" }))
  }

  /// A name as it is typed. Spaces and hyphens count for nothing in names: one in front would make it an option,
  /// and a line break could not be pasted.
  private static func typed(_ name: String) -> String {
    let line = name.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    let start = line.drop { $0 == "-" }
    return start.isEmpty ? line : String(start)
  }
}

extension IAPError.FormatProblem {
  func text(of name: Sentence, _ path: String) -> ErrorText {
    switch self {
    case .unknown:
      ErrorText(
        """
        the first line of \(name) is not a JSON object, a payment number, or a CSV header with a \
        column paymentSeq
        """,
        hint: """
          for a CSV file, check the spelling of the column paymentSeq in the first line; for any \
          other file, give the format with --input-format jsonl, json or numbers
          """)
    case .lineEnds(let end):
      ErrorText(
        "the lines of \(name) end in \(end), and not in LF or CR LF",
        hint: "open it in an editor, and save it with the line ends of Unix or Windows")
    case .encoding(let encoding):
      ErrorText(
        "\(name) is \(encoding), not UTF-8",
        hint: IAPError.InputProblem.converting(path, from: encoding))
    case .workbook(let kind):
      ErrorText(
        "\(name) is a workbook (\(kind)), not a CSV file",
        hint: """
          open it in the spreadsheet program, format the column of payment numbers as text, and \
          save it as 'CSV UTF-8'
          """)
    }
  }
}

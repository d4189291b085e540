import CommandLine
import IAPBatch
package import IAPCore
package import Languages

/// What people read of errors of inputs: one row for each problem.
package enum InputErrors {
  static func text(_ name: Sentence, _ problem: IAPError.InputProblem) -> ErrorText {
    switch problem {
    case .tooLarge(let limit): ErrorText("\(name) is longer than \(limit) bytes")
    case .notUTF8: ErrorText("\(name) is not UTF-8")
    case .empty: ErrorText("\(name) is empty")
    case .userHasColumns(let line, let user):
      ErrorText(
        "line \(line) of \(name) has several columns: '\(user)'",
        hint: "give one user a line, without a header")
    case .late:
      ErrorText(
        "\(name) was not written to its end within the time-out",
        hint: "make sure that its writer closes it, or wait longer with --timeout")
    case .unknownFormat:
      ErrorText(
        """
        the first line of \(name) is not a JSON object, a payment number, or a CSV header with a \
        column paymentSeq
        """,
        hint: """
          for a CSV file, check the spelling of the column paymentSeq in the first line; for any \
          other file, give the format with --input-format jsonl, json or numbers
          """)
    case .encoding(let encoding):
      ErrorText(
        "\(name) is \(encoding), not UTF-8",
        hint: "save it as 'CSV UTF-8', or convert it with: iconv -f \(encoding) -t UTF-8")
    case .numbersRounded(let zeros, let count):
      ErrorText(
        """
        \(zeros) of \(count) payment numbers of 16 digits or more in \(name) end in 0: a \
        spreadsheet has rounded them
        """,
        hint: """
          add the columns price, currency and productSeq, so that each number can be checked, or say \
          with --exact-numbers that the numbers are right; otherwise \(repairingNumbers)
          """)
    case .unknownColumns(let names, let count, let meant):
      ErrorText(
        unknownColumns(in: name, names, of: count),
        hint: hint(unknownColumns: names, isAll: count == names.count, meant))
    case .columnMissing(let column):
      ErrorText(
        "\(name) has no column '\(column)', which --columns names",
        hint: "write the name as it stands in the header")
    case .headerBelow(let line):
      ErrorText(
        "the first line of \(name) is not the header: line \(line) looks like the header",
        hint: "if it is the header, add --header-line \(line): what is above it is skipped")
    case .workbook(let ending):
      ErrorText(
        "\(name) is a workbook (\(ending)), not a text file",
        hint: """
          open it in the spreadsheet program, format the column of payment numbers as text, and \
          save it as 'CSV UTF-8'
          """)
    case .unknownToJournal(let journal):
      ErrorText(
        "the journal \(journal) has no payment of \(name), so it is not known which are unknown",
        hint: """
          nothing was consumed: name the journal of the run that left payments unknown with --journal; if it is \
          lost, look the payments up in the IAP console (Transaction tab) before you consume or grant any
          """)
    case .badRow(let row, let problem):
      ErrorText(
        "\(name), row \(row): \(problem)", hint: "correct the row, or remove it from the file")
    case .badLines(let first, let count, let handling):
      ErrorText(
        LineErrors.badLines(in: name, first, of: count),
        hint: hint(handling, cure(first)))
    case .secretNotAlone(let secret, let found, let byte):
      ErrorText(
        """
        \(name) must contain only the \(FileErrors.name(of: secret)): it has \(sentence(found)) at byte \(byte)
        """,
        hint: """
          remove everything except the \(FileErrors.name(of: secret)); one line break at the end is allowed
          """)
    }
  }

  /// Why a row was rejected.
  package static func reason(_ problem: LineProblem) -> Sentence { LineErrors.text(problem) }

  private static func sentence(_ found: IAPError.ForeignText) -> Sentence {
    switch found {
    case .nullCharacter: "a null character"
    case .lineBreak: "a line break"
    case .control: "a control or invisible character"
    case .space: "a space"
    case .notInAppKey: "a character that a key cannot contain"
    }
  }

  // MARK: Lines

  /// - Parameter cure: nil if the lines need only be corrected.
  private static func hint(_ handling: BadLineHandling, _ cure: Sentence?) -> Sentence {
    switch (handling, cure) {
    case (.canBeSkipped, let cure?):
      "\(cure). Then run again, or skip them with --skip-bad-lines"
    case (.canBeSkipped, nil): "correct these lines, or skip them with --skip-bad-lines"
    case (.wereSkipped, _):
      """
      only these lines were left out: copy them and the header to a new file, correct them, and consume \
      that file
      """
    case (.mustBeCorrected, let cure?): "\(cure). Then run again"
    case (.mustBeCorrected, nil): "correct these lines and run again"
    }
  }

  /// What to do with the payment numbers that a spreadsheet changed, or that are order numbers, and with
  /// rows that contradict a delivery.
  private static func cure(_ lines: [BadLine]) -> Sentence? {
    if lines.contains(where: \.problem.isOfDelivery) { return forgettingDelivery }
    if lines.contains(where: \.problem.isDamage) { return repairingNumbers }
    return lines.contains(where: \.problem.isOrderNumber) ? PaymentErrors.lookingUpOrder : nil
  }

  private static var forgettingDelivery: Sentence {
    """
    check whose payment it is: iapctl journal show PAYMENT_SEQ. If the delivery was wrong, look at what the \
    player has, then: iapctl journal settle PAYMENT_SEQ --as not-consumed --ticket TEXT
    """
  }

  /// The cure for numbers that a spreadsheet changed.
  private static var repairingNumbers: Sentence {
    """
    in the sheet, format the column as text and paste the numbers again; or list again with: \
    iapctl unconsumed -o spreadsheet
    """
  }

  // MARK: Columns

  private static func unknownColumns(in name: Sentence, _ names: [String], of count: Int)
    -> Sentence
  {
    let quoted = names.map { LineProblem.quoted($0).inQuotes }
    let rest: Sentence? = count > names.count ? " and \(count - names.count) more" : nil
    return count == 1
      ? "\(name) has a column that iapctl does not know: \(list: quoted)"
      : "\(name) has \(count) columns that iapctl does not know: \(list: quoted)\(rest)"
  }

  private static func hint(
    unknownColumns names: [String], isAll: Bool, _ meant: [String: String]
  ) -> Sentence {
    // A column that can be compared is never offered to be ignored.
    let rest = names.filter { meant[$0] == nil }
    let ignored = ignored(rest, isAll: isAll)
    if meant.isEmpty {
      return """
        say what a column is, for example with --columns \(columns(example(of: names))) or, if it does \
        not matter, with --ignore-columns \(ignored)
        """
    }
    let columns = columns(meant)
    return isAll && rest.isEmpty
      ? "check what these columns mean, then run again with --columns \(columns)"
      : """
      check what these columns mean, and that the others do not matter, then run again with \
      --columns \(columns) --ignore-columns \(ignored)
      """
  }

  /// The value of `--ignore-columns`, quoted for a shell.
  private static func ignored(_ names: [String], isAll: Bool) -> String {
    isAll ? ShellText.quoted(ListValues.word(names)) : "all"
  }

  /// The value of `--columns`, quoted for a shell.
  private static func columns(_ meant: [String: String]) -> String {
    let pairs = meant.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return ShellText.quoted(ListValues.word(pairs.map { "\($0.value)=\($0.key)" }))
  }

  private static func example(of names: [String]) -> [String: String] {
    [names.first ?? "NAME": "user"]
  }
}

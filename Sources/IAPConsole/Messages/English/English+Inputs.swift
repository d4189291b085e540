import IAPBatch
import IAPCore
import Languages
import Text

extension English {
  func text(_ message: InputMessage) -> Sentence {
    switch message {
    case .unknownName(let unknown): "\(text(unknown))"
    case .unknownMarket(let market, nil): "unknown market '\(market)'; it is used as given"
    case .unknownMarket(let market, let closest?):
      "unknown market '\(market)'; did you mean \(closest)?"
    case .userWithComma(let user): "the user '\(user)' contains a comma, and is taken as one user"
    case .userWithSpace(let user): "the user '\(user)' begins or ends with a space"
    case .leadingZeros(let number):
      """
      payment number \(number) is sent as it is written, and counts as the same payment as \
      \(number.withoutLeadingZeros)
      """
    case .waitingForWriter(let path): "waiting for a process that writes to the FIFO \(path)"
    case .columns(let kind, let used, let ignored, let more):
      """
      \(kind == .columns ? "columns" : "keys" as Sentence) used: \(list: used); ignored: \
      \(list: ignored)\(more > 0 ? " and \(more) more" : nil)
      """
    case .repeated(let repeated, let lines, let payments, let bad):
      """
      \(lines, "line", "lines"), \(payments, "payment", "payments"), \(repeated) repeated\
      \(bad > 0 ? ", \(bad) bad" : nil)
      """
    case .withoutUser(1, let line): "1 payment has no user in its line (line \(line))"
    case .withoutUser(let count, let line):
      "\(count) payments have no user in their lines (first in line \(line))"
    case .endInZero(1):
      "the payment number ends in 0: check that no spreadsheet has rounded it"
    case .endInZero(let count):
      "all \(count) payment numbers end in 0: check that no spreadsheet has rounded them"
    }
  }

  /// A name that the fixture store does not have.
  func text(_ unknown: UnknownName) -> Sentence {
    let meant = unknown.closest.map { "; did you mean '\($0)'?" as Sentence }
    let known = meant ?? unknown.alternatives.map { "; known are \(list: $0)" }
    let name = unknown.name
    return switch unknown.subject {
    case .users: "no user '\(name)' in this store\(known)"
    case .products: "no product '\(name)' in this store\(known)"
    case .markets: "no market '\(name)' in this store\(known)"
    case .unconsumedPayments, .payments: "no payment '\(name)' in this store\(known)"
    }
  }

  func text(_ name: Sentence, _ problem: IAPError.InputProblem) -> ErrorText {
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
          \(repairingNumbers); or add the columns price, currency and productSeq, so that each \
          number can be checked
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
        hint: "remove the lines above the header")
    case .workbook(let ending):
      ErrorText(
        "\(name) is a workbook (\(ending)), not a text file",
        hint: """
          open it in the spreadsheet program, format the column of payment numbers as text, and \
          save it as 'CSV UTF-8'
          """)
    case .badRow(let row, let problem):
      ErrorText(
        "\(name), row \(row): \(problem)", hint: "correct the row, or remove it from the file")
    case .badLines(let first, let count, let handling):
      ErrorText(
        badLines(in: name, first, of: count),
        hint: hint(handling, cure(first)))
    case .secretNotAlone(let secret, let found, let byte):
      ErrorText(
        """
        \(name) must contain only the \(sentence(secret)): it has \(sentence(found)) at byte \(byte)
        """,
        hint: """
          remove everything except the \(sentence(secret)); one line break at the end is allowed
          """)
    }
  }

  private func sentence(_ found: IAPError.ForeignText) -> Sentence {
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
  private func hint(_ handling: BadLineHandling, _ cure: Sentence?) -> Sentence {
    switch (handling, cure) {
    case (.canBeSkipped, let cure?):
      "\(cure). Then run again, or skip them with --skip-bad-lines"
    case (.canBeSkipped, nil): "correct these lines, or skip them with --skip-bad-lines"
    case (.wereSkipped, _):
      """
      the other lines are done: copy the bad lines and the header to a new file, correct them, and \
      consume that file
      """
    case (.mustBeCorrected, let cure?): "\(cure). Then run again"
    case (.mustBeCorrected, nil): "correct these lines and run again"
    }
  }

  /// What to do with the payment numbers that a spreadsheet changed, or that are order numbers, and with
  /// rows that contradict a delivery.
  private func cure(_ lines: [BadLine]) -> Sentence? {
    if lines.contains(where: \.problem.isOfDelivery) { return forgettingDelivery }
    if lines.contains(where: \.problem.isDamage) { return repairingNumbers }
    return lines.contains(where: \.problem.isOrderNumber) ? lookingUpOrder : nil
  }

  private var forgettingDelivery: Sentence {
    """
    check whose payment it is: iapctl journal show PAYMENT_SEQ. If the delivery was wrong, look at what the \
    player has, then: iapctl journal settle PAYMENT_SEQ --as not-consumed --ticket TEXT
    """
  }

  /// The cure for numbers that a spreadsheet changed.
  private var repairingNumbers: Sentence {
    """
    in the sheet, format the column as text and paste the numbers again; or list again with: \
    iapctl unconsumed -o spreadsheet
    """
  }

  // MARK: Columns

  private func unknownColumns(in name: Sentence, _ names: [String], of count: Int) -> Sentence {
    let quoted = names.map(\.inQuotes)
    let rest: Sentence? = count > names.count ? " and \(count - names.count) more" : nil
    return count == 1
      ? "\(name) has a column that iapctl does not know: \(list: quoted)"
      : "\(name) has \(count) columns that iapctl does not know: \(list: quoted)\(rest)"
  }

  private func hint(
    unknownColumns names: [String], isAll: Bool, _ meant: [String: String]
  ) -> Sentence {
    let ignored = ignored(names, isAll: isAll)
    let (column, name) =
      names.lazy.compactMap { name in meant[name].map { ($0, name) } }.first
      ?? exampleColumn(names)
    return """
      say what a column is, for example with --columns \(quoted("\(column)=\(name)")), or that it \
      does not matter with --ignore-columns \(ignored)
      """
  }
}

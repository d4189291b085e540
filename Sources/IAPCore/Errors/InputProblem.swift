import Languages
import Text

extension IAPError {
  /// What is wrong with the content of an input.
  package enum InputProblem: Hashable, Sendable {
    case tooLarge(limit: Int)
    case notUTF8
    case empty
    case late
    /// A row of a table, by its number.
    case badRow(Int64, problem: String)
    case numbersRounded(ending: Int, of: Int)
    case format(FormatProblem)
    case header(HeaderProblem)
    /// - Parameter first: the first of the `count` lines, which the message names.
    case badLines(first: [BadLine], count: Int, BadLineHandling)
    /// The journal with this name has no payment of the input.
    case unknownToJournal(String)
    /// A line of a list of users that has several columns.
    case notUser(line: Int, String)
    /// A file that must contain only a secret has other content at this byte, counted from 1.
    case secretNotAlone(SecretKind, ForeignText, byte: Int)
  }

  package enum SecretKind: Hashable, Sendable {
    case accessToken
    /// The access tokens of several payments.
    case accessTokens
    case appKey
    case secretKey
  }

  /// What stands beside a secret. It never contains the character, which may belong to the secret.
  package enum ForeignText: Hashable, Sendable {
    case nullCharacter
    case lineBreak
    /// A control or invisible character.
    case control
    case space
    /// A character that an app key cannot contain.
    case notInAppKey
  }
}

extension IAPError.InputProblem {
  func text(of path: String) -> ErrorText { text(of: IAPError.FileProblem.name(of: path), path) }

  private func text(of name: Sentence, _ path: String) -> ErrorText {
    switch self {
    case .tooLarge(let limit): ErrorText("\(name) is longer than \(limit) bytes")
    case .notUTF8: ErrorText("\(name) is not UTF-8")
    case .empty: ErrorText("\(name) is empty")
    case .notUser(let line, let text):
      ErrorText(
        "line \(line) of \(name) is not a user: '\(text)'",
        hint: "give one user a line, without a header, quotes and other columns")
    case .late:
      ErrorText(
        "\(name) was not written to its end within the time-out",
        hint: "make sure that its writer closes it, or wait longer with --timeout")
    case .format(let problem): problem.text(of: name, path)
    case .header(let problem): problem.text(of: name)
    case .numbersRounded(let zeros, let count): Self.rounded(in: name, zeros, of: count)
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
        BadLine.sentence(first, in: name, of: count),
        hint: Self.hint(handling, Self.cure(first, of: path)))
    case .secretNotAlone(let secret, let found, let byte):
      ErrorText(
        """
        \(name) must contain only the \(secret.name): it has \(found.sentence) at byte \(byte)
        """,
        hint: """
          remove everything except the \(secret.name); one line break at the end is allowed
          """)
    }
  }

  /// So many long payment numbers end in 0 that a spreadsheet must have rounded them.
  static func rounded(in name: Sentence, _ zeros: Int, of count: Int) -> ErrorText {
    ErrorText(
      """
      \(zeros) of \(count) payment numbers of 16 digits or more in \(name) end in 0: a \
      spreadsheet has rounded them
      """,
      hint: """
        add the columns price, currency and productSeq, so that each number can be checked, or say \
        with --exact-numbers that the numbers are right; otherwise \(repairingNumbers)
        """)
  }

  /// - Parameter cure: nil if the lines need only be corrected.
  private static func hint(_ handling: BadLineHandling, _ cure: Sentence?) -> Sentence {
    switch (handling, cure) {
    case (.canBeSkipped, let cure?):
      "\(cure). Then run again, or skip them with --skip-bad-lines"
    case (.canBeSkipped, nil):
      """
      correct these lines, or skip them with --skip-bad-lines. With --rejected FILE, all of them are written to \
      a file, each with its reason
      """
    case (.wereSkipped(let file?), _):
      """
      only these lines were left out: correct them in \(file), which has each with its reason, and consume \
      that file
      """
    case (.wereSkipped(nil), _):
      """
      only these lines were left out. Run again with --dry-run --rejected FILE to have all of them in a file, \
      each with its reason; correct them there, and consume that file
      """
    case (.mustBeCorrected, let cure?): "\(cure). Then run again"
    case (.mustBeCorrected, nil): "correct these lines and run again"
    }
  }

  /// What to do with the payment numbers that a spreadsheet changed, or that are order numbers, with rows
  /// that contradict a delivery, and with another encoding.
  private static func cure(_ lines: [BadLine], of path: String) -> Sentence? {
    if let encoding = lines.lazy.compactMap(\.problem.foreignEncoding).first {
      return converting(path, from: encoding)
    }
    if case .columnTwice(let one, let other, let meaning)? = lines.first?.problem {
      return choosing(one, beside: other, meaning)
    }
    if case .noPaymentColumn(let column?)? = lines.first?.problem { return naming(column) }
    if lines.contains(where: { $0.problem == .ended("unknown") }) { return settlingFirst }
    if let line = lines.first(where: \.problem.isOfDelivery) {
      return forgettingDelivery(of: line.payment?.text ?? "PAYMENT_SEQ")
    }
    if lines.contains(where: \.problem.isDamage) { return repairingNumbers }
    return lines.contains(where: \.problem.isOrderNumber)
      ? IAPError.PaymentProblem.lookingUpOrder : nil
  }

  /// - Parameter encoding: its usual name. Excel writes Shift_JIS with the characters of Windows.
  static func converting(_ path: String, from encoding: String) -> Sentence {
    """
    save it as 'CSV UTF-8', or convert it with: iconv -f \(encoding == "Shift_JIS" ? "CP932" : encoding) \
    -t UTF-8\(copying(path))
    """
  }

  /// The file, and a copy beside it.
  private static func copying(_ path: String) -> String {
    let folders = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let copy = folders + "utf8-" + path.dropFirst(folders.count)
    let isStream = path == "-" || path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    return isStream ? "" : " " + ShellText.quoted(path) + " > " + ShellText.quoted(copy)
  }

  /// The cure for a header without a name of the payment numbers that iapctl knows.
  private static func naming(_ column: String) -> Sentence {
    """
    if '\(column)' is the column of the payment numbers, add --columns \
    \(IAPError.HeaderProblem.columns(ofPayments: column))
    """
  }

  /// The cure for a row that says that its payment is unknown, in a run that settles none.
  private static var settlingFirst: Sentence {
    "an attempt of an earlier run may have consumed it: settle it with --resume --only-unknown"
  }

  /// The cure for two columns that mean the same.
  private static func choosing(_ one: String, beside other: String, _ meaning: String) -> Sentence {
    // What is compared is never to be ignored.
    guard meaning == "paymentSeq" else { return "put them into one column of the sheet" }
    // Options do not tell such names apart.
    let plain = { (name: String) in name.lowercased().filter { $0.isLetter || $0.isNumber } }
    guard plain(one) != plain(other) else {
      return "give the columns different names, or remove one"
    }
    let (own, others) = (
      IAPError.HeaderProblem.columns([one: meaning]),
      IAPError.HeaderProblem.columns([other: meaning])
    )
    return "if '\(one)' is the right one, add --columns \(own), or else --columns \(others)"
  }

  private static func forgettingDelivery(of payment: String) -> Sentence {
    """
    check whose payment it is: iapctl journal show \(payment). If the delivery was wrong, look at what the \
    player has, then: iapctl journal settle \(payment) --as not-consumed --ticket TEXT
    """
  }

  /// The cure for numbers that a spreadsheet changed.
  private static var repairingNumbers: Sentence {
    """
    in the sheet, format the column as text and paste the numbers again; or list again with: \
    iapctl unconsumed --user ID -o spreadsheet
    """
  }
}

extension IAPError.SecretKind {
  var name: Sentence {
    switch self {
    case .accessToken: "access token"
    case .accessTokens: "access tokens"
    case .appKey: Credential.appKey.name
    case .secretKey: Credential.secretKey.name
    }
  }

  var withArticle: Sentence {
    switch self {
    case .accessToken: "an access token"
    case .accessTokens: name
    case .appKey: "an app key"
    case .secretKey: "a secret key"
    }
  }
}

extension IAPError.ForeignText {
  fileprivate var sentence: Sentence {
    switch self {
    case .nullCharacter: "a null character"
    case .lineBreak: "a line break"
    case .control: "a control or invisible character"
    case .space: "a space"
    case .notInAppKey: "a character that a key cannot contain"
    }
  }
}

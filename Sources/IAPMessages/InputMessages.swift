package import IAPBatch
package import IAPCore
package import Languages

/// What is noted about the names and the files that the user gives.
package enum InputMessages {
  // Names
  /// A name that the fixture store does not have.
  package static func unknownName(_ unknown: UnknownName) -> Sentence {
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

  /// A market that is not in the IAP guides.
  package static func unknownMarket(_ market: StoreCode, closest: String?) -> Sentence {
    closest.map { "unknown market '\(market)'; did you mean \($0)?" }
      ?? "unknown market '\(market)'; it is used as given"
  }

  package static func userWithComma(_ user: Identifier) -> Sentence {
    "the user '\(user)' contains a comma, and is taken as one user"
  }

  package static func userWithSpace(_ user: Identifier) -> Sentence {
    "the user '\(user)' begins or ends with a space"
  }

  /// The rows that `--only-unknown` leaves out.
  package static func notUnknown(_ count: Int) -> Sentence {
    "left out, because \(plural: count, "its payment is", "their payments are") not unknown: \(count, "row", "rows")"
  }

  /// Some rows of a file have no ticket, and others have one.
  package static func ticketsMissing(firstLine line: Int) -> Sentence {
    """
    some rows have no ticket (the first is line \(line)): without --ticket, their consumes are recorded without \
    one
    """
  }

  package static func leadingZeros(_ number: Identifier) -> Sentence {
    """
    payment number \(number) is sent as it is written, and counts as the same payment as \
    \(number.withoutLeadingZeros)
    """
  }

  // Files
  /// A FIFO that no process writes to.
  package static func waitingForWriter(path: String) -> Sentence {
    "waiting for a process that writes to the FIFO \(path)"
  }

  /// - Parameter more: how many ignored columns or keys are not named.
  package static func columns(
    _ kind: InputColumns.Kind, used: [String], ignored: [String], more: Int
  ) -> Sentence {
    let name: Sentence = kind == .columns ? "columns" : "keys"
    let rest: Sentence? = more > 0 ? " and \(more) more" : nil
    return "\(name) used: \(list: used); ignored: \(list: ignored)\(rest)"
  }

  /// Rows with a token that no list was asked for.
  ///
  /// - Parameter choice: why; nil if the lists of all users were asked.
  package static func rowsNotCompared(_ count: Int, choice: RowComparison.Tokens?) -> Sentence {
    switch choice {
    case .none?:
      "not compared with a list, because of --compare none: \(count, "row", "rows") with a token"
    case .auto?:
      """
      not compared with a list, because there are too many users: \(count, "row", "rows") with a token \
      (--compare all asks the lists of all users)
      """
    case .all?, nil:
      """
      not compared with a list: \(count, "row", "rows") with a token, without a user whose list answered
      """
    }
  }

  /// The first name in a header that has invisible characters.
  package static func invisible(in name: String) -> Sentence {
    "the invisible characters in the header are ignored: '\(name)'"
  }

  /// Rows whose times differ from those of their payments.
  package static func otherTimes(_ count: Int, lines: [Int]) -> Sentence {
    """
    \(count, "row has", "rows have") another purchaseTime than the payment (\(BadLine.lines(lines, of: count))): \
    check what is meant, and the time zone of the file if all rows differ
    """
  }

  /// Rows with tickets, in a run that has one.
  package static func ticketsOfRows(beside ticket: String) -> Sentence {
    "the rows have tickets of their own: the journal records them beside --ticket \(ticket)"
  }

  /// Payments that were bought far apart.
  package static func bought(from first: String, to last: String) -> Sentence {
    "these payments were bought from \(first) to \(last): check that all of them are meant"
  }

  /// What an ignored column says.
  package static func remark(_ remark: ColumnRemark) -> Sentence {
    """
    \(remark.sentence); nothing is compared with it: check that \
    \(plural: remark.count, "this payment is", "these payments are") to be consumed
    """
  }

  /// A file whose name says so, such as `환불 목록.csv`.
  package static func warningName(_ name: String) -> Sentence {
    "the file is called '\(name)': check that its payments are to be consumed"
  }

  /// Rows that repeat a payment with another time. People ask twice for one payment, and a spreadsheet makes one
  /// number of two.
  package static func repeatedLater(_ lines: [Int], of count: Int) -> Sentence {
    """
    \(BadLine.lines(lines, of: count)): an earlier row has the same payment number and another time: check that no \
    spreadsheet has rounded the number
    """
  }

  /// Columns of which the service gives nothing.
  package static func columnsNotCompared(_ columns: [InputColumn]) -> Sentence {
    "not compared, because the list does not have it: \(list: columns.map(\.name))"
  }

  package static func repeated(_ repeated: Int, lines: Int, payments: Int, badLines bad: Int)
    -> Sentence
  {
    """
    \(lines, "line", "lines"), \(payments, "payment", "payments"), \(repeated) repeated\
    \(bad > 0 ? ", \(bad) bad" : nil)
    """
  }

  package static func totalSkipped(line: Int) -> Sentence {
    "line \(line) is a total, not a payment: it was left out"
  }

  /// - Parameter count: how many numbers could have been rounded.
  package static func endInZero(_ ending: Int, of count: Int) -> Sentence {
    count == 1
      ? "the payment number ends in 0: check that no spreadsheet has rounded it"
      : """
      \(ending) of \(count) payment numbers end in 0: check that no spreadsheet has rounded them
      """
  }
}

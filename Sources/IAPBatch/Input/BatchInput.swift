package import IAPCore
import SQLite

/// The payments of an input. All of them are checked before the first one is used.
package final class BatchInput {
  private let name: String
  private let format: InputFormat?
  private let skipsBadLines: Bool
  private let user: Identifier?
  private let markets: [StoreCode]
  let names: ColumnNames
  private let service: Issuer?
  /// Whether numbers that look as if a spreadsheet had rounded them are accepted.
  private let areNumbersExact: Bool
  /// The rejected rows, and why, if they are kept.
  private(set) var rejected: [Int: LineProblem]?
  private let rejectedFile: String?
  /// Whether the input is a list of numbers.
  private(set) var isList = false
  /// The header as it is written, and the separator of its cells; nil if the format has no header.
  private(set) var header: (source: [UInt8], separator: UInt8)?
  package let staged: StagedPayments
  /// The row of the last payment that ``next(_:)`` returned.
  private var position = 0
  /// The list of the JSON document that the rows are from.
  private var list: String?

  /// The name of the file, if it may say that the payments are not to be consumed.
  package var warningName: String? {
    name.split(separator: "/").last.map(String.init).flatMap { Warning.isInScript($0) ? $0 : nil }
  }

  /// The number of rows that are not blank, including invalid ones.
  package private(set) var rows = 0
  /// The number of different payments.
  package private(set) var count = 0
  /// The number of rows that repeat the payment of an earlier row without contradicting it.
  package private(set) var repeated = 0
  /// Those of them that have another time than the earlier row.
  package private(set) var repeatedLater = FirstLines()
  /// Whether any row has an access token.
  package private(set) var hasTokens = false
  package private(set) var badLines = BadLines()
  /// The columns or keys that were found; nil before the input is read.
  package private(set) var columns: InputColumns?
  /// What ignored columns say of some rows.
  package private(set) var remarks: [ColumnRemark] = []
  /// Whether the columns are those that iapctl writes.
  private var isOwn = true
  /// The text above the header, if all rows are rejected because of it.
  private(set) var title: String?
  /// The line of a total below the last row.
  package private(set) var totalLine: Int?
  /// The first payment number with leading zeros.
  package private(set) var zeros: Identifier?
  /// The payment numbers that nothing else in their lines confirms.
  package private(set) var rounded = RoundedNumbers()
  /// What the command says of payments whose lines do not say it.
  package var defaults = Defaults()

  /// - Parameters:
  ///   - name: the name of the input in errors.
  ///   - format: nil to detect the format from the first line.
  ///   - skipsBadLines: whether invalid lines are skipped and recorded in ``badLines``.
  ///   - user: the only user that a row may name; nil to allow any.
  ///   - markets: the only markets that a row may name; empty to allow any.
  ///   - names: what the columns are that iapctl does not know.
  ///   - service: of which the payments are; nil to take journal entries of any service.
  ///   - areNumbersExact: whether no spreadsheet has rounded the numbers.
  ///   - rejectedFile: where ``rejectedRows(reason:)`` are written; nil if they are not.
  package init(
    name: String, format: InputFormat?, skipsBadLines: Bool, user: Identifier? = nil,
    in markets: [StoreCode] = [], names: ColumnNames = ColumnNames(), of service: Issuer? = nil,
    areNumbersExact: Bool = false, rejectedFile: String? = nil
  ) throws(IAPError) {
    self.areNumbersExact = areNumbersExact
    (self.rejectedFile, rejected) = (rejectedFile, rejectedFile.map { _ in [:] })
    self.name = name
    self.format = format
    self.skipsBadLines = skipsBadLines
    (self.user, self.markets) = (user, markets)
    self.names = names
    self.service = service
    staged = try StagedPayments()
  }

  /// Reads the whole input, once.
  ///
  /// - Parameters:
  ///   - read: returns the next bytes; empty at the end.
  ///   - isStopped: returns the reason to stop, or nil. Called before each read.
  /// - Throws: `inputInvalid` if invalid lines may not or cannot be skipped, if the input is not in
  ///   UTF-8, if it has unknown columns, or if a spreadsheet rounded its payment numbers.
  package func load(
    from read: @escaping (_ upTo: Int) throws(IAPError) -> [UInt8],
    isStopped: @escaping () -> IAPError?
  ) throws(IAPError) {
    let next = { (count: Int) throws(IAPError) -> [UInt8] in
      if let reason = isStopped() { throw reason }
      return try read(count)
    }
    let head = try InputHead(next)
    if let kind = head.workbook {
      throw .iapctl(.inputInvalid, .input(name, .format(.workbook(kind))))
    }
    if let encoding = head.encoding {
      throw .iapctl(.inputInvalid, .input(name, .format(.encoding(encoding.rawValue))))
    }
    guard let format = try format(of: head) else { return }
    isList = format == .numbers
    var reader = format.rows(head.followed(by: next), names)
    var isReadable = true
    try staged.fill { () throws(IAPError) in
      while isReadable, let row = try reader.next() { isReadable = try add(row) }
    }
    count = try staged.count()
    (columns, remarks) = (
      reader.columns, reader.others.filter(\.isIgnored).compactMap(\.remark)
    )
    (header, totalLine, title) = (reader.header, reader.totalLine, reader.title)
    if case .noPaymentColumn? = badLines.first.first?.problem, let given = names.headerLine,
      let line = head.lineOfHeader(names)
    {
      throw .iapctl(.inputInvalid, .input(name, .header(.elsewhere(line: line, given: given))))
    }
    try check(reader, isReadable: isReadable)
  }

  private func check(
    _ reader: any InputRowReader, isReadable: Bool
  ) throws(IAPError) {
    // Until the other table is in a file of its own, the columns are those of two tables.
    if badLines.hasOtherTable, !skipsBadLines {
      throw badLines.error(name: name, isReadable ? skippable : .mustBeCorrected)
    }
    let unknown = reader.others.filter(\.isUnknown)
    guard unknown.isEmpty else {
      let problem = reader.columns.problem(of: unknown)
      throw .iapctl(.inputInvalid, .input(name, .header(problem)))
    }
    let known = reader.columns.namesInInput + reader.columns.used
    if isReadable, let problem = names.missing(in: known) {
      throw .iapctl(.inputInvalid, .input(name, .header(problem)))
    }
    isOwn = reader.mayHaveGaps
    if !isOwn {
      // The user that the command names is that of a line without one.
      let given = reader.columns.used.filter { user == nil || $0 != InputColumn.userID.name }
      for gap in try staged.refuseGaps(in: given) {
        reject(gap.row, line: gap.line, .value(of: gap.column.name, .empty, nil))
      }
      count = try staged.count()
    }
    if badLines.count > 0, !skipsBadLines || !isReadable {
      throw badLines.error(name: name, isReadable ? skippable : .mustBeCorrected)
    }
    if areNumbersExact { return }
    rounded = try staged.rounded()
    if rounded.isFound {
      throw .iapctl(
        .inputInvalid, .input(name, .numbersRounded(ending: rounded.ending, of: rounded.count)))
    }
  }

  /// If no payment would be left, the lines are not offered to be skipped.
  private var skippable: BadLineHandling { count > 0 ? .canBeSkipped : .mustBeCorrected }

  /// The error that describes the skipped lines; nil if none was skipped.
  package var problem: IAPError? {
    badLines.count > 0 ? badLines.error(name: name, .wereSkipped(file: rejectedFile)) : nil
  }

  /// The first line without a ticket, if others have one.
  package var lineWithoutTicket: Int? {
    get throws(IAPError) { staged.lacksTickets ? try staged.firstLine(lacking: [.ticket]) : nil }
  }

  /// Whether the name of the column of times says that they are of the purchase. A *date* alone can be that of an
  /// inquiry.
  var hasTimeOfPurchase: Bool {
    guard let columns, columns.kind == .columns else { return true }
    return columns.namesInInput.contains {
      names.meaning(of: $0) == .column(.purchaseTime)
        && !InputColumn.anyTimes.contains(InputColumn.folded($0))
    }
  }

  /// Refuses the lines that have none of these columns, if other lines have one.
  ///
  /// - Returns: the first line, if no line has one; then none is refused.
  /// - Throws: `inputInvalid` if lines were refused that may not be skipped.
  package func refuse(lacking columns: InputColumn...) throws(IAPError) -> Int? {
    guard let first = try staged.firstLine(lacking: columns) else { return nil }
    guard staged.hasAny(columns) else { return first }
    for gap in try staged.refuse(lacking: columns) {
      reject(gap.row, line: gap.line, .value(of: columns[0].name, .missing, nil))
    }
    try endRefusals()
    return nil
  }

  /// The columns that people compare and that have values.
  package var comparedColumns: [InputColumn] {
    get throws(IAPError) { try staged.filled(isOwn ? [] : [.purchaseTime, .productName]) }
  }

  /// The next payments, in the order of the input; empty at the end.
  package func next(_ most: Int) throws(IAPError) -> [Payment] {
    var payments = try staged.payments(after: &position, most: most)
    for index in payments.indices { defaults.apply(to: &payments[index]) }
    return payments
  }

  /// Leaves the next payments out, unless the journal has any of them.
  ///
  /// - Parameter isKnown: whether the journal has a payment with one of these numbers.
  /// - Returns: whether they were left out. At the end there is nothing to leave out.
  func skip(
    _ most: Int, unless isKnown: ([Identifier]) async throws(IAPError) -> Bool
  ) async throws(IAPError) -> Bool {
    var end = position
    let numbers = try staged.numbers(after: &end, most: most)
    guard !numbers.isEmpty, try await !isKnown(numbers) else { return false }
    position = end
    return true
  }

  /// After payments were refused, counts those that are left, and starts again at the first one.
  ///
  /// - Throws: `inputInvalid` if lines were refused that may not be skipped.
  func endRefusals() throws(IAPError) {
    count = try staged.count()
    if badLines.count > 0, !skipsBadLines { throw badLines.error(name: name, skippable) }
    rewind()
  }

  /// Starts again at the first payment.
  package func rewind() { position = 0 }

  /// - Returns: nil if the input has only blank lines.
  private func format(of head: InputHead) throws(IAPError) -> InputFormat? {
    guard let first = head.firstLine else { return format }
    if names.headerLine != nil, format == nil, InputFormat.isJSON(first) {
      throw .iapctl(.usage, .input(name, .header(.ofJSON)))
    }
    let detected = names.headerLine == nil ? InputFormat(firstLine: first, names) : .csv
    if (format ?? detected ?? .csv) == .csv, let end = head.foreignLineEnd {
      throw .iapctl(.inputInvalid, .input(name, .format(.lineEnds(end))))
    }
    if format == nil || format == .csv, detected == nil, let line = head.lineOfLowerHeader(names) {
      throw .iapctl(.inputInvalid, .input(name, .header(.elsewhere(line: line))))
    }
    if let format = format ?? detected ?? (head.isTable ? .csv : nil) { return format }
    if let problem = first.problem {
      badLines.add(line: first.number, problem)
      throw badLines.error(name: name, .mustBeCorrected)
    }
    throw .iapctl(.inputInvalid, .input(name, .format(.unknown)))
  }
}

// MARK: Rows

extension BatchInput {
  /// - Returns: whether the next rows can be read.
  private func add(_ row: InputRow) throws(IAPError) -> Bool {
    rows += 1
    list = row.list
    let location = location(ofRow: rows, in: row.list)
    let content: InputRow.Content
    do throws(LineProblem) {
      content = try row.content.get()
      try checkScope(content.values)
      try content.facts.check(service)
    } catch {
      try keep(row)
      reject(rows, line: row.line, error, at: location)
      return !row.endsInput
    }
    try keep(row)
    if content.values[InputColumn.accessToken.index] != .null { hasTokens = true }
    noteZeros(content.values)
    switch try staged.add(content, row: rows, line: row.line) {
    case .payment: break
    case .repetition(let hasOtherTime):
      repeated += 1
      if hasOtherTime { repeatedLater.add(row.line) }
    case .conflict(let other):
      let earlier = self.location(ofRow: other.earlierRow, in: row.list)
      let column = other.column == .paymentSeq ? nil : other.column.name
      reject(
        rows, line: row.line,
        .samePayment(as: earlier, line: other.earlierLine, except: column), at: location)
      if !other.isKnown {
        reject(
          other.earlierRow, line: other.earlierLine,
          .samePayment(as: location, line: row.line, except: column), at: earlier)
      }
    }
    return true
  }

  private func noteZeros(_ values: [Value]) {
    guard zeros == nil, case .text(let number) = values[InputColumn.paymentSeq.index],
      Identifier(number).withoutLeadingZeros != Identifier(number)
    else { return }
    zeros = Identifier(number)
  }

  func refuse(_ payment: Identifier, _ problem: LineProblem) throws(IAPError) {
    guard let place = try staged.refuse(payment) else { return }
    let location = location(ofRow: place.row, in: list)
    reject(place.row, line: place.line, problem, at: location, of: payment)
  }

  private func reject(
    _ row: Int, line: Int, _ problem: LineProblem, at location: String? = nil,
    of payment: Identifier? = nil
  ) {
    badLines.add(line: line, problem, at: location, of: payment)
    rejected?[row] = problem
  }

  private func keep(_ row: InputRow) throws(IAPError) {
    if rejected != nil { try staged.keep(row.source, row: rows) }
  }

  /// The location of a row in a list, such as `purchases[3]`; nil if the row is a line.
  private func location(ofRow row: Int, in list: String?) -> String? {
    list.map { "\($0)[\(row - 1)]" }
  }

  private func checkScope(_ values: [Value]) throws(LineProblem) {
    if let user, case .text(let text) = values[InputColumn.userID.index], Identifier(text) != user {
      throw .otherUser(text, than: user)
    }
    if !markets.isEmpty, case .text(let text) = values[InputColumn.storeCode.index],
      !markets.contains(StoreCode(text))
    {
      throw .otherMarket(StoreCode(text), than: markets)
    }
  }
}

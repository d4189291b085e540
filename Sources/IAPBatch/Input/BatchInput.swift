package import IAPCore
import SQLite

/// The payments that somebody wrote down to be consumed, all checked before the first is used.
package final class BatchInput {
  private let name: String
  private let format: InputFormat?
  private let skipsBadLines: Bool
  private let staged: StagedPayments
  /// The line of the last item that was handed out.
  private var position = 0

  /// How many payments there are, each counted once.
  package private(set) var count = 0
  package private(set) var badLines = BadLines()

  /// - Parameters:
  ///   - name: what the input is called in errors.
  ///   - format: nil tells it from the first line.
  ///   - skipsBadLines: whether bad lines are noted, and the rest is used.
  package init(name: String, format: InputFormat?, skipsBadLines: Bool) throws(IAPError) {
    self.name = name
    self.format = format
    self.skipsBadLines = skipsBadLines
    staged = try Self.staging { try StagedPayments() }
  }

  /// Reads the whole input, once.
  ///
  /// - Parameters:
  ///   - read: the next bytes; none at the end.
  ///   - isStopped: is asked before each piece.
  /// - Throws: `inputInvalid` where there are bad lines that may not be passed over.
  package func load(
    from read: @escaping (_ upTo: Int) throws(IAPError) -> [UInt8],
    isStopped: @escaping () -> IAPError?
  ) throws(IAPError) {
    var lines = InputLines { (count) throws(IAPError) in
      if let reason = isStopped() { throw reason }
      return try read(count)
    }
    guard let format = try format(of: &lines) else { return }
    var rows = format.rows(lines)
    var isReadable = true
    try Self.staging {
      try staged.fill {
        while isReadable, let row = try rows.next() { isReadable = try add(row) }
      }
      count = try staged.count()
    }
    if badLines.count > 0, !skipsBadLines || !isReadable {
      throw badLines.error(name: name, canSkip: isReadable)
    }
  }

  /// What is wrong with the lines that were passed over.
  package var problem: IAPError? {
    badLines.count > 0 ? badLines.error(name: name, canSkip: false) : nil
  }

  /// The first line that names neither a token nor a user; nil where there is none.
  package func firstLineWithoutOwner() throws(IAPError) -> Int? {
    try Self.staging { try staged.firstLineWithoutOwner() }
  }

  /// What the payments come to.
  package func totals() throws(IAPError) -> PaymentTotals {
    try Self.staging { try staged.totals() }
  }

  /// The next payments, in the order of the input; none at the end.
  package func next(_ most: Int) throws(IAPError) -> [BatchItem] {
    let items = try Self.staging { try staged.items(after: position, most: most) }
    position = items.last?.line ?? position
    return items.map(\.item)
  }

  /// Begins again with the first payment.
  package func rewind() { position = 0 }

  /// - Returns: nil where there is nothing but blank lines.
  private func format(of lines: inout InputLines) throws(IAPError) -> InputFormat? {
    if let format { return format }
    guard let first = try lines.peek() else { return nil }
    if let format = InputFormat(firstLine: first) { return format }
    if let problem = first.problem {
      badLines.add(line: first.number, problem)
      throw badLines.error(name: name, canSkip: false)
    }
    throw .iapctl(.inputInvalid, .inputFormatUnknown(name: name))
  }

  /// - Returns: whether what stands behind it can be read.
  private func add(_ row: InputRow) throws(SQLiteError) -> Bool {
    switch row.values {
    case .failure(let problem):
      badLines.add(line: row.line, problem)
      return !problem.endsInput
    case .success(let values):
      guard let other = try staged.add(values, line: row.line) else { return true }
      badLines.add(line: row.line, .sameAs(line: other.earlierLine, other.field))
      if !other.isKnown {
        badLines.add(line: other.earlierLine, .sameAs(line: row.line, other.field))
      }
      return true
    }
  }

  /// What SQLite refuses is want of space on the disk for temporary files.
  private static func staging<Answer>(_ body: () throws -> Answer) throws(IAPError) -> Answer {
    do {
      return try body()
    } catch let error as IAPError {
      throw error
    } catch let error as SQLiteError where error.isUnwritable {
      throw .iapctl(
        .outputNotWritten, .cannotWrite(path: "a temporary file", why: error.message))
    } catch {
      throw .iapctl(.bug, .bug("payments cannot be staged: \(error)"))
    }
  }
}

extension LineProblem {
  fileprivate static func sameAs(line: Int, _ field: InputField) -> LineProblem {
    let how = field == .paymentSeq ? "which is refused" : "with another \(field.name)"
    return LineProblem("it is the same payment as in line \(line), \(how)")
  }
}

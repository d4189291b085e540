import IAPCore

/// Reads payments from JSON lines: one object per line.
struct JSONRows: InputRowReader {
  private var lines: InputLines
  private var objects: PaymentObjects

  init(lines: InputLines, _ names: ColumnNames) {
    self.lines = lines
    objects = PaymentObjects(names)
  }

  var columns: InputColumns { objects.columns }
  var others: [OtherColumn] { objects.others }

  mutating func next() throws(IAPError) -> InputRow? {
    try lines.nextFilled().map { line in
      InputRow(
        line: line.number,
        content: objects.content(of: line.bytes, line: line.number, line.problem) {
          LineProblem($0, column: $0.position?.column)
        }, source: line.bytes)
    }
  }
}

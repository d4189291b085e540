import IAPCore
import JSON
import SQLite

/// Reads payments from JSON lines: one object per line.
struct JSONRows: InputRowReader {
  private var lines: InputLines
  private var objects: PaymentObjects

  init(lines: InputLines, _ names: ColumnNames) {
    self.lines = lines
    objects = PaymentObjects(names)
  }

  var columns: InputColumns { objects.columns }
  /// Unknown keys are ignored, unless they resemble known ones.
  let unknownColumns: [String] = []

  mutating func next() throws(IAPError) -> InputRow? {
    guard let line = try lines.peek() else { return nil }
    _ = try lines.next()
    var facts = RowFacts.none
    var row = InputRow(line: line.number) { () throws(LineProblem) in
      if let problem = line.problem { throw problem }
      let members: PaymentMembers
      do throws(JSONProblem) {
        members = try PaymentMembers(line.bytes, objects.names)
      } catch {
        throw LineProblem(error, column: error.position?.column)
      }
      facts = members.facts
      return try objects.values(of: members)
    }
    row.facts = facts
    // Spreadsheets do not change JSON strings.
    row.isExact = true
    row.source = line.bytes
    return row
  }
}

/// Conditions for the columns of a table.
package enum ColumnCheck {
  /// The condition that a column is null or one of some texts.
  ///
  /// `IN` with more than two values makes a temporary table of the values each time that a statement
  /// writes a row. It matters where each row is a statement of its own, as in the journal.
  ///
  /// - Parameter values: without quotes in them.
  package static func isOne(of values: [String], _ column: String) -> String {
    values.map { "\(column) = '\($0)'" }.joined(separator: " OR ")
  }
}

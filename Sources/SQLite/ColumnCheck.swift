/// Conditions for the columns of a table.
package enum ColumnCheck {
  /// The condition that a column is null or one of some texts.
  ///
  /// `IN` with more than two values makes a table of the values, each time that a row is written: a
  /// third of the time of an INSERT. Comparing one after the other takes no measurable time.
  ///
  /// - Parameter values: without quotes in them.
  package static func isOne(of values: [String], _ column: String) -> String {
    values.map { "\(column) = '\($0)'" }.joined(separator: " OR ")
  }
}

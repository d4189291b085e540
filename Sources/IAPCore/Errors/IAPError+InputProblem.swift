extension IAPError {
  /// What is wrong with the content of an input.
  package enum InputProblem: Hashable, Sendable {
    case tooLarge(limit: Int)
    case notUTF8
    case empty
    case late
    case unknownFormat
    /// The encoding of an input that is not UTF-8.
    case encoding(String)
    /// A row of a table, by its number.
    case badRow(Int64, problem: String)
    /// So many long payment numbers end in 0 that a spreadsheet must have rounded them.
    case numbersRounded(ending: Int, of: Int)
    /// Columns whose meaning is unknown.
    ///
    /// - Parameter count: the number of these columns; `names` has the first ones.
    case unknownColumns(names: [String], count: Int, meant: [String: String])
    /// `--columns` names a column that the input does not have.
    case columnMissing(String)
    /// The header is not in the first line with content, but in this line.
    case headerBelow(line: Int)
    /// A file of a spreadsheet program, by the ending of its name.
    case workbook(String)
    /// - Parameter first: the first of the `count` lines, which the message names.
    case badLines(first: [BadLine], count: Int, BadLineHandling)
    /// The journal with this name has no payment of the input.
    case unknownToJournal(String)
    /// A line of a list of users that has several columns.
    case userHasColumns(line: Int, String)
    /// A file that must contain only a secret has other content at this byte, counted from 1.
    case secretNotAlone(SecretKind, ForeignText, byte: Int)
  }
}

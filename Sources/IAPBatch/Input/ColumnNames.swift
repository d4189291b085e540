package import IAPCore
import Text

/// What the columns of an input are, as the options `--columns` and `--ignore-columns` say it.
package struct ColumnNames: Equatable, Sendable {
  /// The columns by the names that the input uses for them.
  private var named: [String: InputColumn] = [:]
  private var ignored: Set<String> = []
  /// The names of ``named`` as they were given.
  package private(set) var given: [String] = []
  /// The names of ``ignored`` as they were given.
  private var ignoredNames: [String] = []
  /// Whether all columns that iapctl does not know are ignored.
  package var ignoresAll = false
  /// The line of the header, if lines above it are to be skipped.
  package var headerLine: Int?
  /// The time zone of times without an offset.
  package var timeZone = TimeZone.utc

  package init() {}

  /// A column and the name that the input uses for it: `user=player`. Nil if the text has another
  /// form, or if iapctl has no such column.
  package static func column(_ text: String) -> (column: InputColumn, name: String)? {
    guard let sign = text.firstIndex(of: "="),
      let column = InputColumn(header: String(text[..<sign]))
    else { return nil }
    let name = String(text[text.index(after: sign)...])
    return InputColumn.folded(name).isEmpty ? nil : (column, name)
  }

  package mutating func set(_ column: InputColumn, to name: String) {
    named[InputColumn.folded(name)] = column
    given.append(name)
  }

  package mutating func ignore(_ name: String) {
    ignored.insert(InputColumn.folded(name))
    ignoredNames.append(name)
  }

  /// What a name in the input means.
  enum Meaning: Equatable {
    case column(InputColumn)
    case ignored
    /// Neither the options nor iapctl's own names have it.
    case unknown
  }

  func meaning(of name: String) -> Meaning {
    let folded = InputColumn.folded(name)
    if let column = named[folded] { return .column(column) }
    if ignored.contains(folded) { return .ignored }
    if let column = InputColumn(header: name) { return .column(column) }
    return ignoresAll ? .ignored : .unknown
  }

  /// The column that an option gives this name; nil if none does.
  func column(named name: String) -> InputColumn? {
    named.isEmpty ? nil : named[InputColumn.folded(name)]
  }

  func isIgnoredByName(_ name: String) -> Bool { ignored.contains(InputColumn.folded(name)) }

  func isIgnored(_ name: String) -> Bool {
    ignoresAll || ignored.contains(InputColumn.folded(name))
  }

  /// The first name of an option that is not among these, and the one that was probably meant.
  func missing(in names: [String]) -> IAPError.HeaderProblem? {
    guard !given.isEmpty || !ignoredNames.isEmpty else { return nil }
    let known = Set(names.map(InputColumn.folded))
    let isMissing = { (name: String) in !known.contains(InputColumn.folded(name)) }
    guard let name = given.first(where: isMissing) ?? ignoredNames.first(where: isMissing) else {
      return nil
    }
    return .columnMissing(
      name, of: given.contains(name) ? .columns : .ignoreColumns,
      closest: Suggestions.closest(to: name, among: names))
  }
}

/// The keys of an object in a file format. The reader and the manual page both use this
/// description.
package struct JSONFormat: Hashable, Sendable {
  /// The type of a value. The raw values are the words of the manual page.
  package enum Kind: String, Sendable {
    case string, boolean, number, object, array
    case objectOfStrings = "object of strings"
    case objectOfNumbers = "object of numbers"
    case arrayOfStrings = "array of strings"
    /// A number whose digits are kept exactly.
    case decimal
    /// A string in the form of RFC 3339.
    case instant
    /// A string such as `P1M`.
    case period
    /// A string such as `P1M` or `30d`.
    case duration
  }

  /// A key, as the manual page describes it.
  package struct Key: Hashable, Sendable {
    package let name: String
    package let kind: Kind
    package let isRequired: Bool
    /// One line, without a full stop. It includes the default, if there is one.
    package let summary: String

    package init(_ name: String, _ kind: Kind, isRequired: Bool = false, _ summary: String) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
      self.summary = summary
    }
  }

  /// The path of these objects in the file; empty for the file itself.
  package let place: String
  /// One sentence about the objects.
  package let summary: String
  package let keys: [Key]

  package init(_ place: String, _ summary: String, _ keys: [Key]) {
    self.place = place
    self.summary = summary
    self.keys = keys
  }

  package func unknown(_ key: String) -> JSONProblem {
    let known = keys.map(\.name).sorted().joined(separator: ", ")
    return JSONProblem(place: key, problem: "unknown key; known are \(known)")
  }
}

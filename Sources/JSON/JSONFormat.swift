/// What an object of a file format may hold: the reader goes by it, and so does its page.
package struct JSONFormat: Hashable, Sendable {
  /// A key, as a person reads of it.
  package struct Key: Hashable, Sendable {
    package let name: String
    /// What kind of value it has, in a few words.
    package let kind: String
    package let isRequired: Bool
    /// One line, without a full stop; what holds where the key is missing stands in it.
    package let summary: String

    package init(_ name: String, _ kind: String, isRequired: Bool = false, _ summary: String) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
      self.summary = summary
    }
  }

  /// Where such objects stand in the file; empty for the file itself.
  package let place: String
  /// What such an object is, in a sentence.
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

/// The members of the objects of a long list, one object after the other. Their keys are compared
/// where they stand in the text.
package struct JSONMembers {
  private let object: JSONSchema.Object
  /// The value of each member; nil if the object does not have it.
  package private(set) var values: [JSONValue?]

  package init(of object: JSONSchema.Object) {
    self.object = object
    values = Array(repeating: nil, count: object.members.count)
  }

  /// Replaces the members by those of the next object. Unknown members are refused.
  ///
  /// - Throws: a problem with its path in the document.
  package mutating func read(_ reader: inout JSONReader) throws {
    guard try reader.kind() == .object else {
      _ = try reader.value()
      throw reader.problem(.not(.object))
    }
    for place in values.indices { values[place] = nil }
    if let unknown = try reader.members(of: object.keys, into: &values).min() {
      throw object.unknown(unknown).below(reader.place)
    }
  }
}

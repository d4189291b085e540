/// Reads members into the properties of an object, of which it knows the address only: code for any type
/// would look up the types of its parts for each object.
///
/// A class, because each object would copy all the parts of a struct.
final class JSONObjectReader: Sendable {
  typealias Property =
    @Sendable (JSONValue?, UnsafeMutableRawPointer) throws(JSONProblem) -> Void

  private let schema: JSONSchema.Object
  private let isComplete: Bool
  private let tellsNull: Bool
  private let properties: [Property]

  /// - Parameters:
  ///   - isComplete: whether members that may be null must be present.
  ///   - tellsNull: whether a required member that is null is told from one of a wrong type.
  ///   - properties: read one member each.
  init(
    _ schema: JSONSchema.Object, isComplete: Bool, tellsNull: Bool, _ properties: [Property]
  ) {
    (self.schema, self.properties) = (schema, properties)
    (self.isComplete, self.tellsNull) = (isComplete, tellsNull)
  }

  /// Reads the next object.
  ///
  /// - Throws: ``JSONMismatch``, or a problem of the text.
  func read(from text: inout JSONReader, into object: UnsafeMutableRawPointer) throws {
    guard try text.kind() == .object else {
      try text.skip()
      throw JSONMismatch(.not(.object))
    }
    let values = try text.values(of: schema)
    do throws(JSONProblem) {
      try read(values, into: object)
    } catch {
      throw JSONMismatch(error)
    }
  }

  /// - Parameter values: one for each member of the schema; nil if it is missing.
  func read(
    _ values: [JSONValue?], into object: UnsafeMutableRawPointer
  ) throws(JSONProblem) {
    for place in values.indices {
      do throws(JSONProblem) {
        if isComplete, schema.members[place].isRequired {
          switch values[place] {
          case nil: throw JSONProblem(.missing)
          case .null? where tellsNull && !schema.members[place].schema.isNullable:
            throw JSONProblem(.null)
          default: break
          }
        }
        try properties[place](values[place], object)
      } catch {
        throw error.below(schema.members[place].name)
      }
    }
  }
}

/// A value that is JSON, but not what a codec reads.
package struct JSONMismatch: Error {
  package let problem: JSONProblem

  init(_ problem: JSONProblem) { self.problem = problem }
}

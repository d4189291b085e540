import SQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads JSON that somebody wrote, and passes over nothing that a decoder passes over: members
/// with the same name, digits beyond what a decimal keeps.
package enum StrictJSON {
  /// Reads a whole document.
  package static func decode<Document: Decodable>(
    _ type: Document.Type, from bytes: [UInt8]
  ) throws(JSONProblem) -> Document {
    let bytes = withoutMark(bytes)
    do {
      guard !bytes.isEmpty else { throw JSONProblem(place: "", problem: "empty") }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw JSONProblem(place: "", problem: "not UTF-8")
      }
      if let fault = JSONSyntax.fault(in: bytes) {
        throw JSONProblem(
          place: "line \(fault.line), column \(fault.column)",
          problem: "not JSON: \(fault.expected) was expected")
      }
      try refuseLongNumbers(in: bytes)
      let document = try JSONDecoder().decode(type, from: Data(bytes))
      try refuseRepeatedKeys(in: text)
      return document
    } catch {
      throw explain(error)
    }
  }

  /// A byte-order mark is no part of the text.
  static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  private static func refuseRepeatedKeys(in text: String) throws {
    let connection = try Connection(path: "", access: .create, patience: 0)
    let repeated = try connection.first(
      """
      SELECT json_tree.fullkey FROM json_tree(?1) WHERE id IN (
        SELECT max(id) FROM json_tree(?1) WHERE typeof(key) = 'text'
        GROUP BY parent, key HAVING count(*) > 1) LIMIT 1
      """, [.text(text)], make: { $0.text(0) ?? "" })
    if let repeated {
      throw JSONProblem(
        place: String(repeated.drop { $0 == "$" || $0 == "." }), problem: "given twice")
    }
  }

  private static func refuseLongNumbers(in bytes: [UInt8]) throws(JSONProblem) {
    var (isString, isEscaped, digits, line) = (false, false, 0, 1)
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else {
          isString = byte != UInt8(ascii: "\"")
        }
      } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits += 1
        if digits > 38 {
          throw JSONProblem(
            place: "line \(line)", problem: "a number has more digits than can be kept exactly")
        }
      } else if byte != UInt8(ascii: ".") {
        digits = 0
        isString = byte == UInt8(ascii: "\"")
      }
    }
  }

  private static func explain(_ error: any Error) -> JSONProblem {
    switch error {
    case let problem as JSONProblem: problem
    case DecodingError.dataCorrupted(let context):
      JSONProblem(
        place: JSONProblem.place(of: context.codingPath),
        problem: "not JSON: "
          + (context.underlyingError.map { "\($0)" } ?? context.debugDescription))
    case let error as SQLiteError:
      JSONProblem(place: "", problem: "not JSON: \(error.message)")
    default: JSONProblem(place: "", problem: "not JSON: \(error)")
    }
  }
}

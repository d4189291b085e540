package import IAPCore
import SQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A seed as it was read: valid in itself, not yet compared with any store.
package struct SeedText: Sendable {
  let contents: Seed

  /// Reads a seed.
  ///
  /// - Throws: `seedInvalid` with the place and the problem.
  package init(_ bytes: [UInt8]) throws(IAPError) {
    // A byte-order mark is no part of the text.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    do {
      guard !bytes.isEmpty else { throw SeedProblem(place: "seed", problem: "empty") }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw SeedProblem(place: "seed", problem: "not UTF-8")
      }
      try Self.refuseLongNumbers(in: bytes)
      let seed = try JSONDecoder().decode(Seed.self, from: Data(text.utf8))
      try Self.refuseRepeatedKeys(in: text)
      contents = seed
    } catch {
      throw Self.explain(error)
    }
  }

  /// The decoder takes one of two members with the same name and says nothing.
  private static func refuseRepeatedKeys(in text: String) throws {
    let connection = try Connection(path: "", access: .create, patience: 0)
    let repeated = try connection.first(
      """
      SELECT json_tree.fullkey FROM json_tree(?1) WHERE id IN (
        SELECT max(id) FROM json_tree(?1) WHERE typeof(key) = 'text'
        GROUP BY parent, key HAVING count(*) > 1) LIMIT 1
      """, [.text(text)], make: { $0.text(0) ?? "" })
    if let repeated {
      throw SeedProblem(
        place: String(repeated.drop { $0 == "$" || $0 == "." }), problem: "given twice")
    }
  }

  /// The decoder rounds what has more digits than a decimal keeps, and says nothing.
  private static func refuseLongNumbers(in bytes: [UInt8]) throws {
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
          throw SeedProblem(
            place: "line \(line)", problem: "a number has more digits than can be kept exactly")
        }
      } else if byte != UInt8(ascii: ".") {
        digits = 0
        isString = byte == UInt8(ascii: "\"")
      }
    }
  }

  static func explain(_ error: any Error) -> IAPError {
    let problem =
      switch error {
      case let problem as SeedProblem: problem
      case DecodingError.dataCorrupted(let context):
        SeedProblem(
          place: SeedReader.place(of: context.codingPath),
          problem: "not JSON: "
            + (context.underlyingError.map { "\($0)" } ?? context.debugDescription))
      case let error as SQLiteError:
        SeedProblem(place: "seed", problem: "not JSON: \(error.message)")
      default: SeedProblem(place: "seed", problem: "not JSON: \(error)")
      }
    return .iapctl(.seedInvalid, .seed(place: problem.place, problem: problem.problem))
  }
}

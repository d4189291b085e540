package import IAPCore
import SQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A seed as it was read: valid in itself, not yet compared with any store.
package struct SeedText: Sendable {
  private let seed: Sealed

  /// Reads a seed.
  ///
  /// - Throws: `seedInvalid` with the place and the problem.
  package init(_ bytes: [UInt8]) throws(IAPError) {
    do {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw SeedProblem(place: "seed", problem: "not UTF-8")
      }
      let seed = try JSONDecoder().decode(Seed.self, from: Data(text.utf8))
      try Self.refuseRepeatedKeys(in: text)
      self.seed = Sealed(seed: seed)
    } catch {
      throw Self.explain(error)
    }
  }

  var contents: Seed { seed.seed }

  /// A seed is made of constants, none of which is ever changed.
  private struct Sealed: @unchecked Sendable { let seed: Seed }

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

  static func explain(_ error: any Error) -> IAPError {
    let problem =
      switch error {
      case let problem as SeedProblem: problem
      case DecodingError.dataCorrupted(let context):
        SeedProblem(
          place: SeedReader.place(of: context.codingPath),
          problem: "not JSON: "
            + (context.underlyingError.map { "\($0)" } ?? context.debugDescription))
      default: SeedProblem(place: "seed", problem: "\(error)")
      }
    return .iapctl(.seedInvalid, .seed(place: problem.place, problem: problem.problem))
  }
}

package import IAPCore
import JSON

/// A seed as it was read: valid in itself, not yet compared with any store.
package struct SeedText: Sendable {
  let contents: Seed

  /// Reads a seed.
  ///
  /// - Throws: `seedInvalid` with the place and the problem.
  package init(_ bytes: [UInt8]) throws(IAPError) {
    do throws(JSONProblem) {
      contents = try StrictJSON.decode(Seed.self, from: bytes)
    } catch {
      throw Self.explain(error)
    }
  }

  /// A problem of the seed as a whole is said of the seed.
  static func explain(_ problem: JSONProblem) -> IAPError {
    let place = problem.place.isEmpty ? "seed" : problem.place
    return .iapctl(.seedInvalid, .seed(place: place, problem: problem.problem))
  }
}

package import IAPCore
import JSON

/// A seed as it was read: valid in itself, not yet compared with any store.
package struct SeedText: Sendable {
  let contents: Seed

  /// Reads a seed.
  ///
  /// - Throws: `seedInvalid` with the place and the problem.
  package init(_ bytes: [UInt8]) throws(IAPError) { try self.init(reading: JSONReader(bytes)) }

  /// Reads a seed that comes piece by piece.
  ///
  /// - Parameter read: the next bytes; none at the end.
  package init(from read: @escaping () throws(IAPError) -> [UInt8]) throws(IAPError) {
    try self.init(reading: JSONReader(from: read))
  }

  private init(reading reader: JSONReader) throws(IAPError) {
    var reader = reader
    do {
      contents = try Seed(&reader)
    } catch let problem as JSONProblem {
      // A problem of the seed as a whole is said of the seed.
      let place = problem.place.isEmpty ? "seed" : problem.place
      throw .iapctl(.seedInvalid, .seed(place: place, problem: problem.problem))
    } catch let error as IAPError {
      throw error
    } catch {
      throw .iapctl(.bug, .bug("a seed cannot be read: \(error)"))
    }
  }
}

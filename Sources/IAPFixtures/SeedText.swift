package import IAPCore
import JSON

/// A seed that was read and is valid in itself. It has not been compared with a store yet.
package struct SeedText: Sendable {
  let contents: Seed

  /// - Throws: `seedInvalid` with the place and the problem.
  package init(_ bytes: [UInt8]) throws(IAPError) { try self.init(reading: JSONReader(bytes)) }

  /// Reads a seed in chunks.
  ///
  /// - Parameter read: returns the next bytes, or none at the end.
  package init(from read: @escaping () throws(IAPError) -> [UInt8]) throws(IAPError) {
    try self.init(reading: JSONReader(from: read))
  }

  private init(reading reader: JSONReader) throws(IAPError) {
    var reader = reader
    do {
      contents = try Seed(&reader)
    } catch let problem as JSONProblem {
      // A problem with an empty place is about the seed as a whole.
      let place = problem.place.isEmpty ? "seed" : problem.place
      throw .iapctl(.seedInvalid, .seed(place: place, problem: problem.problem))
    } catch let error as IAPError {
      throw error
    } catch {
      throw .iapctl(.bug, .bug("a seed cannot be read: \(error)"))
    }
  }
}

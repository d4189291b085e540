package import IAPCore
import JSON
import SQLite

/// A seed that was read and is valid in itself. It has not been compared with a store yet.
package struct SeedText: Sendable {
  let contents: Seed

  /// - Throws: `seedInvalid` with the place and the problem.
  package init(_ bytes: [UInt8]) throws(IAPError) {
    let source = SeedSource.bytes(bytes)
    try self.init(source, from: source.reader(from: 0))
  }

  /// Reads a seed in chunks.
  ///
  /// - Parameter read: returns the next bytes, or none at the end.
  package init(from read: @escaping () throws(IAPError) -> [UInt8]) throws(IAPError) {
    let buffer = SeedBuffer()
    try self.init(.buffered(buffer)) {
      let piece = try read()
      try buffer.append(piece)
      return piece
    }
  }

  private init(
    _ source: SeedSource, from read: @escaping () throws -> [UInt8]
  ) throws(IAPError) {
    do {
      contents = try Seed(source, from: read)
    } catch let problem as JSONProblem {
      // A problem with an empty place is about the seed as a whole.
      let place = problem.place.isEmpty ? "seed" : problem.place
      throw .iapctl(.seedInvalid, .seed(place: place, problem: problem.kind))
    } catch let error as IAPError {
      throw error
    } catch let error as SQLiteError where error.isUnwritable {
      throw .iapctl(
        .outputNotWritten, .temporaryFileNotWritten(why: error.message))
    } catch {
      throw .iapctl(.bug, .bug("a seed cannot be read: \(error)"))
    }
  }
}

import IAPBatch
import IAPCore

/// The input of a batch in each format, or in the one that is detected. The first byte chooses.
enum BatchTarget {
  @Sendable
  static func run(_ input: [UInt8]) async throws {
    var input = FuzzInput(input)
    let format = input.choose(nil, .jsonl, .json, .csv, .numbers) as InputFormat?
    let skips = input.choose(true, false)
    let bytes = input.all()
    let whole = try read(bytes, format, skips, chunk: 1 << 16)
    let parts = try read(bytes, format, skips, chunk: 3)
    try Finding.require(whole == parts, "in chunks it has \(parts), not \(whole)")
  }

  private static func read(
    _ bytes: [UInt8], _ format: InputFormat?, _ skips: Bool, chunk: Int
  ) throws -> [String] {
    var rest = bytes[...]
    do {
      let batch = try BatchInput(name: "input", format: format, skipsBadLines: skips)
      try batch.load { count in
        let size = min(count, chunk)
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
      } isStopped: {
        nil
      }
      var items: [String] = ["\(batch.rows) \(batch.repeated) \(batch.badLines.count)"]
      while case let next = try batch.next(100), !next.isEmpty {
        items += next.map { "\($0)" }
      }
      try Finding.require(items.count == batch.count + 1, "\(items.count - 1) of \(batch.count)")
      return items
    } catch let error as Finding {
      throw error
    } catch {
      let _: Bool? = try FuzzConsole.refused(error)
      return ["\(error)"]
    }
  }
}

import IAPBatch
import IAPCore
import Synchronization

/// Returns bytes in chunks.
final class Pieces: Sendable {
  private let rest: Mutex<ArraySlice<UInt8>>
  private let size: Int

  init(_ bytes: [UInt8], size: Int) {
    rest = Mutex(bytes[...])
    self.size = size
  }

  func read(_ count: Int) throws(IAPError) -> [UInt8] {
    rest.withLock { rest in
      let piece = Array(rest.prefix(min(size, count)))
      rest = rest.dropFirst(piece.count)
      return piece
    }
  }
}

/// The result of reading an input.
struct Loaded {
  let items: [Payment]
  let badLines: BadLines
  let count: Int
  let rows: Int
  let repeated: Int
  let hasTokens: Bool
  let columns: InputColumns?

  var payments: [String] { items.map(\.paymentSeq.text) }
  var tokens: [String?] { items.map { $0.accessToken?.revealed } }
  var badNumbers: [Int] { badLines.first.map(\.number) }
}

func load(
  _ bytes: [UInt8], _ format: InputFormat? = nil, skips: Bool = false, user: Identifier? = nil,
  piece: Int = 1 << 20, names: ColumnNames = ColumnNames()
) throws(IAPError) -> Loaded {
  let input = try BatchInput(
    name: "a.txt", format: format, skipsBadLines: skips, user: user, names: names)
  let pieces = Pieces(bytes, size: piece)
  try input.load(
    from: { (count) throws(IAPError) in try pieces.read(count) }, isStopped: { nil })
  var items: [Payment] = []
  while case let next = try input.next(7), !next.isEmpty { items += next }
  return Loaded(
    items: items, badLines: input.badLines, count: input.count, rows: input.rows,
    repeated: input.repeated, hasTokens: input.hasTokens, columns: input.columns)
}

func load(
  _ text: String, _ format: InputFormat? = nil, skips: Bool = false, user: Identifier? = nil,
  piece: Int = 1 << 20, names: ColumnNames = ColumnNames()
) throws(IAPError) -> Loaded {
  try load(Array(text.utf8), format, skips: skips, user: user, piece: piece, names: names)
}

/// The invalid lines for which an input is refused.
func badLines(
  _ bytes: [UInt8], _ format: InputFormat? = nil, user: Identifier? = nil
) -> [BadLine] {
  do throws(IAPError) {
    _ = try load(bytes, format, user: user)
    return []
  } catch {
    guard case .input("a.txt", .badLines(let lines, _, _)) = error.reason else { return [] }
    return error.code == .iapctl(.inputInvalid) ? lines : []
  }
}

func badLines(
  _ text: String, _ format: InputFormat? = nil, user: Identifier? = nil
) -> [BadLine] {
  badLines(Array(text.utf8), format, user: user)
}

extension Payment {
  /// Only what a request has of the payment.
  var request: Payment {
    Payment(
      paymentSeq, user: user, markets: markets, accessToken: accessToken, productSeq: productSeq)
  }
}

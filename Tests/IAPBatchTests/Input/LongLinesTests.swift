import IAPBatch
import IAPCore
import Synchronization
import Testing

struct LongLinesTests {
  private let longest = 1 << 20
  private let problem = LineProblem.tooLong(limit: 1_048_576)

  @Test(arguments: ["\n", "\r\n", ""])
  func `A line may be at most 1 MiB long`(_ end: String) throws {
    for piece in [1000, 1 << 16, 1 << 22] {
      let (one, three) = (#"{"paymentSeq":"1"}"#, #"{"paymentSeq":"3"}"#)
      let frame = #"{"paymentSeq":"2","payload":""}"#
      let payload = String(repeating: "x", count: longest - frame.utf8.count)
      let line = frame.dropLast(2) + payload + "\"}"
      let items = try load("\(one)\n\(line)\(end)", piece: piece).items
      #expect(items.map(\.paymentSeq) == ["1", "2"])
      #expect(items.last?.purchase.payload == payload)
      let longer = "\(one)\n\(line) \(end)"
      #expect(try load(longer, skips: true, piece: piece).payments == ["1"])
      #expect(badLines(longer) == [BadLine(number: 2, problem)])
      #expect(try load(longer + "\n" + three, skips: true, piece: piece).payments == ["1", "3"])
    }
  }

  /// More than is read to find out how the lines end.
  @Test(arguments: [1000, 1 << 16, 1 << 22])
  func `A long file whose lines end in a carriage return alone is read whole`(_ piece: Int) throws {
    let numbers = (1_000_000..<1_020_000).map(String.init)
    let text = "paymentSeq,userID\r" + numbers.map { "\($0),alice\r" }.joined()
    let loaded = try load(text, piece: piece)
    #expect(loaded.payments == numbers)
    #expect(Set(loaded.items.map(\.user)) == ["alice"])
  }

  @Test(arguments: [1, 3, 1 << 16])
  func `How lines end does not depend on the pieces that are read`(_ piece: Int) throws {
    let loaded = try load("paymentSeq,payload\r\n1,\"a\rb\"\r\n2,\r\n", piece: piece)
    #expect(loaded.items.map(\.purchase.payload) == ["a\rb", nil])
    // The first pieces have a CR, and a later one the LF.
    let outcome = { (piece: Int) in
      do {
        return "\(try load("1\r2\n", skips: true, piece: piece).payments)"
      } catch {
        return "\(error)"
      }
    }
    #expect(outcome(piece) == outcome(1 << 16))
  }

  @Test
  func `A CSV record may be at most 1 MiB long, over all of its lines`() throws {
    let long = String(repeating: "a\n", count: longest / 2 - 3)
    let record: (String) -> String = { "paymentSeq,payload\n1,\"\(long)\($0)\"\n2,b\n" }
    #expect(try load(record("a")).items.first?.purchase.payload == long + "a")
    #expect(badLines(record("aaa")) == [BadLine(number: 2, problem)])
    #expect(try load(record("aaa"), skips: true).payments == ["2"])
  }

  @Test
  func `A CSV line that is too long does not hide the end of its record`() throws {
    let long = String(repeating: "a", count: 2 * longest)
    let text = "paymentSeq,payload\n1,\"\(long)\n2,b\n\(long)\"\n3,c\n4,\"\(long)\"\n5,d\n"
    #expect(try load(text, skips: true).payments == ["3", "5"])
    #expect(badLines(text).map(\.number) == [2, 4])
  }

  @Test
  func `A first line that is too long is reported`() {
    let text = String(repeating: "a", count: 2 * longest) + "\n1\n"
    #expect(badLines(text) == [BadLine(number: 1, problem)])
  }

  @Test(arguments: InputFormat.allCases)
  func `A line of 10 MB is one invalid line`(_ format: InputFormat) throws {
    let (first, last) =
      switch format {
      case .jsonl: ("{\"paymentSeq\":\"1\"}\n", "\n{\"paymentSeq\":\"2\"}")
      case .json: ("{\"purchases\": [{\"paymentSeq\":\"1\"},\n", ",{\"paymentSeq\":\"2\"}]}")
      case .csv: ("paymentSeq\n1\n", "\n2")
      case .numbers: ("1\n", "\n2")
      }
    let step = Mutex(0)
    let input = try BatchInput(name: "a", format: nil, skipsBadLines: true)
    try input.load(
      from: { (count) throws(IAPError) in
        let step = step.withLock { step in
          defer { step += 1 }
          return step
        }
        switch step {
        case 0: return Array(first.utf8)
        case 1...160: return [UInt8](repeating: UInt8(ascii: "7"), count: 1 << 16)
        case 161: return Array(last.utf8)
        default: return []
        }
      }, isStopped: { nil })
    #expect(try input.next(9).map(\.paymentSeq) == ["1", "2"])
    let location = format == .json ? "purchases[1]" : nil
    #expect(
      input.badLines.first == [BadLine(number: format == .csv ? 3 : 2, problem, at: location)])
  }
}

import Testing
import Text

struct PlainTextTests {
  @Test
  func `Each byte is found at each place, in each length`() {
    let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    var wrong: [String] = []
    for count in 1...25 {
      for place in 0..<count {
        for byte in UInt8.min...UInt8.max {
          // Beside the lowest and the highest plain byte, where a carry would show.
          for around in [UInt8(ascii: " "), UInt8(ascii: "~")] {
            var text = [UInt8](repeating: around, count: count)
            text[place] = byte
            let isPrintable = 0x20...0x7E ~= byte
            text.withUnsafeBufferPointer { text in
              let isFree = isPrintable && byte != comma && byte != quote
              if PlainText.isPlain(text) != isPrintable
                || PlainText.isPlain(text, without: comma, quote) != isFree
              {
                wrong.append("\(byte) at \(place) of \(count)")
              }
            }
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    #expect(PlainText.isPlain(UnsafeBufferPointer(start: nil, count: 0)))
  }
}

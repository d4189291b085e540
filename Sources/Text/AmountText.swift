/// Writes an amount of money for people: `1500` as `1,500`, `2.5` as `2.50`.
package enum AmountText {
  package static func grouped(_ digits: String) -> String {
    var digits = digits
    var text: [UInt8] = []
    digits.withUTF8 { append($0, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  package static func append(_ digits: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
    let isNegative = digits.first == UInt8(ascii: "-")
    let parts = digits.dropFirst(isNegative ? 1 : 0).split(separator: UInt8(ascii: "."))
    guard let whole = parts.first else { return text.append(contentsOf: digits) }
    if isNegative { text.append(UInt8(ascii: "-")) }
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index) % 3 == 0 { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    guard parts.count > 1 else { return }
    text.append(UInt8(ascii: "."))
    text.append(contentsOf: parts[1])
    if parts[1].count == 1 { text.append(UInt8(ascii: "0")) }
  }
}

import IAPBatch
import IAPCore

/// What the command of `--granted` prints: the number of each payment that was granted, one a line.
struct GrantedPayments: Equatable, Sendable {
  /// How often each payment was granted. A number after a minus sign is taken back.
  var counts: [Identifier: Int] = [:]
  /// The payments that are held for a person, after a question mark.
  var held: Set<Identifier> = []

  init() {}

  init(in output: [UInt8]) throws(IAPError) {
    let lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      let word = text.withoutOuterSpaces
      guard let sign = word.first else { continue }
      let number = Identifier("-?".contains(sign) ? String(word.dropFirst()) : word)
      guard number.isDigits else {
        throw .iapctl(.inputInvalid, .rehearsal(.grantedLine(index + 1, text)))
      }
      switch sign {
      case "?": held.insert(number)
      case "-": counts[number, default: 0] -= 1
      default: counts[number, default: 0] += 1
      }
    }
  }
}

import CommandLine
import IAPCore

/// Converts values of IAPCore to fields of records.
extension FieldValue {
  /// - Parameter showsTokens: whether access tokens are shown. If not, they are null.
  init(_ content: FieldContent, showsTokens: Bool) {
    self =
      switch content {
      case .null: .null
      case .text(let text): .text(text)
      case .secret(let secret): showsTokens ? .text(secret.revealed) : .null
      case .number(let number): .number(String(number))
      case .price(let price): .amount(price.digits)
      case .instant(let instant): .instant(instant.description)
      case .flag(let flag): .flag(flag)
      }
  }

  static func price(_ price: Price?) -> FieldValue { price.map { .amount($0.digits) } ?? .null }

  static func instant(_ instant: Instant?) -> FieldValue {
    instant.map { .instant($0.description) } ?? .null
  }

  static func number(_ number: Int64?) -> FieldValue {
    number.map { .number(String($0)) } ?? .null
  }
}

extension Record {
  /// - Parameter showsTokens: whether access tokens are shown. If not, they are null.
  init<Owner>(_ owner: Owner, _ fields: [Field<Owner>], showsTokens: Bool = false) {
    self.init(fields.map { FieldValue($0.get(owner), showsTokens: showsTokens) })
  }
}

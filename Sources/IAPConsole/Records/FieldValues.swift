import CommandLine
import IAPCore

/// IAP's values as fields of records.
extension FieldValue {
  static func price(_ price: Price?) -> FieldValue { price.map { .amount($0.digits) } ?? .null }

  static func instant(_ instant: Instant?) -> FieldValue {
    instant.map { .instant($0.description) } ?? .null
  }

  static func flag(_ flag: Bool?) -> FieldValue { flag.map(FieldValue.flag) ?? .null }

  static func number(_ number: Int64?) -> FieldValue {
    number.map { .number(String($0)) } ?? .null
  }
}

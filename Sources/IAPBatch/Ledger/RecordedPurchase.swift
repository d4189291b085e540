import IAPCore
import JSON

/// What a delivery command got of a purchase, as the text that a journal keeps. The undo command gets the
/// same.
extension Purchase {
  /// A JSON object with the values that are known; without the access token.
  var recordedText: String {
    let members = Self.fields.compactMap { field -> JSONValue.Member? in
      switch field.get(self) {
      case .null, .secret: nil
      case .text(let text): .init(field.name, .string(text))
      case .price(let price): .init(field.name, .string(price.digits))
      case .number(let number): .init(field.name, .integer(number))
      case .instant(let instant): .init(field.name, .integer(instant.milliseconds))
      case .flag(let flag): .init(field.name, .integer(flag ? 1 : 0))
      }
    }
    return JSONValue.object(members).line
  }

  /// Nil if the text is not as ``recordedText`` makes it.
  init?(recorded text: String) {
    guard let value = try? JSONValue(parsing: Array(text.utf8)),
      let number = value["paymentSeq"]?.text
    else { return nil }
    self.init(paymentSeq: Identifier(number))
    for field in Self.fields where field.kind != .secret {
      guard let value = value[field.name] else { continue }
      let content =
        field.kind.isStoredAsText
        ? value.text.map { field.kind.content(stored: $0) }
        : value.integer.map { field.kind.content(stored: $0) }
      guard let content else { return nil }
      field.set(&self, content)
    }
  }

  /// The purchase, with the values of another one where it has none.
  func filled(by other: Purchase) -> Purchase {
    var purchase = self
    for field in Self.fields where field.get(purchase) == .null {
      field.set(&purchase, field.get(other))
    }
    return purchase
  }
}

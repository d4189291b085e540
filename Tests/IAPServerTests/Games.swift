/// Seeds for cases that the sample game does not have.
enum Games {
  static let key = "k"

  private static let product = #"{"productIdentifier": "gem", "productType": "CONSUMABLE"}"#

  private static func seed(_ parts: String...) -> String {
    #"{"format": 1, "appKey": "k", "clock": "2026-01-15T09:00:00Z", "products": ["#
      + "\(product)], \(parts.joined(separator: ", "))}"
  }

  /// A market that is switched off, and a payment in it.
  static let switchedOff = seed(
    #""markets": [{"storeCode": "AS", "available": false}]"#, payments(["1"]))

  /// Many unconsumed payments of one user, numbered from 1.
  static func crowd(_ count: Int) -> String { seed(payments((1...count).map(String.init))) }

  /// Three payments of user `u`, and faults.
  static func faults(_ faults: String) -> String {
    seed(payments(["1", "2", "3"]), "\"faults\": [\(faults)]")
  }

  private static func payments(_ numbers: [String]) -> String {
    let rows = numbers.map {
      #"{"paymentSeq": "\#($0)", "userID": "u", "productIdentifier": "gem", "accessToken": "t\#($0)"}"#
    }
    return "\"purchases\": [\(rows.joined(separator: ", "))]"
  }
}

import IAPCore
import IAPFixtures

/// The stores of these tests. All have the app key of the sample game.
enum Seeds {
  static let key = "sample-app-key"

  static func sample() throws -> SeedText { try Sample.seed() }

  private static let product = """
    {"productIdentifier": "gem", "productSeq": 7, "productType": "CONSUMABLE", "price": 1500,
     "currency": "KRW"}
    """

  private static func seed(_ parts: String...) throws -> SeedText {
    let text = """
      {"format": 1, "appKey": "\(key)", "appSeq": 1000047, "clock": "2026-01-15T09:00:00Z",
       "products": [\(product)], \(parts.joined(separator: ", "))}
      """
    return try SeedText(Array(text.utf8))
  }

  /// Many unconsumed payments of one user, numbered from 1. Three at a time have the same purchase
  /// time.
  static func crowd(_ count: Int) throws -> SeedText { try seed(payments(1...count)) }

  /// Payments 1 to 3 of user `u` with the tokens `t1` to `t3`, and a fault.
  static func fault(_ operation: String, _ code: Int, _ more: String = "") throws -> SeedText {
    let domain = code < 100 ? "com.nhncloud.iap" : "com.nhncloud.http"
    return try seed(
      payments(1...3),
      """
      "faults": [{"on": "\(operation)", "domain": "\(domain)", "code": \(code)\(more)}]
      """)
  }

  /// A payment in each of two markets. One market is switched off. The product in the other has no
  /// price.
  static func switchedOff() throws -> SeedText {
    try SeedText(
      Array(
        """
        {"format": 1, "appKey": "\(key)", "appSeq": 1000047, "clock": "2026-01-15T09:00:00Z",
         "markets": [{"storeCode": "AS", "available": false}, {"storeCode": "GG"},
          {"storeCode": "ONESTORE"}],
         "products": [\(product),
          {"productIdentifier": "coin", "productType": "CONSUMABLE", "storeCode": "GG"}],
         "purchases": [
          {"paymentSeq": "1", "userID": "u", "productIdentifier": "gem"},
          {"paymentSeq": "2", "userID": "u", "productIdentifier": "coin", "storeCode": "GG"}]}
        """.utf8))
  }

  /// The App Store verifies by V2. User `u` has an interrupted purchase in it.
  static func verifiesV2() throws -> SeedText {
    try seed(
      #""markets": [{"storeCode": "AS", "verification": "V2"}]"#,
      "\"purchases\": [\(charged(1, "gem"))]",
      "\"transactions\": [\(receipt(1, "gem", "u"))]")
  }

  /// Consumable subscriptions of user `u` in each status: first on Google Play, then in the App
  /// Store.
  static func subscriptions(_ statuses: [String]) throws -> SeedText {
    let markets = ["GG", "AS"]
    let products = markets.map { market in
      """
      {"productIdentifier": "box", "productType": "CONSUMABLE_AUTO_RENEWABLE", "price": 2.29,
       "currency": "EUR", "period": "P1W", "storeCode": "\(market)"}
      """
    }
    let payments = markets.enumerated().flatMap { place, market in
      statuses.enumerated().map { number, status in
        """
        {"paymentSeq": "\(10 * (place + 1) + number)", "userID": "u\(number)",
         "productIdentifier": "box", "storeCode": "\(market)", "status": "\(status)",
         "accessToken": "t"}
        """
      }
    }
    return try SeedText(
      Array(
        """
        {"format": 1, "appKey": "\(key)", "appSeq": 1000047, "clock": "2026-01-15T09:00:00Z",
         "products": [\(products.joined(separator: ", "))],
         "purchases": [\(payments.joined(separator: ", "))]}
        """.utf8))
  }

  /// Interrupted purchases of user `u`, and receipts with different errors.
  static func broken() throws -> SeedText {
    try SeedText(
      Array(
        """
        {"format": 1, "appKey": "\(key)", "appSeq": 1000047, "clock": "2026-01-15T09:00:00Z",
         "products": [\(product), {"productIdentifier": "coin", "productType": "CONSUMABLE"},
          {"productIdentifier": "vip", "productType": "AUTO_RENEWABLE", "period": "P1W"}],
         "purchases": [
          \(charged(1, "gem")), \(charged(2, "gem")), \(charged(3, "gem")),
          \(charged(4, "vip", #", "purchaseTime": "2026-01-01T00:00:00Z""#)),
          \(charged(5, "vip", #", "originalTransactionIdentifier": "50""#)),
          {"paymentSeq": "8", "userID": "u", "productIdentifier": "coin", "state": "RESERVED"}],
         "transactions": [
          \(receipt(1, "coin", "u")), \(receipt(2, "gem", nil)), \(receipt(3, "gem", "w"))]}
        """.utf8))
  }

  private static func charged(_ number: Int, _ product: String, _ more: String = "") -> String {
    """
    {"paymentSeq": "\(number)", "transactionIdentifier": "\(number)", "userID": "u",
     "productIdentifier": "\(product)", "state": "CHARGED"\(more)}
    """
  }

  private static func receipt(_ number: Int, _ product: String, _ user: String?) -> String {
    """
    {"transactionIdentifier": "\(number)", "userID": "u", "productIdentifier": "\(product)",
     "purchaseTime": "2026-01-10T00:00:00Z", "expiryTime": null,
     "applicationUsername": \(user.map { "\"\($0)\"" } ?? "null")}
    """
  }

  private static func payments(_ numbers: ClosedRange<Int>) -> String {
    let rows = numbers.map { number in
      """
      {"paymentSeq": "\(number)", "userID": "u", "productIdentifier": "gem",
       "accessToken": "t\(number)",
       "purchaseTime": "2026-01-0\(1 + number % 9)T00:00:0\(number / 3 % 10)Z"}
      """
    }
    return "\"purchases\": [\(rows.joined(separator: ", "))]"
  }
}

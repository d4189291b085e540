import IAPCore
import IAPFixtures

/// Valid elements of each list of a seed, and the problems of invalid ones.
enum SeedElements {
  /// One valid element for each list. They are not loaded, so they need not be consistent.
  static let whole: [String: [String: String]] = [
    "markets": [
      "storeCode": "\"AS\"", "packageName": "\"p\"", "available": "true",
      "verification": "\"V1\"",
    ],
    "products": [
      "productIdentifier": "\"p\"", "productSeq": "5", "productName": "\"n\"",
      "productType": "\"AUTO_RENEWABLE\"", "storeCode": "\"AS\"", "price": "1.5",
      "currency": "\"KRW\"", "localizedTitle": "\"t\"", "localizedDescription": "\"d\"",
      "localizedPrice": "\"l\"", "active": "true", "inStore": "true", "period": "\"P1M\"",
      "grace": "\"P3D\"", "hold": "\"P30D\"", "subscriptionGroup": "\"g\"",
    ],
    "users": [
      "userID": "\"u\"", "paymentsAllowed": "true", "monthlyLimit": "{\"KRW\": 5}",
      "storeAccountReadable": "true", "billing": "\"ok\"",
    ],
    "purchases": [
      "paymentSeq": "\"1\"", "userID": "\"u\"", "productIdentifier": "\"p\"",
      "storeCode": "\"AS\"", "state": "\"SUCCESS\"", "consumed": "false", "price": "1",
      "currency": "\"KRW\"", "accessToken": "\"t\"", "transactionIdentifier": "\"1\"",
      "originalTransactionIdentifier": "\"1\"", "purchaseTime": "\"2026-01-01T00:00:00Z\"",
      "expiryTime": "\"2026-02-01T00:00:00Z\"", "status": "\"ACTIVE\"", "storePayment": "false",
      "sandboxPayment": "false", "payload": "\"\"", "pending": "false",
    ],
    "transactions": [
      "userID": "\"u\"", "storeCode": "\"AS\"", "productIdentifier": "\"p\"",
      "transactionIdentifier": "\"1\"", "originalTransactionIdentifier": "\"1\"",
      "purchaseTime": "\"2026-01-01T00:00:00Z\"", "expiryTime": "\"2026-02-01T00:00:00Z\"",
      "applicationUsername": "\"u\"",
    ],
    "deferred": ["userID": "\"u\"", "storeCode": "\"AS\"", "productIdentifier": "\"p\""],
    "faults": [
      "on": "\"consume\"", "domain": "\"com.nhncloud.iap\"", "code": "12", "after": "true",
      "skip": "0", "times": "1", "used": "0", "product": "\"p\"", "user": "\"u\"",
      "payment": "\"1\"", "storeCode": "\"AS\"", "delay": "\"2s\"",
      // They exclude the code.
      "http": "null", "retryAfter": "null", "serverCode": "null", "cut": "null",
    ],
    "events": [
      "time": "\"2026-01-01T00:00:00Z\"", "kind": "\"consumed\"", "paymentSeq": "\"1\"",
      "userID": "\"u\"", "before": "\"unconsumed\"", "after": "\"consumed\"",
    ],
  ]

  static let required: [String: Set<String>] = [
    "markets": ["storeCode"], "products": ["productIdentifier", "productType", "period"],
    "users": ["userID"], "purchases": ["userID", "productIdentifier"],
    "transactions": ["userID", "productIdentifier", "purchaseTime", "expiryTime"],
    "deferred": ["userID", "productIdentifier"], "faults": ["on"],
    "events": ["time", "kind"],
  ]

  /// The keys that are required unless another one is given.
  static let alternatives: [String: Set<String>] = ["faults": ["code"]]

  static func text(_ list: String, _ element: [String: String]) -> String {
    let members = element.map { "\"\($0)\": \($1)" }.sorted().joined(separator: ", ")
    return "{\"format\": 1, \"\(list)\": [{\(members)}]}"
  }

  /// `place: problem`, or nil if the seed is valid.
  static func problem(of text: String) -> String? {
    let refusal = refusal { try SeedText(Array(text.utf8)) }
    guard case .seed(let place, let problem)? = refusal?.reason else { return nil }
    return "\(place): \(problem)"
  }

  /// The problem of an element with one key changed, or removed if `value` is nil.
  static func problem(_ list: String, _ key: String, _ value: String?) -> String? {
    var element = whole[list] ?? [:]
    element[key] = value
    return problem(of: text(list, element))
  }
}

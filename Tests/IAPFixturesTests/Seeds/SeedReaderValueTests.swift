import IAPCore
import IAPFixtures
import Testing

/// Values of the right type that are not allowed.
struct SeedReaderValueTests {
  static let bad: [(list: String, key: String, value: String, problem: String)] = [
    (
      "purchases", "state", "\"PAID\"",
      "not one of RESERVED, CHARGED, SUCCESS, USER_CLOSE, FAILURE, REFUND"
    ),
    (
      "purchases", "status", "\"active\"",
      "not one of ACTIVE, CANCELED, ON_HOLD, IN_GRACE_PERIOD, PAUSED, REVOKED, EXPIRED, UNKNOWN"
    ),
    (
      "products", "productType", "\"GIFT\"",
      "not one of CONSUMABLE, AUTO_RENEWABLE, CONSUMABLE_AUTO_RENEWABLE, UNKNOWN, "
        + "AUTO_SUBSCRIPTION"
    ),
    (
      "faults", "on", "\"buy\"",
      "not one of products, purchase, unconsumed, consume, subscriptions, restore, reprocess, "
        + "payment/transaction, consumable, active-subscriptions, subscriptions/status"
    ),
    ("faults", "domain", "\"iap\"", "not one of com.nhncloud.iap, com.nhncloud.http"),
    ("faults", "code", "19", "19 is not a code of com.nhncloud.iap: it has 0 to 18"),
    ("faults", "code", "-1", "less than 0"),
    ("faults", "skip", "-1", "less than 0"), ("faults", "times", "0", "less than 1"),
    ("faults", "used", "-1", "less than 0"),
    ("faults", "delay", "\"soon\"", "not a duration, such as 2s"),
    ("products", "price", "-0.01", "negative"), ("purchases", "price", "-1", "negative"),
    (
      "products", "price", "1234567890123456789",
      "too many digits: at most 18 before and 12 after the decimal point"
    ),
    (
      "purchases", "price", "0.1234567890123",
      "too many digits: at most 18 before and 12 after the decimal point"
    ),
    ("users", "monthlyLimit", "{\"KRW\": -1}", "has an amount that is negative or too long"),
    (
      "users", "monthlyLimit", "{\"KRW\": 1234567890123456789}",
      "has an amount that is negative or too long"
    ),
    ("users", "monthlyLimit", "{\"KRW\": \"1\"}", "not an object of decimals"),
    ("products", "period", "\"1M\"", "not an ISO 8601 duration, such as P1M"),
    ("products", "period", "\"P\"", "not an ISO 8601 duration, such as P1M"),
    ("products", "period", "\"P0D\"", "not an ISO 8601 duration, such as P1M"),
    ("products", "period", "\"30d\"", "not an ISO 8601 duration, such as P1M"),
    ("products", "productSeq", "0", "less than 1"),
    ("purchases", "paymentSeq", "\"12a\"", "not a payment number: only digits are allowed"),
    ("purchases", "paymentSeq", "\"١٢\"", "not a payment number: only digits are allowed"),
    (
      "purchases", "purchaseTime", "\"2026-02-30T00:00:00Z\"",
      "not an instant of RFC 3339, such as 2026-01-01T00:00:00.000Z"
    ),
    (
      "purchases", "expiryTime", "\"2026-02-01\"",
      "not an instant of RFC 3339, such as 2026-01-01T00:00:00.000Z"
    ),
    (
      "transactions", "purchaseTime", "\"\"",
      "not an instant of RFC 3339, such as 2026-01-01T00:00:00.000Z"
    ),
  ]

  @Test(arguments: bad)
  func `An invalid value is refused with its location and reason`(
    _ example: (list: String, key: String, value: String, problem: String)
  ) throws {
    #expect(
      SeedElements.problem(example.list, example.key, example.value)
        == "\(example.list)[0].\(example.key): \(example.problem)")
  }
}

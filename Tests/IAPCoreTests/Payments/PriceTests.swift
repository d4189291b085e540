import IAPCore
import Testing

struct PriceTests {
  @Test(arguments: [
    ("2.29", "2.29"), ("1500", "1500"), ("0", "0"), ("0.1", "0.1"), ("0.99", "0.99"),
    ("-0.5", "-0.5"), ("-1500", "-1500"), ("19.99", "19.99"), ("4.35", "4.35"),
    ("0.000000000001", "0.000000000001"),
    ("123456789012345678.123456789012", "123456789012345678.123456789012"),
  ])
  func `The digits of a price stay exact`(text: String, digits: String) throws {
    let price = try #require(Price(text))
    #expect(price.digits == digits)
    #expect(price.description == digits)
  }

  @Test(arguments: [
    ("1500.0", "1500"), ("0.10", "0.1"), ("1.50000", "1.5"), ("1.5E+3", "1500"),
    ("1.5e3", "1500"), ("15E-1", "1.5"), ("1E+17", "100000000000000000"), ("0.0", "0"),
    ("-0", "0"), ("0E+9", "0"), ("-2.50", "-2.5"), ("15e0002", "1500"), ("1.5e+0003", "1500"),
    ("1500e-0000", "1500"), ("0e0000", "0"), ("0e999", "0"), ("0e-99999999999999999999", "0"),
    ("1500.0000000000000000000000000000000000000000", "1500"),
  ])
  func `Exponents and needless zeros are removed`(text: String, digits: String) throws {
    #expect(try #require(Price(text)).digits == digits)
  }

  @Test(arguments: [
    "1234567890123456789", "1E+18", "0.0000000000001", "1e-13", "1E+999", "1E-200", "1E+1000",
    "1234567890123456789012345678901234567", "99999999999999999999999999999999999999",
  ])
  func `A price with too many digits is refused`(text: String) {
    #expect(Price(text) == nil)
  }

  @Test(arguments: [
    "", " ", "-", "+1", "01", "-01", "00", ".5", "1.", "1e", "1e+", "1.5.0", "1,5", "1_000",
    " 1", "1 ", "1\n", "--1", "0x10", "NaN", "nan", "inf", "Infinity", "free", "₩1500", "１５００",
    "٣", "1\u{301}",
  ])
  func `Text that is not a JSON number is refused`(text: String) {
    #expect(Price(text) == nil)
  }

  @Test
  func `An amount with a null character is refused`() {
    #expect(Price("1\u{0}") == nil)
    #expect(Price("1\u{0}5") == nil)
  }

  @Test(arguments: [
    ("0.1", "100000000000"), ("2.29", "2290000000000"), ("999.99", "999990000000000"),
    ("0.000000000001", "1"), ("12345678901234.56", "12345678901234560000000000"),
    ("123456789012345.67", "123456789012345670000000000"),
    ("1234.123456789012", "1234123456789012"), ("-0.5", "-500000000000"), ("0", "0"),
    ("999999999999999999.999999999999", "999999999999999999999999999999"),
  ])
  func `Short and long amounts have exact units`(_ digits: String, _ units: String) throws {
    let price = try #require(Price(digits))
    let expected = try #require(Int128(units))
    #expect(price.units == expected)
    #expect(Price.digits(of: expected) == digits)
    #expect(Price(units: expected) == price)
  }

  @Test
  func `A sum can have more digits than a price`() {
    #expect(
      Price.digits(of: 1_234_567 * 999_999_999_999_999_999_999_999_999_999)
        == "1234566999999999999999999.999998765433")
  }

  @Test
  func `An amount in units of a trillionth has the same limit`() {
    #expect(Price(units: .max) == nil)
    #expect(Price(units: .min) == nil)
    #expect(Price(units: 1)?.digits == "0.000000000001")
    #expect(Price(units: -1_500_000_000_000)?.digits == "-1.5")
  }

  @Test
  func `Amounts are compared by value, not by spelling`() {
    #expect(Price("1500") == Price("1.5E+3"))
    #expect(Price("0.10")?.hashValue == Price("0.1")?.hashValue)
    #expect(Price("2.29") != Price("2.290000000001"))
  }

  @Test
  func `The sum of a thousand small amounts is exact`() throws {
    let price = try #require(Price("2.29"))
    let sum = (0..<1000).reduce(Int128(0)) { sum, _ in sum + price.units }
    #expect(Price(units: sum)?.digits == "2290")
  }

  @Test(arguments: [
    ("0.1", "0.2", "0.3"), ("999999999999999.99", "0.01", "1000000000000000"),
    ("123456789012345678", "0.000000000001", "123456789012345678.000000000001"),
    ("1.5", "-1.5", "0"), ("-0.5", "0.25", "-0.25"),
  ])
  func `Sums are exact`(left: String, right: String, sum: String) throws {
    let left = try #require(Price(left))
    let right = try #require(Price(right))
    #expect(Price(units: left.units + right.units)?.digits == sum)
  }

  @Test
  func `A sum with too many digits is nil`() throws {
    let large = try #require(Price("999999999999999999"))
    #expect(Price(units: large.units + large.units) == nil)
  }

  @Test
  func `Only amounts below zero are negative`() {
    #expect(Price("-0.01")?.isNegative == true)
    #expect(Price("0")?.isNegative == false)
    #expect(Price("-0")?.isNegative == false)
    #expect(Price("0.01")?.isNegative == false)
  }

  @Test
  func `The canonical digits give the same amount`() throws {
    let price = try #require(Price("2.2900"))
    #expect(Price(canonical: price.digits) == price)
    #expect(Price(canonical: price.digits).units == price.units)
  }
}

import JSON
import Testing

struct JSONValueTests {
  @Test(
    arguments: [
      ("7", 7), ("-0", 0), ("7.0", 7), ("-7.000", -7), ("1e2", 100), ("5.0E1", 50), ("0.1e1", 1),
      ("1200e-2", 12), ("0.0", 0), ("9223372036854775807", .max), ("-9223372036854775808", .min),
      ("1e18", 1_000_000_000_000_000_000), ("9007199254740993.0", 9_007_199_254_740_993),
    ] as [(String, Int64)])
  func `A number that is whole and fits is an integer, however it is written`(
    _ digits: String, _ number: Int64
  ) {
    #expect(JSONValue.number(digits).integer == number)
  }

  @Test(arguments: [
    "7.5", "1e-1", "9223372036854775808", "1e19", "1e400", "1e99999999999999999999",
    "1.5e-9223372036854775808", "-0.1",
  ])
  func `A number that is not whole or does not fit is none`(_ digits: String) {
    #expect(JSONValue.number(digits).integer == nil)
  }

  @Test
  func `A value is of one kind`() {
    #expect(JSONValue.string("a").text == "a")
    #expect(JSONValue.number("1.50").digits == "1.50")
    #expect(JSONValue.array([.null]).elements == [.null])
    #expect(JSONValue.object([.init("a", .null)]).members?.map(\.name) == ["a"])
    #expect(JSONValue.object([.init("a", .flag(true))])["a"] == .flag(true))
    for value in [JSONValue.null, .string("1"), .array([]), .object([])] {
      #expect(value.integer == nil)
      #expect(value["a"] == nil)
    }
  }
}

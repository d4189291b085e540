import IAPCore
import Testing

@testable import CommandLine
@testable import IAPConsole

struct ValueParserTests {
  @Test(arguments: [
    ("1", 1), ("10", 10), ("007", 7), ("0", nil), ("11", nil), ("-1", nil), ("+1", nil),
    ("1.0", nil), ("1e1", nil), ("", nil), ("٣", nil), ("99999999999999999999", nil),
  ])
  func `A whole number must be within its range`(_ word: String, _ value: Int?) {
    #expect(ValueParser<Int>.number("N", in: 1...10).read(word) == value)
  }

  @Test
  func `The message for an invalid number gives the range`() {
    #expect(
      ValueParser<Int>.number("N", in: 1...10).expectation.text == "a whole number from 1 to 10")
    #expect(
      ValueParser<Int>.number("N", in: 1...Int.max).expectation.text
        == "a whole number of at least 1")
  }

  @Test
  func `A text may be empty, a name may not`() {
    #expect(ValueParser<String>.text("TEXT").read("") == "")
    #expect(ValueParser<String>.name("FILE").read("") == nil)
    #expect(ValueParser<String>.name("FILE").read("-") == "-")
    #expect(ValueParser<Identifier>.identifier("ID", kind: .text).read("") == nil)
    #expect(ValueParser<Identifier>.identifier("ID", kind: .text).read("gem.100") == "gem.100")
  }

  @Test
  func `A choice must be one of the values of its enumeration`() {
    let syntax = ValueParser<OutputFormat>.choice("FORMAT")
    #expect(syntax.read("json") == .json)
    #expect(syntax.read("JSON") == nil)
    #expect(syntax.kind.choices == ["table", "json", "jsonl", "csv", "spreadsheet"])
    #expect(syntax.expectation.text == "one of table, json, jsonl, csv, spreadsheet")
  }

  @Test(
    arguments: [
      ("30", .seconds(30)), ("0.5", .milliseconds(500)), ("86400", .seconds(86_400)),
      ("0.0001", .milliseconds(1)), ("0", nil), ("-1", nil), ("86401", nil), ("1e3", nil),
      ("inf", nil), ("nan", nil), (".", nil), ("", nil), ("0x10", nil),
    ] as [(String, Duration?)])
  func `A number of seconds must be above 0 and at most a day`(_ word: String, _ value: Duration?) {
    #expect(ValueParser<Duration>.seconds.read(word) == value)
  }

  @Test(
    arguments: [
      ("a", ["a"]), ("a,b", ["a", "b"]), ("", nil), ("a,", nil), (",a", nil), ("a,,b", nil),
    ] as [(String, [String]?)])
  func `Field names are separated by commas`(_ word: String, _ value: [String]?) {
    #expect(ValueParser<[String]>.fieldNames.read(word) == value)
  }

  @Test(arguments: [
    ("2026011210000001", true), ("0", true), ("00", true), ("", false), ("12x", false),
    ("-1", false), ("١٢", false), ("１２", false), (" 1", false),
  ])
  func `A payment number consists of ASCII digits`(_ word: String, _ isNumber: Bool) {
    #expect((ValueParser<Identifier>.paymentSeq.read(word) != nil) == isNumber)
  }

  @Test
  func `Any market code is accepted, except an empty one`() {
    #expect(ValueParser<StoreCode>.storeCode.read("GG") == .googlePlay)
    #expect(ValueParser<StoreCode>.storeCode.read("NEWSTORE") == "NEWSTORE")
    #expect(ValueParser<StoreCode>.storeCode.read("") == nil)
  }

  @Test
  func `Only known product types and statuses are accepted`() {
    #expect(ValueParser<ProductType>.productType.read("CONSUMABLE") == .consumable)
    #expect(ValueParser<ProductType>.productType.read("AUTO_SUBSCRIPTION") == .autoRenewable)
    #expect(ValueParser<ProductType>.productType.read("consumable") == nil)
    #expect(ValueParser<SubscriptionStatus>.subscriptionStatus.read("ON_HOLD") == .onHold)
    #expect(ValueParser<SubscriptionStatus>.subscriptionStatus.read("5") == nil)
  }

  @Test(arguments: [
    (
      "jsn",
      "--output: 'jsn' is not one of table, json, jsonl, csv, spreadsheet, did you mean 'json'?"
    ),
    ("xml", "--output: 'xml' is not one of table, json, jsonl, csv, spreadsheet"),
    ("", "--output: '' is not one of table, json, jsonl, csv, spreadsheet"),
  ])
  func `An invalid value is reported with its option`(_ word: String, _ message: String) {
    let arguments = ParsedArguments(values: ["output": [word]])
    let error = #expect(throws: UsageError.self) { try arguments.value(of: GlobalOptions.output) }
    #expect(error.map { UsageText($0) } == UsageText(message))
  }

  @Test
  func `Options that were not given have no value`() throws {
    let arguments = ParsedArguments()
    #expect(try arguments.value(of: GlobalOptions.output) == nil)
    #expect(try arguments.values(of: GlobalOptions.market) == [])
    #expect(!arguments[GlobalOptions.yes])
  }
}

import IAPCore
import IAPFixtures
import Testing

/// The keys of each list: which are required, which values they can have, and the place in a
/// problem.
struct SeedReaderTests {
  @Test(arguments: SeedElements.whole.keys.sorted())
  func `Elements with all keys are read`(_ list: String) throws {
    #expect(
      SeedElements.problem(of: SeedElements.text(list, try #require(SeedElements.whole[list])))
        == nil)
  }

  @Test(arguments: SeedElements.whole.keys.sorted())
  func `Only required keys must be present`(_ list: String) throws {
    for key in try #require(SeedElements.whole[list]).keys.sorted()
    where SeedElements.alternatives[list]?.contains(key) != true {
      let isRequired = try #require(SeedElements.required[list]).contains(key)
      let problem = SeedElements.problem(list, key, nil)
      #expect(problem == (isRequired ? "\(list)[0].\(key): missing" : nil))
    }
  }

  @Test(arguments: SeedElements.whole.keys.sorted())
  func `Only required keys must not be null`(_ list: String) throws {
    for key in try #require(SeedElements.whole[list]).keys.sorted()
    where key != "expiryTime" && SeedElements.alternatives[list]?.contains(key) != true {
      let isRequired = try #require(SeedElements.required[list]).contains(key)
      let problem = SeedElements.problem(list, key, "null")
      #expect(problem == (isRequired ? "\(list)[0].\(key): null" : nil))
    }
    if list == "transactions" { #expect(SeedElements.problem(list, "expiryTime", "null") == nil) }
  }

  @Test(arguments: SeedElements.whole.keys.sorted())
  func `A value of a wrong type is refused, for each key`(_ list: String) throws {
    for (key, value) in try #require(SeedElements.whole[list]).sorted(by: { $0.key < $1.key })
    where value != "null" {
      let expected =
        switch value.first {
        case "\"": "not a string"
        case "t", "f": "not true or false"
        case "{": "not an object of decimals"
        default: key == "price" ? "not a decimal" : "not a whole number"
        }
      let other = value.first == "\"" ? "1" : "\"text\""
      for wrong in ["[1]", "{\"a\": \"b\"}", other] {
        #expect(SeedElements.problem(list, key, wrong) == "\(list)[0].\(key): \(expected)")
      }
    }
  }

  @Test(arguments: [
    ("{}", "code: missing, and http, serverCode, cut and delay too"),
    (#"{"code": null}"#, "code: missing, and http, serverCode, cut and delay too"),
    (#"{"domain": "com.nhncloud.iap"}"#, "domain: only with code"),
    (#"{"http": "429"}"#, "http: not a whole number"),
    (#"{"cut": 1.5}"#, "cut: not a whole number"),
    (#"{"serverCode": 0}"#, "serverCode: 0 is the code of a success"),
    (#"{"http": 429, "retryAfter": 2}"#, "retryAfter: not a string"),
    (#"{"cut": 1, "domain": "com.nhncloud.iap"}"#, "domain: only with code"),
  ])
  func `A fault says in one way how a call fails`(_ keys: String, _ problem: String) {
    let fault = #"{"on": "consume""# + (keys == "{}" ? "}" : ", " + keys.dropFirst())
    #expect(
      SeedElements.problem(of: #"{"format": 1, "faults": [\#(fault)]}"#) == "faults[0].\(problem)")
  }

  @Test(arguments: SeedElements.whole.keys.sorted())
  func `An unknown key is refused with a list of the known ones`(_ list: String) throws {
    let problem = try #require(SeedElements.problem(list, "coment", "1"))
    let known = try #require(SeedElements.whole[list]).keys.sorted().joined(separator: ", ")
    #expect(problem == "\(list)[0].coment: unknown key; known are \(known)")
  }

  @Test(arguments: SeedElements.whole.keys.sorted())
  func `Each list must be an array of objects`(_ list: String) throws {
    for wrong in ["{}", "\"a\"", "1"] {
      #expect(
        SeedElements.problem(of: "{\"format\": 1, \"\(list)\": \(wrong)}")
          == "\(list): not an array")
    }
    for wrong in ["[]", "\"a\"", "null", "1"] {
      #expect(
        SeedElements.problem(of: "{\"format\": 1, \"\(list)\": [\(wrong)]}")
          == "\(list)[0]: not an object")
    }
  }

  @Test
  func `The settings of a store have the right types`() {
    func problem(_ key: String, _ value: String) -> String? {
      SeedElements.problem(of: "{\"format\": 1, \"\(key)\": \(value)}")
    }
    #expect(problem("appKey", "5") == "appKey: not a string")
    #expect(problem("appKey", "\"\"") == "appKey: empty")
    #expect(problem("appSeq", "\"5\"") == "appSeq: not a whole number")
    #expect(problem("appSeq", "0") == "appSeq: less than 1")
    #expect(problem("clock", "0") == "clock: not a string")
    #expect(
      problem("clock", "\"today\"")
        == "clock: not an instant of RFC 3339, such as 2026-01-01T00:00:00.000Z")
    #expect(problem("clock", "null") == nil)
  }

  @Test
  func `A problem is reported with the index of its element`() {
    let good = "{\"userID\": \"a\", \"productIdentifier\": \"g\"}"
    let bad = "{\"userID\": \"a\", \"productIdentifier\": \"g\", \"price\": \"1500\"}"
    #expect(
      SeedElements.problem(
        of: "{\"format\": 1, \"purchases\": [\(good), \(good), \(good), \(bad)]}")
        == "purchases[3].price: not a decimal")
  }

  @Test
  func `Keys that exclude each other are refused`() throws {
    #expect(
      SeedElements.problem("products", "productType", "\"CONSUMABLE\"")
        == "products[0].period: only a subscription has it")
    #expect(
      SeedElements.problem("faults", "on", "\"products\"")
        == "faults[0].after: not possible for a query, because a query applies nothing")
    #expect(
      SeedElements.problem("faults", "domain", "\"com.nhncloud.http\"")
        == "faults[0].code: 12 is not a code of com.nhncloud.http: it has 100 to 107")
  }

  @Test
  func `The product type AUTO_SUBSCRIPTION is accepted`() throws {
    #expect(SeedElements.problem("products", "productType", "\"AUTO_SUBSCRIPTION\"") == nil)
  }

  static let identifiers = [
    ("markets", "storeCode"), ("products", "productIdentifier"), ("products", "storeCode"),
    ("products", "currency"), ("users", "userID"), ("purchases", "userID"),
    ("purchases", "productIdentifier"), ("purchases", "storeCode"), ("purchases", "currency"),
    ("purchases", "accessToken"), ("purchases", "transactionIdentifier"),
    ("purchases", "originalTransactionIdentifier"), ("transactions", "userID"),
    ("transactions", "transactionIdentifier"), ("transactions", "applicationUsername"),
    ("deferred", "userID"), ("deferred", "productIdentifier"), ("faults", "product"),
    ("faults", "user"),
  ]

  @Test(arguments: identifiers)
  func `An identifier must not be empty or contain a null character`(_ list: String, _ key: String)
    throws
  {
    #expect(SeedElements.problem(list, key, "\"\"") == "\(list)[0].\(key): empty")
    #expect(
      SeedElements.problem(list, key, "\"a\\u0000b\"")
        == "\(list)[0].\(key): contains a null character")
    #expect(SeedElements.problem(list, key, "\"a b\\n\\u202e보석\"") == nil)
  }
}

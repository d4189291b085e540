import IAPBatch
import IAPCore
import TestSupport
import Testing

@testable import CommandLine
@testable import IAPConsole

/// A list that iapctl prints can be used as input unchanged.
struct BatchInputTests {
  private let seed = """
    {"format": 1, "products": [{"productIdentifier": "gem.100", "storeCode": "GG", "productSeq": 7,
       "productType": "CONSUMABLE", "price": 2.29, "currency": "USD"}],
     "purchases": [
       {"paymentSeq": "11", "userID": "=kim", "productIdentifier": "gem.100", "storeCode": "GG",
        "accessToken": "+tok,\\"a\\"", "payload": "{\\"a\\": \\"\u{1F600}\\"}"},
       {"paymentSeq": "12", "userID": "'-kim", "productIdentifier": "gem.100", "storeCode": "GG",
        "accessToken": "'+tok"},
       {"paymentSeq": "13", "userID": "007", "productIdentifier": "gem.100", "storeCode": "GG",
        "accessToken": "=\\"1\\"", "payload": "1e5,\\"7\\""}]}
    """

  private func context(
    _ console: TestConsole, _ line: String = "", _ errors: Transcript = Transcript()
  ) throws -> Context {
    let environment = console.environment(Transcript(), errors)
    let words = ["consume", "1"] + line.split(separator: " ").map(String.init)
    let arguments = ArgumentParser(root: CommandTree.root.specification).parse(words).arguments
    let settings = try Settings(arguments, console.variables)
    return Context(
      environment: environment, program: Console.program, settings: settings,
      messages: Messages(stream: environment.errors), place: PlaceInUse())
  }

  @Test(arguments: ["jsonl", "json", "csv", "spreadsheet"])
  func `The output of a list can be consumed`(_ format: String) async throws {
    let folder = try TemporaryFolder()
    var console = TestConsole()
    console.files["/seed.json"] = seed
    console.variables["IAPCTL_STORE"] = folder["game.db"]
    let made = await console.run("store init \(folder["game.db"]) --from /seed.json")
    try #require(made.status == 0, "\(made.errors)")
    let list = await console.run("unconsumed --all-users --show-tokens -o \(format)").output
    console.files["/list"] = list

    for place in ["/list", "-"] {
      console.input = list
      let errors = Transcript()
      let input = try context(console, "", errors).batchInput(
        path: place, format: nil, skipsBadLines: false)
      let items = try input.next(9)
      try #require(items.count == 3)
      #expect(items.map(\.paymentSeq) == ["11", "12", "13"])
      #expect(items.map { $0.user?.text } == ["=kim", "'-kim", "007"])
      #expect(
        items.map { $0.accessToken?.revealed } == ["+tok,\"a\"", "'+tok", "=\"1\""])
      #expect(items.allSatisfy { $0.markets == ["GG"] && $0.productSeq == 7 })
      #expect(items[0].purchase.payload == "{\"a\": \"\u{1F600}\"}")
      #expect(items[2].purchase.payload == "1e5,\"7\"")
      #expect(items[0].purchase.purchaseTime != nil)
      #expect(items.allSatisfy { $0.purchase.price?.digits == "2.29" })
      #expect(errors.text == "")
    }
  }

  @Test
  func `Every printed field is an input column or a known output-only field`() {
    let schemas = [
      PurchaseRecord.subscriptionSchema, ConsumeRecord.schema, JournalRecord.schema,
    ]
    for field in schemas.flatMap(\.fields) {
      #expect(
        InputColumn.all.map(\.name).contains(field) || InputColumn.isWrittenBeside(field),
        "\(field)")
    }
  }

  @Test
  func `A problem of an input has its path`() throws {
    var console = TestConsole()
    console.input = "1\nx\n"
    console.files["/list"] = console.input
    for path in ["/list", "-"] {
      let line = BadLine(number: 2, .value(of: "paymentSeq", .notPaymentNumber, "x"))
      let error = IAPError.iapctl(
        .inputInvalid, .input(path, .badLines(first: [line], count: 1, .canBeSkipped)))
      #expect(throws: error) {
        try context(console).batchInput(path: path, format: nil, skipsBadLines: false)
      }
      let input = try context(console).batchInput(
        path: path, format: .numbers, skipsBadLines: true)
      #expect(input.count == 1)
      #expect(input.badLines.first == [line])
    }
    #expect(throws: IAPError.iapctl(.inputMissing, .file("/no/such", .missing))) {
      try context(console).batchInput(path: "/no/such", format: nil, skipsBadLines: false)
    }
  }

  @Test(arguments: [
    ("paymentSeq\n1\n2\n", ""), ("{\"paymentSeq\":\"1\",\"status\":null}\n", ""),
    ("memo,Payment Seq,user,x\n,1,a,\n", ""),
    (
      "2026011210000010\n",
      "the payment number ends in 0: check that no spreadsheet has rounded it\n"
    ),
    (
      "2026011210000010\n2026011210000021\n",
      "1 of 2 payment numbers end in 0: check that no spreadsheet has rounded them\n"
    ),
    ("10\n2026011210000021\n", ""),
    (
      "2\n0030\n",
      "payment number 0030 is sent as it is written, and counts as the same payment as 30\n"
    ),
    ("{\"paymentSeq\":\"1\",\"memo\":1}\n", "keys used: paymentSeq; ignored: memo\n"),
    ("1\n2\n1\n1\n", "4 lines, 2 payments, 2 repeated\n"),
    ("1\n1\n", "2 lines, 1 payment, 1 repeated\n"),
    ("1\n1\nx\n", "3 lines, 1 payment, 1 repeated, 1 bad\n"),
  ])
  func `Ignored columns and repeated payments are reported`(_ text: String, _ notice: String) throws
  {
    var console = TestConsole()
    console.input = text
    let errors = Transcript()
    _ = try context(console, "", errors).batchInput(path: "-", format: nil, skipsBadLines: true)
    #expect(errors.text == (notice.isEmpty ? "" : "iapctl: " + notice))
  }

  @Test
  func `Only a user given on the command line must match the rows`() throws {
    var console = TestConsole()
    console.input = "paymentSeq,userID\n1,kim\n2,lee\n"
    console.variables["IAPCTL_USER"] = "lee"
    let input = try context(console).batchInput(path: "-", format: nil, skipsBadLines: false)
    #expect(try input.next(9).map { $0.user?.text } == ["kim", "lee"])
    let line = BadLine(number: 2, .otherUser("kim", than: "lee"))
    #expect(
      throws: IAPError.iapctl(
        .inputInvalid,
        .input("-", .badLines(first: [line], count: 1, .canBeSkipped)))
    ) {
      try context(console, "--user lee").batchInput(
        path: "-", format: nil, skipsBadLines: false)
    }
  }

  @Test(arguments: [false, true])
  func `A file with tokens must not be readable by other users`(_ isReadableByOthers: Bool) throws {
    let (tokens, bare) = ("/tokens", "/bare")
    let console = TestConsole()
    for (path, text) in [
      (tokens, "paymentSeq,token\n1,\n2,t\n"), (bare, "paymentSeq,token\n1,\n2,\n"),
    ] {
      console.files.put(Array(text.utf8), at: path, isReadableByOthers: isReadableByOthers)
    }
    let context = try context(console)
    #expect(try context.batchInput(path: bare, format: nil, skipsBadLines: false).count == 2)
    let error = IAPError.iapctl(
      .configuration, .file(tokens, .secretReadable(.accessTokens)))
    guard !isReadableByOthers else {
      #expect(throws: error) {
        try context.batchInput(path: tokens, format: nil, skipsBadLines: false)
      }
      return
    }
    #expect(try context.batchInput(path: tokens, format: nil, skipsBadLines: false).count == 2)
  }

  @Test
  func `A stop signal ends the reading`() throws {
    var console = TestConsole()
    console.input = "1\n"
    console.host.stop = { 15 }
    #expect(throws: IAPError.iapctl(.interrupted, .stopped(signal: 15))) {
      try context(console).batchInput(path: "-", format: nil, skipsBadLines: false)
    }
  }
}

extension Context {
  fileprivate func batchInput(
    path: String, format: InputFormat?, skipsBadLines: Bool
  ) throws(IAPError) -> BatchInput {
    var options = InputOptions()
    (options.format, options.skipsBadLines) = (format, skipsBadLines)
    return try batchInput(path: path, options)
  }
}

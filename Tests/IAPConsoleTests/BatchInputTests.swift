import IAPBatch
import IAPCore
import TestSupport
import Testing

@testable import IAPConsole

/// What the console lists is an input as it is.
struct BatchInputTests {
  private let seed = """
    {"format": 1, "products": [{"productIdentifier": "gem.100", "storeCode": "GG", "productSeq": 7,
       "productType": "CONSUMABLE", "price": 2.29, "currency": "USD"}],
     "purchases": [
       {"paymentSeq": "11", "userID": "=kim", "productIdentifier": "gem.100", "storeCode": "GG",
        "accessToken": "+tok,\\"a\\"", "payload": "{\\"a\\": \\"\u{1F600}\\"}"},
       {"paymentSeq": "12", "userID": "'-kim", "productIdentifier": "gem.100", "storeCode": "GG",
        "accessToken": "'+tok"}]}
    """

  private func context(_ console: TestConsole) -> Context {
    let transcript = Transcript()
    let environment = console.environment(transcript, transcript)
    return Context(
      environment: environment, settings: Settings(), messages: Messages(stream: environment.errors)
    )
  }

  @Test("What is listed can be consumed", arguments: ["jsonl", "csv"])
  func listed(_ format: String) async throws {
    let folder = try TemporaryFolder()
    let seed = try folder.write(seed, to: "seed.json")
    var console = TestConsole()
    console.variables["IAPCTL_STORE"] = folder["game.db"]
    let made = await console.run("store init \(folder["game.db"]) --from \(seed)")
    try #require(made.status == 0, "\(made.errors)")
    let list = await console.run("unconsumed --all-users --show-tokens -o \(format)").output
    let path = try folder.write(list, to: "list")

    for place in [path, "-"] {
      console.input = list
      let input = try context(console).batchInput(path: place, format: nil, skipsBadLines: false)
      let items = try input.next(9)
      try #require(items.count == 2)
      #expect(items.map(\.request.paymentSeq) == ["11", "12"])
      #expect(items.map { $0.request.user?.text } == ["=kim", "'-kim"])
      #expect(items.map { $0.request.accessToken?.revealed } == ["+tok,\"a\"", "'+tok"])
      #expect(items.allSatisfy { $0.request.markets == ["GG"] && $0.request.productSeq == 7 })
      #expect(items[0].purchase?.payload == "{\"a\": \"\u{1F600}\"}")
      #expect(items[0].purchase?.purchaseTime != nil)
      #expect(try input.totals().byCurrency["USD"]?.sum?.digits == "4.58")
    }
  }

  @Test("An input is called by its name, standard input by its own")
  func names() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("1\nx\n", to: "list")
    var console = TestConsole()
    console.input = "1\nx\n"
    for (place, name) in [(path, path), ("-", "standard input")] {
      let line = BadLine(number: 2, problem: "paymentSeq is no payment number: those are digits")
      let error = IAPError.iapctl(
        .inputInvalid, .badLines(name: name, first: [line], count: 1, canSkip: true))
      #expect(throws: error) {
        try context(console).batchInput(path: place, format: nil, skipsBadLines: false)
      }
      let input = try context(console).batchInput(
        path: place, format: .numbers, skipsBadLines: true)
      #expect(input.count == 1)
      #expect(input.badLines.first == [line])
    }
    #expect(throws: IAPError.iapctl(.inputMissing, .nothingAtPath("/no/such"))) {
      try context(console).batchInput(path: "/no/such", format: nil, skipsBadLines: false)
    }
  }

  @Test("Who asks to stop ends it")
  func stopped() throws {
    var console = TestConsole()
    console.input = "1\n"
    console.stopSignal = { 15 }
    #expect(throws: IAPError.iapctl(.interrupted, .stopped(signal: 15))) {
      try context(console).batchInput(path: "-", format: nil, skipsBadLines: false)
    }
  }
}

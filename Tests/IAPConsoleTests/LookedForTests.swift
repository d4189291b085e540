import IAPCore
import TestSupport
import Testing

struct LookedForTests {
  @Test(arguments: ["undo", "unconsume", "revert"])
  func `A consume cannot be undone`(_ name: String) async throws {
    let store = try SampleStore()
    let run = await store.run("\(name) 2026011210000001")
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        iapctl: error: unknown command '\(name)'
        hint: a consume cannot be undone; write it down with: iapctl journal note \
        2026011210000001 'consumed by mistake'

        """)
    #expect(await store.run(name).errors.contains("journal note PAYMENT_SEQ 'consumed"))
  }

  @Test
  func `A refund is made in the console, or on a fixture store`() async throws {
    let run = await (try SampleStore()).run("refund 2026011210000001")
    #expect(run.status == 64)
    #expect(run.errors.contains("in the IAP console"))
    #expect(run.errors.hasSuffix("iapctl store refund 2026011210000001\n"))
  }

  @Test(arguments: [
    ("GPA.3341-1234-5678-90123", "Google Play"), ("GPA.3341-1234-5678-90123..5", "Google Play"),
    ("ONESTORE7_000000000000000000000000001234", "ONE store"), ("MK3X1V9T7B", "the App Store"),
  ])
  func `An order number of a store is recognised where a payment number is expected`(
    _ number: String, _ name: String
  ) async throws {
    let store = try SampleStore()
    for line in [
      "journal show \(number)", "journal note \(number) text",
      "journal settle \(number) --as consumed --ticket T", "store refund \(number)",
      "store approve \(number)", "store set-state \(number) REFUND",
      "store set-status \(number) CANCELED",
    ] {
      let run = await store.run(line)
      #expect(run.status == 64, "\(line)")
      #expect(
        run.errors.hasPrefix(
          "iapctl: error: PAYMENT_SEQ: '\(number)' is an order number of \(name), not a payment "
            + "number\nhint: in the IAP console, open the Transaction tab and search by Store Reference "
            + "Key; the row has the payment number. Gamebase finds it in the user's list: iapctl payment show "
            + "\(number) --user ID --api gamebase --app-id ID --secret-key-file FILE\n"),
        "\(run.errors)")
    }
    #expect(await store.run("consume abc").errors.contains("'abc' is not a payment number"))
  }

  @Test
  func `A transaction that is given as a payment number names its payment`() async throws {
    let store = try SampleStore()
    let list = await store.run(
      "unconsumed --user alice --market AS --fields transactionIdentifier,paymentSeq --no-header "
        + "-o csv")
    let cells = list.output.split(whereSeparator: { $0 == "," || $0.isNewline }).map(String.init)
    let transaction = try #require(cells.first)
    #expect(cells.count == 2)
    for line in ["consume \(transaction)", "store refund \(transaction)"] {
      let run = await store.run(line)
      #expect(run.status == 3)
      #expect(
        run.errors.hasPrefix(
          "iapctl: error: \(transaction) is the transaction of payment \(cells[1])"),
        "\(run.errors)")
    }
    let both = await store.run("unconsumed --user alice --market AS -o jsonl")
    #expect(both.output.contains(cells[1]))
  }

  @Test
  func `A payment number with leading zeros is one payment with the number without`() async throws {
    let run = await (try SampleStore()).run(
      "consume 2026011210000001 02026011210000001 --dry-run -o jsonl --fields paymentSeq")
    #expect(run.output == "{\"paymentSeq\":\"2026011210000001\"}\n")
    let zeros = await (try SampleStore()).run("consume 02026011210000001")
    #expect(zeros.status == 0)
    #expect(
      zeros.errors.contains(
        "payment number 02026011210000001 is sent as it is written, and counts as the same payment "
          + "as 2026011210000001"), "\(zeros.errors)")
  }

  @Test
  func `The help on products says what each product type is for`() async {
    let help = await TestConsole().run("help products").output
    let text = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for type in ProductType.known { #expect(text.contains(type.name), "\(type)") }
    #expect(text.contains("and is never consumed"))
    for command in ["restore", "reprocess", "subscriptions", "unconsumed"] {
      #expect(text.contains("'\(command)'"), "\(command)")
    }
  }

  @Test(arguments: ["", "environment"])
  func `The service zone of the SDK is found in the help`(_ topic: String) async {
    let help = await TestConsole().run("help \(topic)").output
    let text = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("service zone"))
    #expect(text.contains("real environment"))
  }

  @Test
  func `A dry run prints its JSON document also if its only payment fails`() async throws {
    let run = await (try SampleStore()).run("consume 9 --dry-run -o json")
    #expect(run.status == 3)
    #expect(run.output == "{\"purchases\": []}\n")
    #expect(run.errors.contains("\"name\":\"paymentNotFound\""))
    let store = try SampleStore()
    let table = await store.run("consume 9 --dry-run")
    #expect(table.output.isEmpty)
    #expect(
      table.errors.contains(
        "nothing would be consumed (fixture store \(store.path), a simulation); 1 would not be sent"
      ))
  }
}

import IAPBatch
import IAPCore
import System
import TestSupport
import Testing

@testable import IAPConsole

struct ShellDelivererTests {
  private static let now = Instant(1_767_225_600_250)

  private static let sent = Payment(
    "2026", user: "bob", accessToken: Secret("TOKEN"), productSeq: 7)

  private static var listed: Payment {
    var purchase = Purchase(paymentSeq: "2026")
    purchase.userID = "밥"
    purchase.storeCode = .appStore
    purchase.productIdentifier = "gem \"100\""
    purchase.productSeq = 8
    purchase.price = Price(canonical: "1.50")
    purchase.currency = "USD"
    purchase.accessToken = Secret("TOKEN")
    purchase.payload = "line\nline"
    return sent.confirmed(by: purchase)
  }

  /// The shell command for a payment.
  private func request(_ item: Payment, undoing: Bool = false) async throws -> ShellCommand {
    let requests = Mailbox<ShellCommand>()
    let deliverer = ShellDeliverer(
      delivery: "grant", undoing: "revoke", commandLimit: .seconds(60), now: { Self.now },
      run: { request in
        requests.put(request)
        return ShellCommand.Ending(.exited(status: 0))
      })
    if undoing {
      try await deliverer.undo(item, keeping: nil)
    } else {
      try await deliverer.deliver(item, keeping: nil)
    }
    #expect(requests.all.count == 1)
    return try #require(requests.all.first)
  }

  @Test
  func `A delivery command receives the purchase without its token`() async throws {
    let request = try await request(Self.listed)
    #expect(request.line == "grant" && request.limit == .seconds(60))
    #expect(
      String(decoding: request.input, as: UTF8.self) == #"""
        {"userID":"밥","storeCode":"AS","productIdentifier":"gem \"100\"","productSeq":8,\#
        "productType":null,"price":1.50,"currency":"USD","paymentSeq":"2026","accessToken":null,\#
        "transactionIdentifier":null,"originalTransactionIdentifier":null,"purchaseTime":null,\#
        "expiryTime":null,"storePayment":null,"sandboxPayment":null,"payload":"line\nline",\#
        "gamebaseProductId":null}

        """#)
    #expect(
      request.variables == [
        "IAPCTL_PAYMENT_SEQ": "2026", "IAPCTL_USER": "밥", "IAPCTL_PRODUCT": "gem \"100\"",
        "IAPCTL_PRODUCT_SEQ": "8", "IAPCTL_DEADLINE": "2026-01-01T00:01:00.250Z",
      ])
    #expect(request.removing == ["IAPCTL_APP_KEY", "IAPCTL_SECRET_KEY"])
  }

  @Test
  func `If no list was requested, the command receives the data of the request`() async throws {
    let request = try await request(Self.sent)
    let input = String(decoding: request.input, as: UTF8.self)
    #expect(input.hasPrefix(#"{"userID":"bob","storeCode":null,"productIdentifier":null,"#))
    #expect(input.contains(#""productSeq":7,"#) && input.contains(#""paymentSeq":"2026","#))
    #expect(!input.contains("TOKEN"))
    #expect(
      request.variables == [
        "IAPCTL_PAYMENT_SEQ": "2026", "IAPCTL_USER": "bob", "IAPCTL_PRODUCT": "",
        "IAPCTL_PRODUCT_SEQ": "7", "IAPCTL_DEADLINE": "2026-01-01T00:01:00.250Z",
      ])
  }

  @Test
  func `An undo command receives the same data as the delivery`() async throws {
    var delivery = try await request(Self.listed)
    delivery.line = "revoke"
    #expect(try await request(Self.listed, undoing: true) == delivery)
  }

  @Test
  func `Without an undo command an undo runs nothing`() async throws {
    let deliverer = ShellDeliverer(
      delivery: "grant", undoing: nil, commandLimit: .seconds(60), now: { Self.now },
      run: TestConsole().host.shell)
    try await deliverer.undo(Self.sent, keeping: nil)
  }

  @Test(
    arguments: [
      (.exited(status: 3), .exit(status: 3)), (.killed(signal: 9), .signal(9)),
      (.timedOut, .timeOut(after: .seconds(60))),
      (.notStarted(.outOfFiles), .notStarted(why: "Too many open files")),
    ] as [(ShellCommand.End, CommandFailure)])
  func `A command that fails gives an error with its exit status`(
    _ end: ShellCommand.End, _ failure: CommandFailure
  ) async {
    let deliverer = ShellDeliverer(
      delivery: "grant", undoing: "revoke", commandLimit: .seconds(60), now: { Self.now },
      run: { _ in ShellCommand.Ending(end, output: "one\n two \n\n") })
    await #expect(
      throws: IAPError.iapctl(
        .deliveryFailed, .payment("2026", .deliveryFailed(failure, said: "two")))
    ) { try await deliverer.deliver(Self.sent, keeping: nil) }
    await #expect(
      throws: IAPError.iapctl(
        .undoFailed, .payment("2026", .undoFailed(failure, said: "two")))
    ) { try await deliverer.undo(Self.sent, keeping: nil) }
  }

  @Test
  func `The error of a command that may still be at work has an unknown outcome`() async {
    let deliverer = ShellDeliverer(
      delivery: "grant", undoing: nil, commandLimit: .seconds(60), now: { Self.now },
      run: { _ in
        var ending = ShellCommand.Ending(.killed(signal: 9))
        ending.mayBeAtWork = true
        return ending
      })
    await #expect(
      throws: IAPError(
        .iapctl(.deliveryFailed),
        .payment("2026", .deliveryFailed(.signal(9), said: nil)), outcome: .unknown)
    ) { try await deliverer.deliver(Self.sent, keeping: nil) }
  }

  @Test(
    arguments: [
      ("", nil), (" \n\n", nil), ("one", "one"), ("one\r\ntwo\r\n", "two"),
      (String(repeating: "x", count: 201), String(repeating: "x", count: 200) + "…"),
    ] as [(String, String?)])
  func `The error has the last line of the command's output`(_ output: String, _ line: String?)
    async
  {
    let deliverer = ShellDeliverer(
      delivery: "grant", undoing: nil, commandLimit: .seconds(60), now: { Self.now },
      run: { _ in ShellCommand.Ending(.exited(status: 1), output: output) })
    await #expect(
      throws: IAPError.iapctl(
        .deliveryFailed,
        .payment("2026", .deliveryFailed(.exit(status: 1), said: line)))
    ) { try await deliverer.deliver(Self.sent, keeping: nil) }
  }
}

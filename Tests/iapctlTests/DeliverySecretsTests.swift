import CLibrary
import IAPBatch
import IAPCore
import TestSupport
import Testing

@testable import IAPConsole
@testable import iapctl

@Suite(.blocking)
struct DeliverySecretsTests {
  @Test
  func `A delivery command has no access to the app key or a token`() async throws {
    let folder = try TemporaryFolder()
    let seen = folder["seen"]
    await #expect(processExitsWith: .success) { [seen = seen as String] in
      setenv("IAPCTL_APP_KEY", "PLANTED-KEY", 1)
      setenv("IAPCTL_USER", "somebody else", 1)
      var purchase = Purchase(paymentSeq: "2026")
      purchase.accessToken = Secret("PLANTED-TOKEN")
      let request = Payment(
        "2026", user: "bob", accessToken: Secret("PLANTED-TOKEN"))
      let host = LiveEnvironment.make().host
      let deliverer = ShellDeliverer(
        delivery:
          "{ cat; env; ps -ww -o args -p $$,$PPID; cat /proc/self/environ; } > '\(seen)' 2>&1; true",
        undoing: nil, commandLimit: .seconds(300), now: { Instant(0) },
        run: { await host.run($0) })
      try await deliverer.deliver(request.confirmed(by: purchase), keeping: nil)
    }
    let text = String(decoding: try folder.read("seen"), as: UTF8.self)
    #expect(text.contains(#""paymentSeq":"2026","accessToken":null"#))
    #expect(text.contains("\nIAPCTL_USER=bob\n") && !text.contains("somebody else"))
    #expect(!text.contains("PLANTED"))
  }
}

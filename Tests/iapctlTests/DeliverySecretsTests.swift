import CLibrary
import IAPBatch
import IAPConsole
import IAPCore
import TestSupport
import Testing

@testable import iapctl

struct DeliverySecretsTests {
  @Test("A delivery finds neither the app key nor a token, wherever it looks")
  func secrets() async throws {
    let folder = try TemporaryFolder()
    let seen = folder["seen"]
    await #expect(processExitsWith: .success) { [seen = seen as String] in
      setenv("IAPCTL_APP_KEY", "PLANTED-KEY", 1)
      setenv("IAPCTL_USER", "somebody else", 1)
      var purchase = Purchase(paymentSeq: "2026")
      purchase.accessToken = Secret("PLANTED-TOKEN")
      let request = ConsumeRequest(
        paymentSeq: "2026", user: "bob", accessToken: Secret("PLANTED-TOKEN"))
      let deliverer = ShellDeliverer(
        delivery:
          "{ cat; env; ps -ww -o args -p $$,$PPID; cat /proc/self/environ; } > '\(seen)' 2>&1; true",
        undoing: nil, limit: .seconds(300), run: LiveEnvironment.make().runShell)
      try await deliverer.deliver(BatchItem(request: request, purchase: purchase))
    }
    let text = String(decoding: try folder.read("seen"), as: UTF8.self)
    #expect(text.contains(#""paymentSeq":"2026","accessToken":null"#))
    #expect(text.contains("\nIAPCTL_USER=bob\n") && !text.contains("somebody else"))
    #expect(!text.contains("PLANTED"))
  }

  @Test("The world as it is runs commands to their end", arguments: [true, false])
  func endings(_ isPatient: Bool) async {
    let run = LiveEnvironment.make().runShell
    func request(_ command: String, _ limit: Duration = .seconds(300)) -> ShellRequest {
      ShellRequest(
        command, input: Array("in".utf8), withheldVariables: [], variables: ["X": "var"],
        limit: limit)
    }
    guard isPatient else {
      #expect(await run(request("sleep 600", .milliseconds(10))) == ShellEnding(.timedOut))
      return
    }
    #expect(
      await run(request("cat; echo $X; exit 4"))
        == ShellEnding(.exited(status: 4), output: "invar\n"))
    #expect(await run(request("kill -9 $$")) == ShellEnding(.killed(signal: 9)))
    #expect(
      await run(request("\0")) == ShellEnding(.notStarted(why: "Invalid argument")))
  }
}

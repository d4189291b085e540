import IAPCore
import Testing

@testable import IAPRemote

struct RetryPolicyTests {
  private let policy = RetryPolicy(retries: 2, limit: .seconds(30))

  @Test(arguments: [
    (1, 500), (2, 1000), (3, 2000), (4, 4000), (5, 8000), (6, 16000), (7, 20000), (8, 20000),
    (1000, 20000), (Int.max, 20000), (0, 500), (-5, 500),
  ])
  func `The backoff doubles up to 20 seconds`(_ number: Int, _ milliseconds: Int) {
    #expect(policy.backoff(after: number, random: 1) == .milliseconds(milliseconds))
    #expect(policy.backoff(after: number, random: 0.5) == .milliseconds(milliseconds / 2))
    #expect(policy.backoff(after: number, random: 0) == .zero)
  }
}

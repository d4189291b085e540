import IAPCore
import Languages
import Synchronization
import TestSupport
import Testing

@testable import IAPConsole

struct ProgressTests {
  @Test(
    arguments: [
      (10, nil, Duration.seconds(2), "10 done, 5/s"),
      (50, 200, .seconds(5), "50 of 200, 10/s, 15 s left"),
      (200, 200, .milliseconds(1500), "200 of 200, 133/s, 0 s left"),
      (7, 5, .seconds(1), "7 done, 7/s"), (0, nil, .zero, "0 done, 1/s"),
    ] as [(Int, Int?, Duration, String)])
  func `The line shows the progress, the speed and the remaining time`(
    _ done: Int, _ total: Int?, _ time: Duration, _ line: String
  ) {
    #expect(Language.english.text(Progress.message(done, of: total, after: time)) == line)
  }

  @Test
  func `Nothing is shown for a second, then updates, and finally the line is cleared`() {
    let transcript = Transcript()
    let now = Mutex(Duration.zero)
    let messages = Messages { transcript.add($0) }
    var progress = Progress(on: messages, clock: { now.withLock { $0 } }, isShown: true)
    for (milliseconds, done) in [(500, 1), (999, 2), (1000, 3), (1100, 4), (1250, 5)] {
      now.withLock { $0 = .milliseconds(milliseconds) }
      progress.advance(to: done, of: nil)
    }
    progress.end()
    progress.end()
    #expect(
      transcript.text
        == "\riapctl: 3 done, 3/s\riapctl: 5 done, 4/s\r\(String(repeating: " ", count: 19))\r")
  }
}

import IAPCore
import Synchronization
import Testing

/// Turns on a clock that only sleeping moves.
struct PaceTests {
  private final class Clock: Sendable {
    private let now = Mutex(Duration.seconds(7))

    var time: Duration { now.withLock { $0 } }

    func sleep(_ duration: Duration) { now.withLock { $0 += duration } }

    func pace(_ rate: Double?, late: Duration = .zero) -> RateLimiter {
      RateLimiter(
        rate: rate, monotonicTime: { self.time }, sleep: { self.sleep($0 + late) })
    }
  }

  private let clock = Clock()

  private func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private func time(of count: Int, at pace: RateLimiter, work: Duration = .zero) async -> Double {
    let start = clock.time
    for _ in 0..<count {
      #expect(await pace.turn(while: { true }))
      clock.sleep(work)
    }
    return seconds(clock.time - start)
  }

  @Test(arguments: [0.5, 1, 8, 250, 5000])
  func aRateHoldsOverTenThousandTurns(_ rate: Double) async {
    let time = await time(of: 10_000, at: clock.pace(rate))
    #expect(abs(10_000 / time / rate - 1) < 0.05)
  }

  /// Waits that come a little late, and work between the turns, are made up for.
  @Test func aRateHoldsWhereSleepsOverrun() async {
    let pace = clock.pace(100, late: .milliseconds(1))
    let time = await time(of: 10_000, at: pace, work: .milliseconds(3))
    #expect(abs(10_000 / time / 100 - 1) < 0.05)
  }

  @Test func timeThatPassedUnusedIsNoCredit() async {
    let pace = clock.pace(10)
    clock.sleep(.seconds(3600))
    // A tenth of a second of it is.
    let time = await time(of: 21, at: pace)
    #expect(time >= 1.8)
  }

  @Test func withoutARateNobodyWaits() async {
    #expect(await time(of: 1000, at: clock.pace(nil)) == 0)
  }

  @Test func patienceHoldsEverybodyUpAndThenLessAndLess() async {
    let pace = clock.pace(nil)
    pace.slowDown(for: .seconds(3))
    #expect(await time(of: 1, at: pace) == 3)
    // Slower than before, for a while.
    let slow = await time(of: 10, at: pace)
    #expect(slow >= 0.4)
    pace.slowDown(for: .zero)
    #expect(await time(of: 10, at: pace) > slow)
    for _ in 0..<100 { pace.speedUp() }
    _ = await time(of: 1, at: pace)
    #expect(await time(of: 100, at: pace) == 0)
  }

  @Test func aRateThatSlowedDownComesBackToItselfAndNoFurther() async {
    let pace = clock.pace(10)
    pace.slowDown(for: .zero)
    for _ in 0..<100 { pace.speedUp() }
    _ = await time(of: 1, at: pace)
    let time = await time(of: 100, at: pace)
    #expect(abs(time - 10) < 0.5)
  }

  /// Many requests that were on their way when the server asked for patience ask for it once.
  @Test func manyRequestsForPatienceAtOnceAreOne() async {
    let pace = clock.pace(nil)
    for _ in 0..<50 { pace.slowDown(for: .seconds(1)) }
    #expect(await time(of: 1, at: pace) == 1)
    #expect(await time(of: 10, at: pace) < 1)
  }

  /// Turns that were given before a pause are not all taken at its end.
  @Test func aPauseDoesNotEndInABurst() async {
    let (clock, pace) = (clock, clock.pace(5))
    let start = clock.time
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          _ = await pace.turn(while: {
            if number == 7 { pace.slowDown(for: .zero) }
            return true
          })
        }
      }
    }
    // Eight turns at five a second take at least 1.4 seconds, whatever happened between them.
    #expect(seconds(clock.time - start) >= 1.4)
  }

  @Test("A server that refuses every other request does not slow a batch down more and more")
  func everyOtherRequest() async {
    let pace = clock.pace(nil)
    for _ in 0..<200 {
      _ = await time(of: 1, at: pace)
      pace.slowDown(for: .zero)
      _ = await time(of: 1, at: pace)
      pace.speedUp()
    }
    #expect(await time(of: 10, at: pace) < 2)
  }

  @Test func whoHasNoPointInWaitingGetsNoTurn() async {
    let pace = clock.pace(nil)
    pace.slowDown(for: .seconds(3600))
    let end = clock.time + .seconds(1)
    #expect(await !pace.turn(while: { clock.time < end }))
    #expect(seconds(clock.time) < 9)
  }
}

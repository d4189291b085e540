import IAPCore
import Synchronization
import Testing

/// Uses a clock that moves only when a test sleeps.
struct RateLimiterTests {
  private final class Clock: Sendable {
    private let now = Mutex(Duration.seconds(7))

    var time: Duration { now.withLock { $0 } }

    func sleep(_ duration: Duration) { now.withLock { $0 += duration } }

    func limiter(_ rate: Double?) -> RateLimiter {
      RateLimiter(rate: rate, monotonicTime: { self.time })
    }

    func wait(until moment: Duration, late: Duration = .zero) -> Bool {
      sleep(moment - time + late)
      return true
    }
  }

  private let clock = Clock()

  private func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private func time(
    of count: Int, at limiter: RateLimiter, work: Duration = .zero, late: Duration = .zero
  ) async -> Double {
    let start = clock.time
    for _ in 0..<count {
      #expect(await limiter.acquire { clock.wait(until: $0, late: late) })
      clock.sleep(work)
    }
    return seconds(clock.time - start)
  }

  @Test(arguments: [0.5, 1, 8, 250, 5000])
  func `The rate holds over 10,000 requests`(_ rate: Double) async {
    let time = await time(of: 10_000, at: clock.limiter(rate))
    #expect(abs(10_000 / time / rate - 1) < 0.05)
  }

  /// A wait that ends late, or time between two requests, does not lower the rate.
  @Test
  func `The rate holds if sleeps take too long`() async {
    let limiter = clock.limiter(100)
    let time = await time(of: 10_000, at: limiter, work: .milliseconds(3), late: .milliseconds(1))
    #expect(abs(10_000 / time / 100 - 1) < 0.05)
  }

  @Test
  func `Idle time does not allow a burst`() async {
    let limiter = clock.limiter(10)
    clock.sleep(.seconds(3600))
    // The limiter makes up for only a tenth of a second of it.
    let time = await time(of: 21, at: limiter)
    #expect(time >= 1.8)
  }

  @Test
  func `Without a rate limit no request waits`() async {
    #expect(await time(of: 1000, at: clock.limiter(nil)) == 0)
  }

  @Test
  func `A request to slow down delays all requests, then less and less`() async {
    let limiter = clock.limiter(nil)
    limiter.slowDown(for: .seconds(3))
    #expect(await time(of: 1, at: limiter) == 3)
    // The rate is lower for a while.
    let slow = await time(of: 10, at: limiter)
    #expect(slow >= 0.4)
    limiter.slowDown(for: .zero)
    #expect(await time(of: 10, at: limiter) > slow)
    for _ in 0..<100 { limiter.speedUp() }
    _ = await time(of: 1, at: limiter)
    #expect(await time(of: 100, at: limiter) == 0)
  }

  @Test
  func `A lowered rate recovers to the configured rate and no higher`() async {
    let limiter = clock.limiter(10)
    limiter.slowDown(for: .zero)
    for _ in 0..<100 { limiter.speedUp() }
    _ = await time(of: 1, at: limiter)
    let time = await time(of: 100, at: limiter)
    #expect(abs(time - 10) < 0.5)
  }

  @Test
  func `A wait that is longer than the patience with a server ends with the patience`() async {
    let limiter = clock.limiter(nil)
    limiter.slowDown(for: .seconds(7200))
    #expect(await !limiter.acquire { clock.wait(until: $0) })
    #expect(seconds(clock.time) == 307)
  }

  /// Several requests in flight that get the same Retry-After header slow the batch down once.
  @Test
  func `Simultaneous requests to slow down count as one`() async {
    let limiter = clock.limiter(nil)
    for _ in 0..<50 { limiter.slowDown(for: .seconds(1)) }
    #expect(await time(of: 1, at: limiter) == 1)
    #expect(await time(of: 10, at: limiter) < 1)
  }

  /// Requests that were scheduled before a pause do not all start at its end.
  @Test
  func `A pause does not end in a burst`() async {
    let (clock, limiter) = (clock, clock.limiter(5))
    let start = clock.time
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          _ = await limiter.acquire {
            if number == 7 { limiter.slowDown(for: .zero) }
            return clock.wait(until: $0)
          }
        }
      }
    }
    // Eight requests at five a second take at least 1.4 seconds.
    #expect(seconds(clock.time - start) >= 1.4)
  }

  @Test
  func `If every other request is refused, the batch does not get slower and slower`() async {
    let limiter = clock.limiter(nil)
    for _ in 0..<200 {
      _ = await time(of: 1, at: limiter)
      limiter.slowDown(for: .zero)
      _ = await time(of: 1, at: limiter)
      limiter.speedUp()
    }
    #expect(await time(of: 10, at: limiter) < 2)
  }

  @Test
  func `A request that is no longer wanted does not wait for its turn`() async {
    let limiter = clock.limiter(nil)
    limiter.slowDown(for: .seconds(3600))
    let end = clock.time + .seconds(1)
    #expect(await !limiter.acquire { $0 < end })
    #expect(seconds(clock.time) < 9)
  }
}

import IAPCore
import Testing

struct PaceTests {
  private static let asking = IAPError.status(429, isChange: true)

  private var now = Duration.seconds(7)

  private func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// How long a number of requests take.
  ///
  /// - Parameters:
  ///   - work: the time after each request.
  ///   - late: how much too late each wait ends.
  private mutating func time(
    of count: Int, at pace: inout Pace, work: Duration = .zero, late: Duration = .zero
  ) -> Double {
    let start = now
    for _ in 0..<count {
      while !pace.take(at: now) { now = pace.opening + late }
      now += work
    }
    return seconds(now - start)
  }

  private func pace(_ rate: Double?) -> Pace { Pace(rate: rate, at: now) }

  @Test(arguments: [0.5, 1, 8, 250, 5000])
  mutating func `The rate holds over 10,000 requests`(_ rate: Double) {
    var pace = pace(rate)
    let time = time(of: 10_000, at: &pace)
    #expect(abs(10_000 / time / rate - 1) < 0.05)
  }

  /// A wait that ends late, or time between two requests, does not lower the rate.
  @Test
  mutating func `The rate holds if sleeps take too long`() {
    var pace = pace(100)
    let time = time(of: 10_000, at: &pace, work: .milliseconds(3), late: .milliseconds(1))
    #expect(abs(10_000 / time / 100 - 1) < 0.05)
  }

  @Test
  mutating func `Idle time does not allow a burst`() {
    var pace = pace(10)
    now += .seconds(3600)
    // The pace makes up for only a tenth of a second of it.
    let time1 = time(of: 21, at: &pace)
    #expect(time1 >= 1.8)
  }

  @Test
  mutating func `Without a rate no request waits`() {
    var pace = pace(nil)
    #expect(pace.isUnlimited(at: now))
    let time2 = time(of: 1000, at: &pace)
    #expect(time2 == 0)
  }

  @Test
  mutating func `A request to slow down delays all requests, then less and less`() {
    var pace = pace(nil)
    pace.slowDown(for: .seconds(3), at: now)
    #expect(pace.isPaused(at: now) && !pace.isUnlimited(at: now))
    let time3 = time(of: 1, at: &pace)
    #expect(time3 == 3)
    // The rate is lower for a while.
    let slow = time(of: 10, at: &pace)
    #expect(slow >= 0.4)
    pace.slowDown(for: .zero, at: now)
    let time4 = time(of: 10, at: &pace)
    #expect(time4 > slow)
    #expect(pace.isAskedToWait(at: now) && !pace.isPaused(at: now))
    for _ in 0..<100 { pace.speedUp() }
    #expect(!pace.isAskedToWait(at: now))
    _ = time(of: 1, at: &pace)
    let time5 = time(of: 100, at: &pace)
    #expect(time5 == 0)
  }

  @Test
  mutating func `A lowered rate recovers to the configured rate and no higher`() {
    var pace = pace(10)
    pace.slowDown(for: .zero, at: now)
    for _ in 0..<100 { pace.speedUp() }
    _ = time(of: 1, at: &pace)
    let total = time(of: 100, at: &pace)
    #expect(abs(total - 10) < 0.5)
  }

  @Test
  mutating func `A server that keeps answering 429 is given up after five minutes`() throws {
    var pace = pace(nil)
    pace.slowDown(for: .seconds(7200), at: now)
    #expect(pace.patienceEnd == now + .seconds(300))
    #expect(pace.refusal(at: now + .seconds(299)) == nil)
    let refusal = try #require(pace.refusal(at: now + .seconds(300)))
    #expect(refusal.reason == .askedToWait(.seconds(300)) && refusal.httpStatus == 429)
    pace.speedUp()
    #expect(pace.refusal(at: now + .seconds(300)) == nil)
  }

  /// Several requests in flight that get the same Retry-After header slow the batch down once.
  @Test
  mutating func `Simultaneous requests to slow down count as one`() {
    var pace = pace(nil)
    for _ in 0..<50 { pace.slowDown(for: .seconds(1), at: now) }
    let time6 = time(of: 1, at: &pace)
    #expect(time6 == 1)
    let time7 = time(of: 10, at: &pace)
    #expect(time7 < 1)
  }

  @Test
  mutating func `A pause does not end in a burst`() {
    var pace = pace(5)
    pace.slowDown(for: .zero, at: now)
    // Eight requests at five a second take at least 1.4 seconds.
    let time8 = time(of: 8, at: &pace)
    #expect(time8 >= 1.4)
  }

  @Test
  mutating func `If every other request is refused, the batch does not get slower and slower`() {
    var pace = pace(nil)
    for _ in 0..<200 {
      _ = time(of: 1, at: &pace)
      pace.slowDown(for: .zero, at: now)
      _ = time(of: 1, at: &pace)
      pace.speedUp()
    }
    let time9 = time(of: 10, at: &pace)
    #expect(time9 < 2)
  }

  @Test
  mutating func `What a server asks for holds for every request, and the longest counts`() {
    var pace = pace(nil)
    pace.pause(ServerPause(.seconds(9), Self.asking, endsCall: false), at: now)
    pace.pause(ServerPause(.seconds(2), Self.asking, endsCall: false), at: now)
    #expect(pace.pauseEnd == now + .seconds(9))
    #expect(pace.asking?.httpStatus == 429)
    #expect(pace.refusal(at: now) == nil)
    let time10 = time(of: 1, at: &pace)
    #expect(time10 == 9)
  }

  @Test
  mutating func `After a wait that is too long for a call, nothing may be sent until it is over`() {
    var pace = pace(nil)
    pace.pause(ServerPause(.seconds(3600), Self.asking, endsCall: true), at: now)
    // A shorter one, of a request that was on its way, does not end it.
    pace.pause(ServerPause(.seconds(2), Self.asking, endsCall: false), at: now)
    #expect(pace.refusal(at: now)?.httpStatus == 429)
    let isOpen = pace.take(at: now)
    #expect(!isOpen)
    now += .seconds(3600)
    #expect(pace.refusal(at: now) == nil)
    let isOpenAgain = pace.take(at: now)
    #expect(isOpenAgain)
  }
}

import IAPCore
import Synchronization
import Testing

@testable import IAPBatch

/// Batches whose server asks to wait: nothing is sent and nothing is delivered before its time.
extension BatchTests {
  private static func asking(_ status: Int) -> IAPError {
    .status(
      status, isChange: true, reason: .server("test", .asksToWait(until: start, status: status)))
  }

  @Test(arguments: [(429, ConsumeResult.Outcome.notSent), (503, .unknown)])
  func `After an answer that asks to wait for too long, nothing is sent, delivered or undone`(
    _ status: Int, _ outcome: ConsumeResult.Outcome
  ) async {
    let (clock, courier) = (TestClock(), Courier())
    let service = ScriptedService(
      { _ in .failure(Self.asking(status)) }, stopsBatch: true,
      pausing: { _ in ServerPause(.seconds(3600), Self.asking(status), endsCall: true) })
    let run = await run(
      service, ScriptedRun(), items("1", "2", "3"), clock: clock
    ) {
      $0.deliverer = courier
      $0.settleLimit = .seconds(60)
    }
    #expect(service.requests.count == 1)
    #expect(courier.log == ["deliver 1"])
    #expect(run.results.map(\.outcome) == [outcome, .notSent, .notSent])
    #expect(run.results.dropFirst().allSatisfy { $0.error?.asksToWait == true && $0.isUnsentRest })
    #expect(run.results.first?.isUnsentRest == false)
    #expect(run.results.map(\.isDeliveredOnly) == [outcome == .notSent, false, false])
    #expect(clock.time < .seconds(3600))
  }

  @Test
  func `While the server asks to wait, nothing is delivered`() async {
    let clock = TestClock()
    let times = Mutex<[Duration]>([])
    let service = ScriptedService(
      { $0.paymentSeq == "1" ? .failure(.status(429, isChange: true)) : .success(Self.receipt) },
      pausing: {
        $0.paymentSeq == "1"
          ? ServerPause(.seconds(9), Self.asking(429), endsCall: false) : nil
      })
    let courier = Courier(delivering: { times.withLock { $0.append(clock.time) } })
    let run = await run(service, ScriptedRun(), items("1", "2"), clock: clock) {
      $0.deliverer = courier
    }
    #expect(run.results.map(\.outcome) == [.notSent, .consumed])
    #expect(times.withLock { $0.count == 2 && $0[1] >= .seconds(9) })
  }

  @Test(arguments: [(20, 2), (61, 1)])
  func `Settling sends nothing before the time that the server gave`(
    _ seconds: Int, _ requests: Int
  ) async {
    let clock = TestClock()
    let times = Mutex<[Duration]>([])
    let service = ScriptedService(
      { _ in
        let count = times.withLock { times in
          times.append(clock.time)
          return times.count
        }
        return count == 1 ? .failure(.status(503, isChange: true)) : .success(Self.receipt)
      },
      pausing: { _ in
        times.withLock(\.count) == 1
          ? ServerPause(.seconds(seconds), Self.asking(503), endsCall: false) : nil
      })
    let run = await run(
      service, ScriptedRun(), items("1"), clock: clock
    ) { $0.settleLimit = .seconds(60) }
    #expect(service.requests.count == requests)
    #expect(run.results.map(\.outcome) == [requests == 2 ? .consumed : .unknown])
    #expect(times.withLock { $0.dropFirst().allSatisfy { $0 >= .seconds(seconds) } })
  }
}

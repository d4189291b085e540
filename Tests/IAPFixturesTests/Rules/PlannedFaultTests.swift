import IAPCore
import IAPFixtures
import JSON
import TestSupport
import Testing

/// One description of a fault for seeds, the table and output.
struct PlannedFaultTests {
  @Test
  func `The fields are the keys of a seed, in the same order`() {
    #expect(PlannedFault.fields.map(\.name) == SeedFormat.faults.members.map(\.name))
  }

  @Test(arguments: PlannedFault.Domain.allCases)
  func `Each code of each domain is accepted, and no other`(_ domain: PlannedFault.Domain) {
    let codes =
      domain == .iap ? IAPCode.allCases.map(\.rawValue) : HTTPCode.allCases.map(\.rawValue)
    for code in -1...200 {
      let isAccepted = (try? PlannedFault(on: .consume, .error(domain, Int64(code)))) != nil
      #expect(isAccepted == codes.contains(code), "\(code)")
    }
  }

  @Test(arguments: IAPOperation.allCases)
  func `Only changes can lose their answer`(_ operation: IAPOperation) {
    let isAccepted = (try? PlannedFault(on: operation, .error(.iap, 0), isAfter: true)) != nil
    #expect(isAccepted == [.purchase, .consume, .restore, .reprocess].contains(operation))
  }

  @Test
  func `A fault is stored with all its values, and comes back from a dump`() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store(Game.seed())
    let fault = try PlannedFault(
      on: .consume, .error(.http, 102), isAfter: true, skip: 1, times: 2, used: 3,
      product: "gem", user: "o'hara\u{301}", delay: CalendarPeriod("2s"))
    let plain = try PlannedFault(on: .products, .error(.iap, 0))
    let all = [
      fault, plain, plain,
      try PlannedFault(on: .consume, .status(429, retryAfter: "2"), payment: "7"),
      try PlannedFault(on: .purchase, .status(503), isAfter: true),
      try PlannedFault(on: .consume, .serverCode(5018)),
      try PlannedFault(on: .unconsumed, .cut(after: 0)),
    ]
    for fault in all { try await store.change { try $0.insert(fault) } }
    #expect(try await store.read { try $0.plannedFaults() } == all)
    let copy = try folder.store(try await store.dumped(), named: "copy.db")
    #expect(try await copy.read { try $0.plannedFaults() } == all)
    #expect(try await store.change { try $0.clearFaults() } == all.count)
    #expect(try await store.read { try $0.plannedFaults() } == [])
  }

  @Test(
    arguments: [
      (200, nil), (600, nil), (99, nil), (429, ""), (429, "a\r\nb"), (429, "é"),
      (503, String(repeating: "9", count: 101)),
    ] as [(Int64, String?)])
  func `Only an error status and the value of a header are accepted`(
    _ status: Int64, _ wait: String?
  ) {
    #expect(throws: PlannedFault.Problem.self) {
      try PlannedFault(on: .consume, .status(status, retryAfter: wait))
    }
  }

  @Test
  func `Success is no failure, a cut is never only afterwards, and only a consume has a payment`() {
    for failure in [
      PlannedFault.Failure.serverCode(0), .serverCode(-1 << 40), .serverCode(1 << 40),
      .cut(after: -1),
    ] {
      #expect(throws: PlannedFault.Problem.self) { try PlannedFault(on: .consume, failure) }
    }
    #expect(throws: PlannedFault.Problem.self) {
      try PlannedFault(on: .consume, .cut(after: 1), isAfter: true)
    }
    #expect(throws: PlannedFault.Problem.self) {
      try PlannedFault(on: .consume, .slow, isAfter: true, delay: CalendarPeriod("2s"))
    }
    #expect(throws: PlannedFault.Problem.self) {
      try PlannedFault(on: .purchase, .error(.iap, 12), payment: "1")
    }
  }

  @Test
  func `The faults of a read-only store are listed, and cannot be changed`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.store(Game.seed(faults: FaultsTests.fault("consume", 12)))
    try folder.forbidWriting("store.db")
    let store = try folder.reopen()
    let fault = try PlannedFault(on: .consume, .error(.iap, 12))
    #expect(try await store.read { try $0.plannedFaults() } == [fault])
    let added = await refusal { try await store.change { try $0.insert(fault) } }
    #expect(added?.code == .iapctl(.storeReadOnly))
    let cleared = await refusal { try await store.change { try $0.clearFaults() } }
    #expect(cleared?.code == .iapctl(.storeReadOnly))
  }
}

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
      let isAccepted = (try? PlannedFault(on: .consume, domain: domain, code: Int64(code))) != nil
      #expect(isAccepted == codes.contains(code), "\(code)")
    }
  }

  @Test(arguments: IAPOperation.allCases)
  func `Only changes can lose their answer`(_ operation: IAPOperation) {
    let isAccepted = (try? PlannedFault(on: operation, code: 0, isAfter: true)) != nil
    #expect(isAccepted == [.purchase, .consume, .restore, .reprocess].contains(operation))
  }

  @Test
  func `A fault is stored with all its values, and comes back from a dump`() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store(Game.seed())
    let fault = try PlannedFault(
      on: .consume, domain: .http, code: 102, isAfter: true, skip: 1, times: 2, used: 3,
      product: "gem", user: "o'hara\u{301}", delay: CalendarPeriod("2s"))
    let plain = try PlannedFault(on: .products, code: 0)
    try await store.add(fault)
    try await store.add(plain)
    try await store.add(plain)
    #expect(try await store.faults() == [fault, plain, plain])
    let copy = try folder.store(try await store.dumped(), named: "copy.db")
    #expect(try await copy.faults() == [fault, plain, plain])
    #expect(try await store.clearFaults() == 3)
    #expect(try await store.faults() == [])
  }

  @Test
  func `The faults of a read-only store are listed, and cannot be changed`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.store(Game.seed(faults: FaultsTests.fault("consume", 12)))
    try folder.forbidWriting("store.db")
    let store = try folder.reopen()
    let fault = try PlannedFault(on: .consume, code: 12)
    #expect(try await store.faults() == [fault])
    let added = await refusal { try await store.add(fault) }
    #expect(added?.code == .iapctl(.storeReadOnly))
    let cleared = await refusal { try await store.clearFaults() }
    #expect(cleared?.code == .iapctl(.storeReadOnly))
  }
}

import IAPCore
actor JournalWriter {
  private let run: any JournalRun
  init(_ run: any JournalRun) { self.run = run }
  func write(_ steps: [JournalStep]) async throws(IAPError) { try await run.write(steps) }
}

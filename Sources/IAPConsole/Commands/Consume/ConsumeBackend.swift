import IAPBatch
import IAPCore

/// A backend that is about to consume, and the way in which it does.
struct ConsumeBackend {
  let service: any IAPService
  private let plan: ConsumePlan
  private let context: Context
  private let pace: Pace
  private let stop: BatchStop
  private let appKey: Secret?

  init(_ plan: ConsumePlan, in context: Context) throws {
    let environment = context.environment
    let pace = Pace(
      rate: plan.rate, monotonicTime: environment.monotonicTime,
      sleep: { try? await environment.sleep($0) })
    let backend = try context.backend(pace: pace)
    (self.plan, self.context, self.pace) = (plan, context, pace)
    appKey = backend.appKey
    service = try context.service(of: backend)
    stop = BatchStop { environment.stopped }
  }

  /// Large transactions in a fixture store, which keeps what it did; else payment by payment, with
  /// a journal.
  func process() async throws -> any ConsumeProcess {
    let isRemote = try context.settings.isRemote
    guard plan.wantsJournal || isRemote else { 
      return GroupedBatch(service: service, pace: plan.rate == nil ? nil : pace, stop: stop)
    }
    let (journal, _) = try context.journal(plan.journal)
    return JournaledBatch(
      service: service, run: try await journal.begin(try facts()), options: options, pace: pace,
      stop: stop, realTime: context.environment.realTime)
  }

  private func facts() throws -> RunFacts {
    let person = context.environment.operator()
    return RunFacts(
      origin: service.origin,
      appKeyFingerprint: try appKey.map { try AppKeyFingerprint.make($0) } ?? "",
      user: person.user, host: person.host,
      profile: context.settings.profileInUse?.text, ticket: plan.ticket)
  }

  private var options: BatchOptions {
    var options = BatchOptions()
    options.concurrency = plan.concurrency
    options.resumes = plan.resumes
    options.isOrdered = context.settings.output.format != .jsonl
    options.deliverer = plan.deliver.map {
      ShellDeliverer(
        delivery: $0, undoing: plan.undo, limit: plan.deliverTimeout,
        run: context.environment.runShell)
    }
    return options
  }
}

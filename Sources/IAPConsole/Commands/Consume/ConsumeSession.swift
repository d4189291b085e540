import IAPBatch
import IAPCore

/// A backend that is about to consume, and the way in which it does.
struct ConsumeSession {
  let service: any IAPService
  /// Whether a journal is kept.
  let isJournaled: Bool
  let plan: ConsumePlan
  private let context: Context
  private let pace: RateLimiter
  private let stop: BatchStop
  private let appKey: Secret?

  init(_ plan: ConsumePlan, in context: Context) throws {
    let environment = context.environment
    let pace = RateLimiter(
      rate: plan.rate, monotonicTime: environment.monotonicTime,
      sleep: { try? await environment.sleep($0) })
    let backend = try context.backend(pace: pace)
    (self.plan, self.context, self.pace) = (plan, context, pace)
    appKey = backend.appKey
    service = try context.service(of: backend)
    isJournaled = try context.settings.isRemote || plan.wantsJournal
    stop = BatchStop { environment.stopped }
  }

  /// Says how many payments there will be, where that is known.
  func announce(_ total: Int?) { if let total { pace.payments = total } }

  /// Large transactions in a fixture store, which keeps what it did; else payment by payment, with
  /// a journal.
  ///
  /// - Parameter kept: where unknown payments are kept.
  func process(keeping kept: KeptUnknowns?) async throws -> any BatchRunner {
    guard isJournaled else {
      if plan.rate != nil { try await context.environment.prepareRequests() }
      return GroupedBatch(
        service: service, pace: plan.rate == nil ? nil : pace, stop: stop, unknownPayments: kept)
    }
    try await context.environment.prepareRequests()
    var options = options
    options.unknownPayments = kept
    options.concurrency = try ConsumeFiles.concurrency(of: plan, in: context)
    let (journal, _) = try context.journal()
    return JournaledBatch(
      service: service, run: try await journal.begin(try facts()), options: options, pace: pace,
      stop: stop, realTime: context.environment.realTime)
  }

  /// What would become of payments, by the same settings.
  func preview() throws -> BatchPreview {
    BatchPreview(
      service: service, journal: isJournaled ? try context.journal().journal : nil,
      options: options, pace: pace, stop: stop)
  }

  /// Nothing counted yet.
  var tally: ConsumeTally {
    ConsumeTally(
      plan,
      SettlingCommands(
        context.typed, isJournaled: isJournaled, server: ServerName(origin: service.origin)))
  }

  /// What stays unknown and is in no list any more, which a run through the lists does not meet.
  ///
  /// - Parameters:
  ///   - user: whose payments; nil for those of all users.
  ///   - isMet: whether the run has said of a payment what became of it.
  func leftUnknown(of user: Identifier?, unless isMet: (Identifier) -> Bool) async throws
    -> [ConsumeResult]
  {
    let (journal, _) = try context.journal()
    var query = JournalQuery(.unknown)
    (query.server, query.user) = (ServerName(origin: service.origin), user)
    var results: [ConsumeResult] = []
    for try await entries in try await journal.entries(query) {
      for entry in entries where !isMet(entry.payment.paymentSeq) {
        results.append(
          ConsumeResult(
            entry.payment.paymentSeq, .unknown, userID: entry.payment.user, priorUnknown: true,
            error: IAPError(
              .iapctl(.unsettled), .listedNoMore(payment: entry.payment.paymentSeq),
              outcome: .unknown)))
      }
    }
    return results
  }

  private func facts() throws -> RunFacts {
    let person = context.environment.operator()
    return RunFacts(
      server: ServerName(origin: service.origin),
      appKeyFingerprint: try appKey.map { try AppKeyFingerprint.make($0) } ?? "",
      user: person.user, host: person.host,
      profile: context.settings.profileInUse?.text, ticket: plan.ticket)
  }

  private var options: BatchOptions {
    var options = BatchOptions()
    options.concurrency = plan.concurrency
    options.resumes = plan.resumes
    let environment = context.environment
    options.settling = plan.settle.map {
      Settling(
        limit: $0, monotonicTime: environment.monotonicTime,
        sleep: { try? await environment.sleep($0) })
    }
    options.isOrdered = context.settings.output.format != .jsonl
    options.deliverer = plan.deliver.map {
      ShellDeliverer(
        delivery: $0, undoing: plan.undo, limit: plan.deliverTimeout,
        run: context.environment.runShell)
    }
    return options
  }
}

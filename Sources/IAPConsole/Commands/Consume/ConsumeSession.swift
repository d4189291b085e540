import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import IAPWire
import JSON
import Records
import System

/// The backend of a consume, with its plan, limits and journal.
struct ConsumeSession {
  let service: any IAPService
  /// Whether a journal records the attempts.
  let isJournaled: Bool
  let plan: ConsumePlan
  private let context: Context
  private let rules: BatchRules
  private let world: BatchWorld
  /// The users' lists. What a preview has asked for, a run does not ask for again.
  private let lookup: PurchaseLookup

  init(_ plan: ConsumePlan, in context: Context) throws {
    let environment = context.environment
    let pauses = ServerPauses()
    let backend = try context.backend(hearing: pauses)
    (self.plan, self.context) = (plan, context)
    service = try context.service(of: backend)
    isJournaled = try context.settings.isRemote || plan.wantsJournal
    world = BatchWorld(clock: environment.clock, pauses: pauses, asked: { environment.stopped })
    var rules = plan.rules
    rules.policy = context.settings.policy
    rules.isOrdered = context.settings.output.format != .jsonl
    if isJournaled { rules.concurrency = try plan.concurrency(in: context) }
    self.rules = rules
    lookup = PurchaseLookup(service, concurrency: rules.concurrency, in: world)
  }

  /// The batch. Without a journal, a fixture store consumes many payments in each transaction. With a
  /// journal, each payment is a separate request, and several can be in flight.
  ///
  /// - Parameter kept: the file for payments that stay unknown.
  func batch(keeping kept: KeptUnknowns?) async throws -> Batch {
    if isJournaled || plan.rules.rate != nil { try await context.environment.prepareRequests() }
    let deliverer = deliverer
    let journal =
      isJournaled ? try context.journal(command: deliverer?.limit ?? .zero).journal : nil
    return Batch(
      service, rules, lists: lookup.lists, run: try await journal?.begin(facts),
      deliverer: deliverer, unknownPayments: kept, in: world)
  }

  /// A preview with the same settings.
  func preview() throws -> BatchPreview {
    BatchPreview(
      lookup, issuer: issuer, journal: isJournaled ? try context.journal().journal : nil,
      rules)
  }

  /// Compares the rows of a file with their payments. Nothing is sent before that.
  func compare(_ source: FilePayments, _ tokens: RowComparison.Tokens) async throws {
    let input = source.input
    let needsToken = service.traits.needsToken
    if isJournaled { try await preview().refuseUnrecorded(source.input) }
    if plan.onlyUnknown { try await keepUnknown(source) }
    let comparesTokens = try needsToken && tokens.areCompared(input)
    // A user that was typed beside tokens is a claim, which only the user's list confirms.
    let isClaimed = comparesTokens && input.hasTokens && input.defaults.userWithToken != nil
    let asks =
      try isClaimed || input.staged.isComparable(needsList: needsToken && !comparesTokens)
    guard asks || isJournaled else { return }
    if asks, service.traits.needsToken { try await context.environment.prepareRequests() }
    let comparison = RowComparison(
      try preview(), source: try context.settings.isRemote ? .list : .store)
    let environment = context.environment
    var progress = context.progressLine()
    defer { progress.end() }
    let total = input.count
    let found = try await comparison.check(
      input, asks: asks, comparesTokens: comparesTokens
    ) { done throws(IAPError) in
      if let stopped = environment.stopped { throw stopped }
      progress.advance(to: done, of: total)
    }
    if found.uncompared > 0 {
      source.uncompared.append(
        InputMessages.rowsNotCompared(found.uncompared, choice: comparesTokens ? nil : tokens))
    }
    if found.otherTimes.count > 0 {
      source.uncompared.append(
        InputMessages.otherTimes(found.otherTimes.count, lines: found.otherTimes.lines))
    }
    let ungiven = source.ungiven + (found.comparesNames ? [] : [.productName])
    let columns = try input.comparedColumns.filter { ungiven.contains($0) }
    if !columns.isEmpty { source.uncompared.append(InputMessages.columnsNotCompared(columns)) }
  }

  /// Leaves only what the journal has as unknown.
  ///
  /// - Throws: `paymentNotFound` if the journal is not the one of the run that left payments unknown: then
  ///   it is not known which these are.
  private func keepUnknown(_ source: FilePayments) async throws {
    if let others = try await preview().keepUnknown(source.input) {
      if others > 0 { source.uncompared.append(InputMessages.notUnknown(others)) }
      return
    }
    let journal = try context.settings.journalPath(in: context.environment.folders)
    throw IAPError.iapctl(
      .paymentNotFound, .input(source.path, .unknownToJournal(journal)))
  }

  /// Throws if the list of the payment's user has the payment with another token.
  func requireOwnToken(_ payment: Payment) async throws(IAPError) {
    await lookup.ask(for: [payment], withTokens: true)
    if lookup.lists.otherToken(payment) != nil {
      throw .iapctl(.inputInvalid, .payment(payment.paymentSeq, .tokenWrong))
    }
  }

  /// Throws if any of the payments would be sent although the journal does not have it as unknown.
  func requireUnknown(_ numbers: [Identifier]) async throws {
    for number in numbers {
      guard let isKnown = try await preview().isUnsettling(Payment(number)) else { continue }
      let path = try context.settings.journalPath(in: context.environment.folders)
      throw IAPError.iapctl(
        .paymentNotFound, .payment(number, isKnown ? .notUnknown : .notInJournal(path: path)))
    }
  }

  /// Notes payments of the same numbers that the journal has for another API of the service: they may be
  /// the same payments.
  func noteOtherPayments(_ numbers: [Identifier]) async throws {
    guard isJournaled else { return }
    let journal = try context.journal().journal
    let spaces = Set(WireDialect.allCases.map(\.traits.numberSpace))
    let numbers = numbers.map(\.withoutLeadingZeros)
    for other in service.server.others(spaces) {
      let claims = try await journal.claims(of: numbers, at: Issuer(other), ClaimRules())
      for number in claims.keys.sorted(by: { $0.text < $1.text }) {
        context.messages.note(ConsumeMessages.knownElsewhere(number, other))
      }
    }
  }

  var tally: ConsumeTally {
    ConsumeTally(
      plan,
      SettlingCommands(
        context.typed, isJournaled: isJournaled, needsToken: service.traits.needsToken,
        server: service.server))
  }

  /// The results for unknown payments in the journal that no unconsumed list contains.
  ///
  /// - Parameters:
  ///   - users: the users of the payments; empty for all users.
  ///   - markets: the markets whose lists were asked; empty for all.
  ///   - isReported: whether the run has already reported the payment as unknown.
  func leftUnknown(
    of users: [Identifier], in markets: [StoreCode], unless isReported: (Identifier) -> Bool
  ) async throws -> [ConsumeResult] {
    let (journal, _) = try context.journal()
    var results: [ConsumeResult] = []
    for user in users.isEmpty ? [nil] : users.map(Optional.some) {
      var query = JournalQuery(.unknown)
      (query.issuer, query.user) = (issuer, user)
      for try await entries in try await journal.entries(query) {
        for entry in entries where !isReported(entry.payment.paymentSeq) {
          // The list of its market was not asked.
          if let market = entry.payment.purchase.storeCode, !markets.isEmpty,
            !markets.contains(market)
          {
            continue
          }
          results.append(
            ConsumeResult(
              ClaimedPayment(entry.payment, .unknown(ticket: entry.ticket)), .unknown,
              priorUnknown: true,
              error: .unsettled(.payment(entry.payment.paymentSeq, .unlisted))))
        }
      }
    }
    return results
  }

  /// The user of a payment according to the journal; nil if the journal does not know it.
  func owner(of payment: Identifier) async throws -> Identifier? {
    var query = JournalQuery(.payment(payment))
    query.issuer = issuer
    for try await entries in try await context.journal().journal.entries(query) {
      let users = entries.lazy.compactMap { $0.payment.anyUser }
      if let user = users.first { return user }
    }
    return nil
  }

  var issuer: Issuer { context.issuer(of: service) }

  private var facts: RunFacts {
    let person = context.environment.person
    return RunFacts(
      server: service.server, appKeyFingerprint: context.place.fingerprint ?? "", user: person.user,
      host: person.host,
      profile: context.settings.source.profileOfPlace?.text, ticket: plan.ticket)
  }

  private var deliverer: ShellDeliverer? {
    plan.deliver.map {
      ShellDeliverer(
        delivery: $0, undoing: plan.undo, commandLimit: plan.deliverTimeout,
        secrets: [context.place.credential].compactMap(\.self),
        now: context.environment.clock.realTime,
        run: { [host = context.environment.host] in await host.run($0) })
    }
  }
}

extension ConsumePlan {
  /// The journal with its write-ahead log and locks, libcurl, and files that are open for a moment.
  private static let filesOfBatch = 12
  /// The two ends of the channel to the supervisor of a delivery command, and room to copy them.
  private static let filesOfDelivery = 4

  /// The planned concurrency, or less if the limit on open files requires it; then a note says so.
  ///
  /// - Throws: `tooManyOpenFiles` if not even one payment is possible.
  fileprivate func concurrency(in context: Context) throws(IAPError) -> Int {
    let files = OpenFiles.ofConnection + (deliver == nil ? 0 : Self.filesOfDelivery)
    let room = context.environment.host.roomForFiles(Self.filesOfBatch + rules.concurrency * files)
    let affordable = (room - Self.filesOfBatch) / files
    guard affordable >= 1 else {
      throw .iapctl(.tooManyOpenFiles, .outOfFiles(.filesOfBatch))
    }
    guard affordable < rules.concurrency else { return rules.concurrency }
    context.messages.note(ConsumeMessages.fewerAtATime(affordable, insteadOf: rules.concurrency))
    return affordable
  }
}

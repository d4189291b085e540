import CommandLine
import IAPBatch
import IAPCore
import IAPMessages

/// How payments are consumed. The same for all selections of payments.
struct ConsumePlan: Equatable, Sendable {
  /// How a batch follows it, as far as it is typed.
  var rules = BatchRules()
  var deliver: String?
  var undo: String?
  var deliverTimeout = Duration.seconds(60)
  var journal: String?
  var ticket: String?
  /// Whether no spreadsheet has rounded the payment numbers.
  var areNumbersExact = false
  /// The profile that refuses a payment without a ticket. Nil if a ticket is not required.
  var profileRequiringTicket: Identifier?
  /// Whether a ticket is required, and the command line has none.
  var lacksTicket: Bool { profileRequiringTicket != nil && ticket == nil }
  /// Whether only what earlier runs left unknown is sent.
  var onlyUnknown = false
  var acceptsConsumed = false
  /// The file for payments that stay unknown.
  var keepUnknown: String?
  /// Whether an option needs a journal. A fixture store has no journal otherwise, because it
  /// records every outcome itself.
  var wantsJournal: Bool {
    deliver != nil || journal != nil || ticket != nil || rules.resumes || rules.settleLimit != nil
  }

  static func read(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> ConsumePlan {
    var plan = ConsumePlan()
    if let count = try arguments.value(of: ConsumeOptions.concurrency) {
      plan.rules.concurrency = count
    }
    plan.rules.rate = try arguments.value(of: ConsumeOptions.rate)
    plan.deliver = try arguments.value(of: ConsumeOptions.deliver)
    plan.undo = try arguments.value(of: ConsumeOptions.undo)
    if let period = try arguments.value(of: ConsumeOptions.deliverTimeout) {
      plan.deliverTimeout = try limit(
        period, of: ConsumeOptions.deliverTimeout.specification)
    }
    plan.ticket = try arguments.value(of: ConsumeOptions.ticket)
    plan.areNumbersExact = arguments[ConsumeOptions.exactNumbers]
    plan.profileRequiringTicket = settings.source.requiresTicket ? settings.profileInUse : nil
    plan.rules.resumes = arguments[ConsumeOptions.resume]
    plan.onlyUnknown = arguments[ConsumeOptions.onlyUnknown]
    plan.rules.takesOver = arguments[ConsumeOptions.takeOver]
    plan.rules.settleLimit = try settle(arguments, settings)
    plan.keepUnknown = try arguments.value(of: ConsumeOptions.keepUnknown)
    if plan.keepUnknown == "-" {
      throw UsageError(ConsumeUsage.unknownsToOutput)
    }
    plan.acceptsConsumed = arguments[ConsumeOptions.alreadyConsumedOK]
    if plan.deliver == nil {
      for option in [OptionSpecification].of(ConsumeOptions.undo, ConsumeOptions.deliverTimeout)
      where arguments.values[option.name] != nil {
        throw UsageError(ConsumeUsage.needsDeliver(option: option.name))
      }
    }
    return plan
  }

  /// A fixture store loses no answer of its own, so that only a typed time counts for it.
  private static func settle(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Duration? {
    let isRemote = (try? settings.isRemote) == true
    let usual = isRemote ? settings.settle ?? Settings.usualSettle : .zero
    let time = try arguments.value(of: ConsumeOptions.settle) ?? usual
    return time > .zero ? time : nil
  }

  private static func limit(
    _ period: CalendarPeriod, of option: OptionSpecification
  ) throws(UsageError) -> Duration {
    guard let duration = period.duration, duration > .zero, duration <= .seconds(86_400) else {
      throw UsageError(ConsumeUsage.timeOutOfRange(option: option.name))
    }
    return duration
  }
}

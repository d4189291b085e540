import IAPCore
import System

/// How many payments can be under way at a time with the files that the process may have open.
enum ConsumeFiles {
  /// A journal with its log and its locks, libcurl, and files that are open for a moment.
  private static let ofBatch = 12
  /// The pipes of a command, and what tells of its end.
  private static let ofDelivery = 5

  /// As many payments at a time as were asked for, or as there is room for; the difference is noted.
  ///
  /// - Throws: `tooManyOpenFiles` if there is no room for one.
  static func concurrency(of plan: ConsumePlan, in context: Context) throws(IAPError) -> Int {
    let files = OpenFiles.ofConnection + (plan.deliver == nil ? 0 : ofDelivery)
    let room = context.environment.host.roomForFiles(ofBatch + plan.concurrency * files)
    let affordable = (room - ofBatch) / files
    guard affordable >= 1 else {
      throw .iapctl(.tooManyOpenFiles, .outOfFiles("what a batch needs"))
    }
    guard affordable < plan.concurrency else { return plan.concurrency }
    context.messages.note(
      "\(affordable) instead of \(plan.concurrency) payments at a time: the limit on open files "
        + "(ulimit -n) allows no more")
    return affordable
  }
}

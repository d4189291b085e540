import IAPCore
import JSON

extension Messages {
  /// Writes notices, hints and failures after the records of a report. The summary is the last
  /// line.
  func tell(_ summary: Report.Summary, exit status: ExitStatus) {
    // A program that reads JSON errors expects only errors and the summary.
    if summary.failures.isEmpty || !format.isJSON {
      for notice in summary.notices { note(notice) }
    }
    if !format.isJSON { for hint in summary.hints { note(hint) } }
    tellFailures(summary, exit: status)
    close(summary)
  }

  /// Writes the unknown payments and the summary if the results have no reader any more.
  func tellUnread(_ summary: Report.Summary, exit status: ExitStatus) {
    tellUnsettled(summary, exit: status)
    close(summary)
  }

  private func tellFailures(_ summary: Report.Summary, exit status: ExitStatus) {
    for group in summary.failures.groups {
      let isNamed = !summary.unsettled.isEmpty && group.error.outcome == .unknown
      if isNamed, format.isJSON { continue }
      tell(group, exit: status, withHint: !isNamed)
    }
    if summary.failures.suppressed > 0, !format.isJSON {
      note("\(summary.failures.suppressed) more failures; each result contains its error")
    }
    tellUnsettled(summary, exit: status)
  }

  /// Names each payment whose outcome is unknown, with the command that settles it.
  private func tellUnsettled(_ summary: Report.Summary, exit status: ExitStatus) {
    if format.isJSON {
      for payment in summary.unsettled {
        tell(payment.error, exit: status, hint: payment.hint)
      }
      return
    }
    let isOne = summary.unsettled.count == 1
    for payment in summary.unsettled { hint(isOne ? payment.hint : payment.notice) }
    if !isOne, let common = summary.settlingHint { hint(common) }
  }

  private func close(_ summary: Report.Summary) {
    guard let closing = summary.closing, !isQuiet else { return }
    if format.isJSON { document(closing.document) } else { note(closing.text) }
  }
}

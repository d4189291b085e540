import IAPCore
import JSON

extension Messages {
  /// Tells what there is to say when a report has been shown; the summary comes last.
  func tell(_ conclusion: Report.Conclusion, exit status: ExitStatus) {
    // A program that reads JSON errors gets nothing but errors and the summary.
    if conclusion.failures.isEmpty || !format.isJSON {
      for note in conclusion.notes { self.note(note) }
    }
    if !format.isJSON { for remark in conclusion.remarks { note(remark) } }
    tellFailures(conclusion, exit: status)
    close(conclusion)
  }

  /// Tells what may or may not have been done, and the summary: for results that have no reader any
  /// more.
  func tellUnread(_ conclusion: Report.Conclusion, exit status: ExitStatus) {
    tellUnsettled(conclusion, exit: status)
    close(conclusion)
  }

  private func tellFailures(_ conclusion: Report.Conclusion, exit status: ExitStatus) {
    for group in conclusion.failures.groups {
      let isNamed = !conclusion.unsettled.isEmpty && group.error.outcome == .unknown
      if isNamed, format.isJSON { continue }
      tell(group, exit: status, withHint: !isNamed)
    }
    if conclusion.failures.untold > 0, !format.isJSON {
      note("\(conclusion.failures.untold) more failures; each result contains its error")
    }
    tellUnsettled(conclusion, exit: status)
  }

  /// Each payment whose outcome is unknown is named, with what settles it.
  private func tellUnsettled(_ conclusion: Report.Conclusion, exit status: ExitStatus) {
    if format.isJSON {
      for payment in conclusion.unsettled {
        tell(payment.error, exit: status, hint: payment.hint)
      }
      return
    }
    let isOne = conclusion.unsettled.count == 1
    for payment in conclusion.unsettled { hint(isOne ? payment.hint : payment.notice) }
    if !isOne, let common = conclusion.settlingHint { hint(common) }
  }

  private func close(_ conclusion: Report.Conclusion) {
    guard let closing = conclusion.closing, !isQuiet else { return }
    if format.isJSON { document(closing.document) } else { note(closing.text) }
  }
}

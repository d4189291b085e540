import IAPCore
import Testing

/// The number of retries in a batch.
struct RetryBudgetTests {
  @Test
  func `One in ten of a whole batch may be tried again, as soon as its size is known`() {
    let budget = RetryBudget()
    budget.expect(300)
    for _ in 0..<8 { budget.begin() }
    #expect((1...8).allSatisfy { _ in budget.allowsRetry(isFirst: true) })
  }

  @Test
  func `Three may be tried again, however few there are`() {
    let budget = RetryBudget()
    let allowed = (1...5).map { _ in
      budget.begin()
      return budget.allowsRetry(isFirst: true)
    }
    #expect(allowed == [true, true, true, false, false])
    #expect(!budget.allowsRetry(isFirst: false), "nor a second time")
  }

  @Test
  func `One in ten may be tried again`() {
    let budget = RetryBudget()
    for _ in 1...40 { budget.begin() }
    #expect(
      (1...5).map { _ in budget.allowsRetry(isFirst: true) } == [
        true, true, true, true, false,
      ])
    for _ in 1...10 { budget.begin() }
    #expect(budget.allowsRetry(isFirst: false), "five of fifty")
  }

  @Test
  func `A second retry of one call counts once`() {
    let budget = RetryBudget()
    budget.begin()
    #expect(budget.allowsRetry(isFirst: true))
    #expect((1...9).allSatisfy { _ in budget.allowsRetry(isFirst: false) })
  }
}

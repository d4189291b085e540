import IAPCore
import Testing

/// The number of retries in a batch.
struct RetryBudgetTests {
  @Test
  func `One in ten of a whole batch may be tried again, as soon as its size is known`() {
    var budget = RetryBudget()
    budget.expected = 300
    for _ in 0..<8 { budget.begin() }
    var allowed: [Bool] = []
    for _ in 1...8 { allowed.append(budget.allowsRetry(isFirst: true)) }
    #expect(!allowed.contains(false))
  }

  @Test
  func `Three may be tried again, however few there are`() {
    var budget = RetryBudget()
    var allowed: [Bool] = []
    for _ in 1...5 {
      budget.begin()
      allowed.append(budget.allowsRetry(isFirst: true))
    }
    #expect(allowed == [true, true, true, false, false])
    let isAllowed = budget.allowsRetry(isFirst: false)
    #expect(!isAllowed, "nor a second time")
  }

  @Test
  func `One in ten may be tried again`() {
    var budget = RetryBudget()
    for _ in 1...40 { budget.begin() }
    var allowed: [Bool] = []
    for _ in 1...5 { allowed.append(budget.allowsRetry(isFirst: true)) }
    #expect(allowed == [true, true, true, true, false])
    for _ in 1...10 { budget.begin() }
    let isAllowed = budget.allowsRetry(isFirst: false)
    #expect(isAllowed, "five of fifty")
  }

  @Test
  func `A second retry of one call counts once`() {
    var budget = RetryBudget()
    budget.begin()
    let isAllowed = budget.allowsRetry(isFirst: true)
    var allowed = [isAllowed]
    for _ in 1...9 { allowed.append(budget.allowsRetry(isFirst: false)) }
    #expect(!allowed.contains(false))
  }
}

import IAPCore
import Synchronization

/// A list that has come as a whole.
final class AnsweredPages: Pages {
  private let rest: Mutex<ArraySlice<Page<Purchase>>>

  init(_ answer: Answer<Purchase>) {
    let pages: [Page<Purchase>] =
      answer.failures.map { .failure($0) }
      + (answer.isAnswered ? [.elements(answer.elements)] : [])
    rest = Mutex(pages[...])
  }

  func next() async throws(IAPError) -> Page<Purchase>? { rest.withLock { $0.popFirst() } }
}

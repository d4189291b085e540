import IAPCore

/// A page of a list, and the call for the next page.
struct ResponsePage<Element: Sendable>: Sendable {
  let answer: MarketResults<Element>
  /// Nil at the end.
  let next: (@Sendable () -> APICall<ResponsePage<Element>>)?

  init(
    _ answer: MarketResults<Element>, next: (@Sendable () -> APICall<ResponsePage<Element>>)? = nil
  ) {
    self.answer = answer
    self.next = next
  }
}

/// Payments that were consumed together.
package struct ConsumedGroup: Hashable, Sendable {
  package struct Payment: Hashable, Sendable {
    package let paymentSeq: Identifier
    package let receipt: ConsumeReceipt

    package init(_ paymentSeq: Identifier, _ receipt: ConsumeReceipt) {
      (self.paymentSeq, self.receipt) = (paymentSeq, receipt)
    }
  }

  /// Where the next group begins.
  package enum Cursor: Hashable, Sendable {
    /// With the oldest payment that is not consumed.
    case oldest
    /// After the payments up to a number that only the service understands.
    case after(Int64)
  }

  package var payments: [Payment] = []
  /// If it is not nil, the payments may or may not have been consumed, for this reason.
  package var failure: IAPError?
  package var end: Cursor

  package init(end: Cursor) { self.end = end }
}

import IAPCore
import SQLite

extension Payment {
  /// - Parameters:
  ///   - row: has the columns, in their order.
  ///   - first: the place of the first of them.
  init(staged row: Row, _ columns: [InputColumn], from first: Int32) {
    var purchase = Purchase(paymentSeq: "")
    var (ticket, name, day): (String?, String?, Int64?)
    let fields = Purchase.fields
    for (place, column) in zip(first..., columns) {
      if column == .ticket {
        ticket = row.text(place)
      } else if column == .productName {
        name = row.text(place)
      } else if column == .purchaseTime, case .text(let number) = row.value(place) {
        day = Int64(number)
      } else if column.kind.isStoredAsText {
        // A field is not copied: that would count references for each of its parts.
        if let text = row.text(place) {
          fields[column.index].set(&purchase, column.kind.content(stored: text))
        }
      } else if let number = row.integer(place) {
        fields[column.index].set(&purchase, column.kind.content(stored: number))
      }
    }
    self.init(said: purchase, ticket: ticket)
    (purchaseDay, productName) = (day, name)
  }
}

import CommandLine
import IAPBatch
import IAPCore
import IAPMessages
import Languages
import Records

/// Counts the records of the lists that a terminal shows, and sums the prices of payments by currency.
final class ListTotals {
  private var (count, arePayments) = (0, false)
  private var sums: [String: PaymentTotals.Part] = [:]

  /// The lists, of which each record that is shown is counted. A list of what iapctl itself keeps has
  /// no identifiers, and is not counted.
  func counting(_ content: Content) -> Content {
    guard case .lists(let sections) = content else { return content }
    return .lists(sections.map(counting))
  }

  /// The last line of a list, with the place that it is of. Nil if nothing was counted.
  func message(at place: PlaceName?) -> Sentence? {
    guard count > 0 else { return nil }
    guard arePayments else { return ListMessages.count(count, at: place) }
    return ListMessages.payments(count, sums.sums, at: place)
  }

  private func counting(_ section: RecordSection) -> RecordSection {
    let schema = section.schema
    let isOfPayments = schema.fields.contains("paymentSeq")
    guard section.isListed, !section.isLive,
      isOfPayments || schema.fields.contains("productIdentifier")
    else { return section }
    let columns = ["paymentSeq", "price", "currency"].map { schema.fields.firstIndex(of: $0) }
    return RecordSection(section.key, schema, total: section.total) { emit in
      try await section.produce { records in
        // The entries of a journal are attempts, of which a payment can have several.
        if columns.allSatisfy({ $0 != nil }), !schema.fields.contains("action") {
          self.add(records, price: columns[1] ?? 0, currency: columns[2] ?? 0)
        }
        self.count += records.count
        try emit(records)
      }
    }
  }

  private func add(_ records: RecordBatch, price: Int, currency: Int) {
    arePayments = true
    records.read { reader in
      for record in 0..<reader.count {
        let (price, currency) = (reader[record, price], reader[record, currency])
        let digits = price.kind == .amount ? String(decoding: price.text, as: UTF8.self) : nil
        sums[String(decoding: currency.text, as: UTF8.self), default: PaymentTotals.Part()]
          .add(digits.map { Price(canonical: $0) })
      }
    }
  }
}

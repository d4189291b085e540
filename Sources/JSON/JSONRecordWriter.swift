package import Records
import Text

/// Writes records as JSON objects on one line. The names of the members are encoded once.
package struct JSONRecordWriter: Sendable {
  /// `{"userID":`, `,"price":` and so on, in one text.
  private let names: [UInt8]
  private let endsOfNames: [Int]
  private let places: [Int]
  private let showsSecrets: Bool

  /// - Parameters:
  ///   - members: the names of the members, and the places of their values in the records.
  ///   - showsSecrets: whether secrets are written. If not, they are null.
  package init(_ members: [(name: String, place: Int)], showsSecrets: Bool) {
    var names: [UInt8] = []
    endsOfNames = members.enumerated().map { index, member in
      names.append(UInt8(ascii: index == 0 ? "{" : ","))
      JSONWriter.append(string: member.name, to: &names)
      names.append(UInt8(ascii: ":"))
      return names.count
    }
    places = members.map(\.place)
    self.names = names
    self.showsSecrets = showsSecrets
  }

  package func append(
    _ record: Int, of records: RecordBatch.Reader, to bytes: inout [UInt8]
  ) {
    // Around a string stand two quotes, and a null has four letters.
    let size = records.size(of: record, places)
    let most = names.count + JSONWriter.longest(of: size) + 4 * places.count
    bytes.append(addingCapacity: most) { append(record, of: records, to: &$0) }
  }

  private func append(
    _ record: Int, of records: RecordBatch.Reader, to bytes: inout OutputSpan<UInt8>
  ) {
    if places.isEmpty { bytes.append(UInt8(ascii: "{")) }
    names.withUnsafeBufferPointer { names in
      var start = 0
      for (index, place) in places.enumerated() {
        bytes.append(copying: UnsafeBufferPointer(rebasing: names[start..<endsOfNames[index]]))
        append(records[record, place], to: &bytes)
        start = endsOfNames[index]
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private func append(_ cell: RecordBatch.Cell, to bytes: inout OutputSpan<UInt8>) {
    switch cell.kind {
    case .null: bytes.append(copying: "null")
    case .secret where !showsSecrets: bytes.append(copying: "null")
    case .text, .secret, .instant: JSONWriter.append(string: cell.text, to: &bytes)
    case .number, .amount, .flag, .nested: bytes.append(copying: cell.text)
    }
  }
}

import IAPCore
import SQLite

extension SeedLoader {
  /// Appends the log of a seed. A log is one history, so the events that the store has already must
  /// be the first ones of the seed.
  func loadEvents() throws {
    var position: Int64 = 0
    var isAtEnd = false
    let insertion = try connection.prepared(
      """
      INSERT INTO event (time, kind, purchaseID, userID, before, after) VALUES (?, ?, ?, ?, ?, ?)
      """)
    try each(.events) { new in
      let values = try values(of: new)
      if !isAtEnd, let (id, present) = try event(after: position) {
        guard present == values else {
          throw Contradiction(
            key: "",
            what: "contradicts the log of the store: a log is loaded only into a store whose log "
              + "is empty or begins with the same events")
        }
        position = id
      } else {
        isAtEnd = true
        _ = try insertion.run(values)
      }
    }
  }

  private func event(after position: Int64) throws -> (id: Int64, values: [Value])? {
    let names = ["time", "kind", "purchaseID", "userID", "before", "after"]
    return try connection.first(
      "SELECT id, \(names.joined(separator: ", ")) FROM event WHERE id > ? ORDER BY id LIMIT 1",
      [.integer(position)]
    ) { row in (row.integer("id") ?? 0, names.map { row.value($0) }) }
  }

  private func values(of new: SeedRecord) throws -> [Value] {
    var owner: [Value] = [.null, .text(new.text("userID"))]
    if let number = new.text("paymentSeq") {
      let found = try connection.first(
        "SELECT id, userID FROM purchase WHERE paymentSeq = ?", [.text(number)]
      ) { (id: $0.integer("id"), user: $0.value("userID")) }
      guard let found else {
        throw Contradiction(key: "paymentSeq", what: "no payment \(number)")
      }
      guard new["userID"].map({ $0.isSame(as: found.user) }) ?? true else {
        throw Contradiction(key: "userID", what: "not the user of payment \(number)")
      }
      owner = [.integer(found.id), .null]
    }
    return [new["time"] ?? .null, new["kind"] ?? .null] + owner
      + [new["before"] ?? .null, new["after"] ?? .null]
  }
}

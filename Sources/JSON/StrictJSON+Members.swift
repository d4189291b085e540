import SQLite

extension StrictJSON {
  /// The members of an object in a document, and the text of each, in order.
  ///
  /// For names that somebody chose: two of them are the same only if their bytes are, and a decoder's
  /// dictionary takes one in composed letters for the same in decomposed ones.
  ///
  /// - Parameter key: names the object, which is a member of the document; missing or null, it has
  ///   none.
  package static func members(
    of key: String, in bytes: [UInt8]
  ) throws(JSONProblem) -> [(name: String, text: [UInt8])] {
    do {
      let connection = try Connection(path: "", access: .create, patience: 0)
      return try connection.all(
        """
        SELECT key, value, type FROM json_each(?1, '$."' || ?2 || '"') WHERE typeof(key) = 'text'
        """, [.text(String(decoding: withoutMark(bytes), as: UTF8.self)), .text(key)]
      ) { row in
        // What is no object is told by who reads it.
        let text = row.text(2) == "object" ? row.text(1) ?? "" : "null"
        return (row.text(0) ?? "", Array(text.utf8))
      }
    } catch {
      throw JSONProblem(place: key, problem: "not JSON: \(error.message)")
    }
  }
}

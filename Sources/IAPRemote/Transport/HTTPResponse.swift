/// What a server answered, as far as it came.
package struct HTTPResponse: Equatable, Sendable {
  /// From 200 on: what only announces an answer is none.
  package let status: Int
  /// By lower-case name. Of a name that comes again the last value counts; lists are joined.
  package let headers: [String: String]
  package let body: [UInt8]

  package init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse {
  /// Whether it says that it is JSON, or nothing of what it is. What else happens to be JSON is not
  /// from whom it was asked for.
  var isTakenForJSON: Bool {
    guard let type = headers["content-type"] else { return true }
    let name = (type.split(separator: ";", omittingEmptySubsequences: false).first ?? "")
      .filter { $0 != " " && $0 != "\t" }.lowercased()
    return name.isEmpty || name == "application/json" || name == "text/json"
      || name.hasSuffix("+json")
  }
}

/// A body can hold tokens: none of these ways to look at a response shows it.
extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  package var description: String { "\(status), \(body.count) bytes" }
  package var customMirror: Mirror { Mirror(self, children: ["status": status]) }
}

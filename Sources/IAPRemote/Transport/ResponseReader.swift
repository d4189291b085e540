/// Builds a response from the parts that libcurl delivers, within size limits.
struct ResponseReader {
  /// The maximum total length of the header lines of one call, in bytes.
  static let headLimit = 1 << 16

  /// Whether the response exceeded a size limit. Further data is rejected.
  private(set) var isTooLarge = false
  /// Whether the header is complete. libcurl can report success without it.
  private(set) var isHeadWhole = false

  private let bodyLimit: Int
  private var headSize = 0
  private var status: Int?
  private var headers: [String: String] = [:]
  private var lastName: String?
  /// Whether responses are matched to requests by a stream number (HTTP/2).
  private(set) var isMultiplexed = false
  private var body: [UInt8] = []

  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  /// The response received so far; nil before its status line.
  var response: HTTPResponse? {
    guard let status, status >= 200 else { return nil }
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  /// Whether the status is 2xx; false before the status line.
  var isSuccess: Bool { status.map { (200..<300).contains($0) } ?? false }

  /// Adds a header or trailer line; false if the header limit is exceeded.
  mutating func take(line: some Collection<UInt8>) -> Bool {
    headSize += line.count
    guard headSize <= Self.headLimit else {
      isTooLarge = true
      return false
    }
    // Lines after the header are trailers, which iapctl ignores.
    if !isHeadWhole { read(Self.trim(String(decoding: line, as: UTF8.self)), folded: line.first) }
    return true
  }

  /// Adds data to the body; false if the body limit is exceeded.
  mutating func take(body piece: some Collection<UInt8>) -> Bool {
    guard piece.count <= bodyLimit - body.count else {
      isTooLarge = true
      return false
    }
    body += piece
    return true
  }

  private mutating func read(_ line: Substring, folded first: UInt8?) {
    if line.isEmpty {
      endHead()
    } else if line.hasPrefix("HTTP/") {
      begin(line)
    } else if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
      if let lastName { headers[lastName]? += " " + line }
    } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let name = Self.lowercased(line[..<colon])
      add(Self.trim(String(line[line.utf8.index(after: colon)...])), to: name)
    }
  }

  /// A status line: `HTTP/1.1 200 OK`, `HTTP/2 200`.
  private mutating func begin(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 2)
    status = words.count > 1 && words[1].utf8.count == 3 ? Int(words[1]) : nil
    isMultiplexed = !line.hasPrefix("HTTP/1")
    headers = [:]
    lastName = nil
  }

  /// After an interim response (`100 Continue`), the final one follows.
  private mutating func endHead() {
    if let status, status >= 200 {
      isHeadWhole = true
    } else {
      status = nil
    }
  }

  private mutating func add(_ value: Substring, to name: String) {
    if let before = headers[name], Self.lists.contains(name) {
      headers[name] = "\(before), \(value)"
    } else {
      headers[name] = String(value)
    }
    lastName = name
  }

  /// Headers whose values are lists and may be repeated.
  private static let lists: Set = [
    "allow", "cache-control", "connection", "vary", "via", "warning", "www-authenticate",
  ]

  private static func lowercased(_ name: Substring) -> String {
    String(decoding: name.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func trim(_ text: String) -> Substring {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    guard let start = text.utf8.firstIndex(where: { !isSpace($0) }),
      let last = text.utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return text[start...last]
  }
}

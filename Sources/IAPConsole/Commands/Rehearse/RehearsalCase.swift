import IAPCore

/// What happens to one request of a rehearsed program. The raw values are in the names of cases.
enum Disruption: String, Sendable, CaseIterable {
  /// The connection is closed, and the request is not executed.
  case refused
  /// The request is executed, and the connection is closed without an answer.
  case lost
  /// The request is executed, and answered after the time-out of the program.
  case late
  /// The request is executed, and the connection is closed in the middle of the answer.
  case cut
  // It is not executed, and answered with this HTTP status.
  case tooManyRequests = "429"
  case tooManyRequestsAfter = "429-after"
  case serverError = "500"
  case unavailable = "503"
  // It is not executed, and answered with this result code.
  case unknownError = "9999"
  // The program is killed, and its connections are closed with it.
  case killedBefore = "killed-before"
  case killedAfter = "killed-after"
  // Of a consume only, which is executed:
  /// Another client has consumed the payment just before.
  case elsewhere
  /// The payment has been refunded just before.
  case refunded
  /// The program runs twice at the same time.
  case twin

  /// Whether it can happen to a request of an operation.
  func concerns(_ operation: IAPOperation) -> Bool {
    switch self {
    case .elsewhere, .refunded, .twin: operation == .consume
    default: true
    }
  }

  /// Whether the program only waits for most of the time of such a case.
  var isSlow: Bool { [.late, .tooManyRequestsAfter, .twin].contains(self) }
}

/// A request of a rehearsed program by its operation and its number, from 1: `consume[2]`.
struct RequestName: Hashable, Sendable, CustomStringConvertible {
  let operation: IAPOperation
  let number: Int

  init(_ operation: IAPOperation, _ number: Int) {
    (self.operation, self.number) = (operation, number)
  }

  fileprivate init?(_ text: Substring) {
    let parts = text.split(separator: "[", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasSuffix("]"),
      let operation = IAPOperation(rawValue: String(parts[0])),
      let number = Int(parts[1].dropLast()), number > 0
    else { return nil }
    self.init(operation, number)
    guard description == text else { return nil }
  }

  var description: String { "\(operation.rawValue)[\(number)]" }
}

/// One or two disruptions of a rehearsal, by which it is named:
/// `consume[1]:lost+consume[2]:killed-after`.
struct RehearsalCase: Hashable, Sendable, CustomStringConvertible {
  struct Part: Hashable, Sendable, CustomStringConvertible {
    let request: RequestName
    let disruption: Disruption

    var description: String { "\(request):\(disruption.rawValue)" }
  }

  /// Whether a text is a pattern of names: `consume[*]:lost`.
  static func isPattern(_ text: String) -> Bool { text.contains("*") }

  /// Whether the name has a pattern, in which `*` stands for any characters.
  func matches(_ pattern: String) -> Bool {
    func matches(_ text: Substring.UTF8View, _ pattern: Substring.UTF8View) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == UInt8(ascii: "*") {
        return matches(text, pattern.dropFirst())
          || !text.isEmpty && matches(text.dropFirst(), pattern)
      }
      return text.first == first && matches(text.dropFirst(), pattern.dropFirst())
    }
    return matches(description[...].utf8, pattern[...].utf8)
  }

  let parts: [Part]

  /// - Parameter parts: each of another request.
  init(_ parts: Part...) { self.parts = parts }

  /// Nil if the text is not the name of a case.
  init?(_ name: String) {
    var parts: [Part] = []
    for text in name.split(separator: "+", omittingEmptySubsequences: false) {
      let halves = text.split(separator: ":", omittingEmptySubsequences: false)
      guard halves.count == 2, let request = RequestName(halves[0]),
        let disruption = Disruption(rawValue: String(halves[1])),
        disruption.concerns(request.operation), !parts.contains(where: { $0.request == request })
      else { return nil }
      parts.append(Part(request: request, disruption: disruption))
    }
    guard parts.count <= 2 else { return nil }
    self.parts = parts
  }

  var description: String { parts.map(\.description).joined(separator: "+") }

  /// Whether the program only waits for most of the time of the case.
  var isSlow: Bool { parts.contains(where: \.disruption.isSlow) }

  /// The request whose payment two programs consume at the same time.
  var twin: RequestName? { parts.first { $0.disruption == .twin }?.request }

  /// What happens to a request; nil if nothing does.
  func disruption(of request: RequestName) -> Disruption? {
    parts.first { $0.request == request }?.disruption
  }
}

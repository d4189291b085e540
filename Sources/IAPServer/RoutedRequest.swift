import IAPCore
import JSON

/// What a route is called with: words that its shapes have let through.
struct RoutedRequest: Sendable {
  /// What stands in the path's places, by their names.
  var places: [String: String] = [:]
  /// What stands behind the question mark.
  var arguments: [String: [String]] = [:]
  var body: [String: JSONTree] = [:]

  func text(_ name: String) throws(JSONProblem) -> String {
    guard let text = optionalText(name) else { throw JSONProblem(place: name, problem: "missing") }
    return text
  }

  /// A name that must not be empty.
  func identifier(_ name: String) throws(JSONProblem) -> Identifier {
    let text = try text(name)
    guard !text.isEmpty else { throw JSONProblem(place: name, problem: "empty") }
    return Identifier(text)
  }

  /// Nil if it is missing or null. A whole number gives its digits.
  func optionalText(_ name: String) -> String? {
    switch body[name] {
    case .text(let text): text
    case .integer(let number): String(number)
    default: places[name]
    }
  }

  /// False where it is missing or null.
  func flag(_ name: String) -> Bool { body[name] == .flag(true) }

  /// Nil where it is missing or null.
  func integer(_ name: String) -> Int64? {
    if case .integer(let number) = body[name] { number } else { nil }
  }

  /// Empty where it is missing or null.
  func texts(_ name: String) -> [String] {
    guard case .list(let elements) = body[name] else { return arguments[name] ?? [] }
    return elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The markets that are named; none stands for all.
  func markets(_ name: String = "markets") throws(JSONProblem) -> [StoreCode] {
    let codes = texts(name)
    guard !codes.contains("") else { throw JSONProblem(place: name, problem: "an empty code") }
    return codes.map { StoreCode($0) }
  }

  /// A whole number, or one that stands as text.
  func number(_ name: String) throws(JSONProblem) -> Int64 {
    let text = try text(name)
    guard Identifier(text).isDigits, let number = Int64(text) else {
      throw JSONProblem(place: name, problem: "not a number")
    }
    return number
  }

  /// A payment's number.
  func payment(_ name: String = "paymentSeq") throws(JSONProblem) -> Identifier {
    let payment = try identifier(name)
    guard payment.isDigits else { throw JSONProblem(place: name, problem: "not digits") }
    return payment
  }
}

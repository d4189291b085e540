import IAPBatch
import IAPCore

// How values are written in the messages of each language.

extension Duration {
  /// A time in seconds, with decimals only if it has a fraction: `60`, `0.500`.
  var seconds: String {
    let (seconds, attoseconds) = components
    let thousandths = String(1000 + attoseconds / 1_000_000_000_000_000).dropFirst()
    return "\(seconds)" + (thousandths == "000" ? "" : ".\(thousandths)")
  }
}

extension BadLine {
  /// The numbers of the lines: `2–501`, `503`.
  var ranges: [String] {
    lines.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
  }

  /// How many lines are not among ``ranges``.
  var unnamedCount: Int { count - lines.reduce(0) { $0 + $1.count } }
}

extension String {
  var inQuotes: String { "'\(self)'" }
}

extension English {
  /// The option that enters what a person found: `--as consumed`.
  func option(_ outcome: SettledOutcome) -> String { "--as \(outcome.rawValue)" }

  /// Quotes a path for a shell.
  func quoted(_ path: String) -> String { TypedOptions.quoted(path) }

  func showing(_ payment: Identifier) -> String { "iapctl journal show \(payment)" }

  /// The columns that `--ignore-columns` leaves out.
  func ignored(_ names: [String], isAll: Bool) -> String {
    isAll ? quoted(names.joined(separator: ",")) : "all"
  }

  /// A column as an example, and its name in a file.
  func exampleColumn(_ names: [String]) -> (column: String, name: String) {
    ("user", names.first ?? "NAME")
  }
}

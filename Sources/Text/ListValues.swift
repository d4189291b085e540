/// Several values in one word, separated by commas.
package enum ListValues {
  /// The word with these values, which ``parts(_:)`` takes apart.
  package static func word(_ values: [String]) -> String {
    values.map { value in
      let isPlain = !value.contains(",") && !value.hasPrefix("\"")
      return isPlain ? value : "\"\(value.replacing("\"", with: "\"\""))\""
    }.joined(separator: ",")
  }

  package static func parts(_ word: String) -> [String] {
    var (parts, part, isQuoted): ([String], String, Bool) = ([], "", false)
    var rest = word[...]
    while let sign = rest.popFirst() {
      switch sign {
      case "\"" where isQuoted && rest.first == "\"": part.append(rest.removeFirst())
      case "\"" where isQuoted || part.isEmpty: isQuoted.toggle()
      case "," where !isQuoted:
        parts.append(part)
        part = ""
      default: part.append(sign)
      }
    }
    return parts + [part]
  }
}

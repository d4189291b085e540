import CommandLine
import JSON

extension JSONFormat {
  /// What an object of the format may hold, for its page.
  var part: Part {
    Part(
      place.isEmpty ? "The file" : place,
      [
        .paragraph(summary),
        .definitions(
          keys.map { key in
            Definition(
              key.name, "\(key.kind)\(key.isRequired ? ", required" : ""): \(key.summary)")
          }),
      ])
  }
}

import CommandLine
import JSON

extension JSONFormat {
  /// The keys of an object, as a section of its manual page.
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

import CLibrary
import System
package import Testing

extension String {
  /// The lines of a translation that are not those of the text it translates, line by line.
  package func lines(
    otherThanIn original: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let others = original.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == others.count, sourceLocation: sourceLocation)
    return zip(lines, others).filter { $0 != $1 }.map { "\($0.0)\n" }.joined()
  }
}

/// Compares a text with the file of that name in `Golden/` beside the test.
///
/// If `IAPCTL_RECORD` is set, the file is written and the test fails, because a person must review
/// a recorded file first.
package func expectGolden(
  _ text: String, _ name: String, file: StaticString = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let path = Files.folder(of: "\(file)") + "/Golden/" + name
  if getenv("IAPCTL_RECORD") != nil {
    let stream = fopen(path, "w")
    fputs(text, stream)
    fclose(stream)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    return
  }
  let expected = String(decoding: try Files.read(path, limit: 1 << 24), as: UTF8.self)
  #expect(text == expected, "differs from \(name)", sourceLocation: sourceLocation)
}

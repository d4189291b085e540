/// Words of a command line that can be pasted into a shell.
package enum ShellText {
  /// Quotes a word for a POSIX shell.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte > 0x7F || "_./,:=@%+-".utf8.contains(byte)
        || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// An option and its value, quoted, with a space before it.
  package static func option(_ name: String, _ value: String) -> String {
    // A value that begins with a dash must follow an equals sign: `--ticket=-1`.
    value.isEmpty || value.utf8.first == UInt8(ascii: "-") && value != "-"
      ? " --\(name)=\(quoted(value))" : " --\(name) \(quoted(value))"
  }
}

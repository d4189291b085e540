/// The words of a command line, of which none has a space in it.
func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

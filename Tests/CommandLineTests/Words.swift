/// The words of a command line without quotes.
func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

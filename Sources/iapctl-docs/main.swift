// Writes the generated files to the folder given as the argument: `man/`, `completions/`, and from
// what 'iapctl tour' prints, which is the standard input, `docs/tour.svg`. Only the target `docs` of
// the Makefile and a test run it.

import IAPConsole
import System

guard let root = try CurrentProcess.arguments().first else {
  try FileDescriptor.standardError.write(Array("usage: iapctl-docs FOLDER < TOUR\n".utf8))
  CurrentProcess.end(64)
}
let tour = TourPicture(
  tour: String(decoding: try InputFile.standardInput.readAll(limit: 1 << 20), as: UTF8.self))
for file in Console.generatedFiles + [
  (path: "docs/tour.svg", text: tour.svg), (path: "help.jsonl", text: Console.helpTexts),
] {
  try Files.write(Array(file.text.utf8), to: "\(root)/\(file.path)")
}

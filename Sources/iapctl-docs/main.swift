// Writes the generated files, `man/` and `completions/`, to the folder given as the argument. Only
// the target `docs` of the Makefile runs it.

import IAPConsole
import System

guard let root = try CurrentProcess.arguments().first else {
  try FileDescriptor.standardError.write(Array("usage: iapctl-docs FOLDER\n".utf8))
  CurrentProcess.end(64)
}
for file in Console.generatedFiles {
  try Files.write(Array(file.text.utf8), to: "\(root)/\(file.path)")
}

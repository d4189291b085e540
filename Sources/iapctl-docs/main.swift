// Writes what is made from the specifications, `man/` and `completions/`, into those two folders of
// the folder that it is given. For `make docs`, not for users.

import IAPConsole
import System

guard let root = try CurrentProcess.arguments().first else {
  try FileDescriptor.standardError.write(Array("usage: iapctl-docs FOLDER\n".utf8))
  CurrentProcess.end(64)
}
for file in Console.generatedFiles {
  try Files.write(Array(file.text.utf8), to: "\(root)/\(file.path)")
}

import IAPConsole
import Platform

FileDescriptor.occupyMissingStandardStreams()
Signals.install()

let status: ExitStatus
do throws(UsageError) {
  let environment = try LiveEnvironment.make()
  let words = try LiveEnvironment.words()
  status = await Console.run(words, in: environment)
} catch {
  status = Console.fail(error, in: LiveEnvironment.bare)
}
CurrentProcess.end(status.code)

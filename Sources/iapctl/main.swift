import CommandLine
import IAPBatch
import IAPConsole
import IAPCore
import IAPFixtures
import IAPMessages
import IAPRemote
import System

FileDescriptor.occupyMissingStandardStreams()

Signals.install()

CurrentProcess.keepSecretsInMemory()

CurrentProcess.adoptOrphans()

let environment = LiveEnvironment.make()

let status: ExitStatus

do throws(UsageError) {
  status = await Console.run(try LiveEnvironment.words(), in: environment)
} catch {
  status = Console.fail(error, arguments: CurrentProcess.repairedArguments, in: environment)
}

CurrentProcess.end(status.code)

import IAPCore
import IAPMessages
import Testing

@testable import CommandLine
@testable import IAPConsole

/// The hints contain commands that settle an unknown outcome and can be pasted.
struct SettlingCommandsTests {
  private func commands(_ words: String..., isJournaled: Bool = true) -> SettlingCommands {
    let parsed = ArgumentParser(root: CommandTree.root.specification).parse(["consume"] + words)
    #expect(parsed.problem == nil)
    return SettlingCommands(
      TypedOptions(parsed.arguments), isJournaled: isJournaled, needsToken: true,
      server: ServerName(text: "iap.test"))
  }

  @Test
  func `The command for a payment names its user and repeats the given options`() {
    #expect(
      commands("1").consume("1", user: "alice")
        == "iapctl consume 1 --resume --only-unknown --user alice")
    #expect(commands("1").consume("1", user: nil) == "iapctl consume 1 --resume --only-unknown")
    #expect(
      commands(
        "1", "--user", "bob", "--url=https://iap.test", "--api", "legacy", "--app-seq", "7",
        "--app-key-file", "key", "--profile", "live", "--market", "AS", "--market", "GG",
        "--journal", "my journal.db", "--ticket", "T-1", "--rate", "5/s"
      ).consume("1", user: "alice")
        == "iapctl consume 1 --resume --only-unknown --user bob --market AS --market GG --url https://iap.test "
        + "--api legacy --app-key-file key --app-seq 7 --profile live --journal 'my journal.db' "
        + "--ticket T-1")
    #expect(
      commands("1", "--token-file", "t", "--store", "s.db").consume("1", user: "alice")
        == "iapctl consume 1 --resume --only-unknown --token-file t --store s.db")
  }

  @Test
  func `The command repeats the delivery options`() {
    #expect(
      commands("--from", "f", "--deliver", "grant \"$X\"", "--undo", "it's back")
        .consume(from: "f", isInput: true)
        == "iapctl consume --resume --only-unknown --from f --deliver 'grant \"$X\"' --undo 'it'\\''s back'"
    )
  }

  @Test
  func `The command for a file repeats its input options, for the same file only`() {
    let commands = commands(
      "--from", "-", "--input-format", "csv", "--skip-bad-lines", "--user", "alice")
    #expect(
      commands.consume(from: "-", isInput: true)
        == "iapctl consume --resume --only-unknown --from - --input-format csv --skip-bad-lines --user alice"
    )
    #expect(
      commands.consume(from: "kept", isInput: false)
        == "iapctl consume --resume --only-unknown --from kept --user alice")
  }

  @Test
  func `Without a journal the command uses --already-consumed-ok`() {
    #expect(
      commands("1", "--store", "s.db", isJournaled: false).consume("1", user: nil)
        == "iapctl consume 1 --already-consumed-ok --store s.db")
  }

  @Test
  func `The command to settle a payment manually uses the same journal`() {
    #expect(
      commands("1", "--journal", "j.db").record("1", as: .consumed)
        == "iapctl journal settle 1 --as consumed --ticket TEXT --server iap.test --journal j.db")
    #expect(
      commands("1").record("1", as: .notConsumed)
        == "iapctl journal settle 1 --as not-consumed --ticket TEXT --server iap.test")
  }

  @Test
  func `Files read from a pipe must be given again, and --yes is never repeated`() {
    #expect(
      commands("1", "--token-file", "-", "--app-key-file", "/dev/fd/63", "--yes")
        .consume("1", user: "u")
        == "iapctl consume 1 --resume --only-unknown --token-file FILE --app-key-file FILE")
  }

  @Test
  func `The command to look up a payment uses the same journal`() {
    let typed = commands("1", "--journal", "j.db")
    #expect(
      typed.hint(for: .alreadyConsumed(.payment("1", .consumedByRun())))
        == IAPError.PaymentProblem.consumedEarlier(
          command: "iapctl journal show 1 --journal j.db", after: nil))
  }
}

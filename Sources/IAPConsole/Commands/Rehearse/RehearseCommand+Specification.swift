import CommandLine
import IAPCore
import IAPMessages

extension RehearseCommand {
  static let specification = CommandSpecification(
    "rehearse a program: does it grant each payment once?",
    discussion: [
      "Runs your program (a test of a game server, a script, 'iapctl consume') again and again, each "
        + "time with a store, a server, a journal and a folder of its own, and each time with another "
        + "disruption. Afterwards it compares what the program granted with the store.",
      "In its environment, the program has \(Variables.url) and \(Variables.appKey), which name the "
        + "server, and for Gamebase \(Variables.appID) and \(Variables.secretKey); "
        + "\(Variables.journal), a journal for iapctl; \(Variables.fixtureStore), the file of "
        + "the store; and \(Variables.rehearsal), an empty folder for its own state. "
        + "\(Variables.store) and \(Variables.now) are not set. The command of --granted runs at the "
        + "end in the same environment, by /bin/sh. It prints the number of each payment that was "
        + "granted, one a line: twice if it was granted twice, -NUMBER if it was taken back, and "
        + "?NUMBER if it is held for a person, who was told.",
      "The first run has no disruption and must be right. It shows which requests the program "
        + "makes: consume[2] is the second consume. Then there is a case for each request and each "
        + "disruption: refused (the connection is closed before the request is executed), lost "
        + "(executed, then closed), late (executed, and answered after --timeout-each), cut "
        + "(closed in the middle of the answer), 429, 429-after (with Retry-After), 500, 503 and "
        + "9999 (answered so and not executed), killed-before and killed-after (all processes of "
        + "the program are killed as the request arrives, or as its answer is sent); and of each "
        + "consume elsewhere (another client consumes the payment just before: the answer is "
        + "server 5018), refunded (it is refunded just before: the answer is server 5000) and twin "
        + "(the program runs twice at the same time, and each waits for the other before it "
        + "consumes the payment). With --pairs there are cases with two disruptions too. --list "
        + "prints the names of the cases.",
      "The program runs until it exits 0 and had nothing to do: it asked for no change, and was not "
        + "disrupted. It runs --runs times at most. Processes that a run leaves behind are ended.",
      "Verdicts: once (consumed and granted once: right), left (consumed by another client, or refunded, "
        + "and not granted: right), lost (consumed and not granted), doubled (granted more than once), "
        + "given (granted, and not consumed or consumed by another client, also before the rehearsal), "
        + "held (held for a person), stuck (neither granted nor consumed), refunded (refunded, and not "
        + "taken back). Stuck is right for payments that the first run left alone too. --allow says "
        + "which verdicts do not fail: a program that grants before it consumes, such as 'iapctl consume "
        + "--deliver', has granted what is consumed elsewhere, so it needs --allow given.",
      "Each case that fails is explained: what the program did after what, its requests, and the end of "
        + "its standard error. "
        + "Exits 6 if a case fails, with a command that repeats it alone, and 127 if the program cannot "
        + "be started. With --keep, its store, its journal, the output of each run and the requests stay in a folder. A table lists "
        + "only the cases that failed.",
    ],
    heading: "Tools",
    options: .of(
      seed, sample, granted, cases, list, runs, jobs, timeoutEach, pairs, seedNumber, allow, junit,
      keep),
    operands: [commandLine.specification],
    examples: [
      Example(
        """
        cat > grant.sh <<'END'
        cd "$IAPCTL_REHEARSAL" && touch granted
        grep -qx "$IAPCTL_PAYMENT_SEQ" granted ||
          echo "$IAPCTL_PAYMENT_SEQ" >> granted
        END
        iapctl rehearse --granted 'cat "$IAPCTL_REHEARSAL/granted"' \\
          --case 'consume[1]:lost' -- iapctl consume --all --user alice \\
          --yes --resume --deliver 'sh grant.sh'
        """, "does iapctl grant once if the answer to its consume is lost?"),
      Example(
        """
        iapctl rehearse --granted 'cat "$IAPCTL_REHEARSAL/granted"' \\
          --case 'consume[1]:killed-after' --junit report.xml --keep kept \\
          -- iapctl consume --all --user alice --yes --resume \\
          --deliver 'sh grant.sh'
        """, "the same if it is killed then, with a report for CI and its files"),
    ],
    related: ["consume", "serve", "store"])
}

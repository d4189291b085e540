import CommandLine
import IAPMessages

extension RehearseCommand {
  static let specification = CommandSpecification(
    "rehearse a program: does it grant each payment once?",
    discussion: [
      "Runs your program (a test of a game server, a script, 'iapctl consume') again and again, each "
        + "time with a store, a server, a journal and a folder of its own, and each time with another "
        + "disruption. Afterwards it compares what the program granted with the store.",
      "In its environment, the program has \(Variables.url) and \(Variables.appKey), which name the "
        + "server; \(Variables.journal), a journal for iapctl; \(Variables.fixtureStore), the file of "
        + "the store; and \(Variables.rehearsal), an empty folder for its own state. "
        + "\(Variables.store) and \(Variables.now) are not set. The command of --granted runs at the "
        + "end in the same environment, by /bin/sh. It prints the number of each payment that was "
        + "granted, one a line: twice if it was granted twice, and -NUMBER if it was taken back.",
      "The first run has no disruption and must be right. It shows which requests the program makes: "
        + "consume[2] is the second consume. Then there is a case for each request and each "
        + "disruption: refused (the connection is closed before the request is executed), lost "
        + "(executed, then closed), late (executed, and answered after --timeout-each), cut (closed in "
        + "the middle of the answer), 429, 429-after (with Retry-After), 500, 503, 9999 and 5018 "
        + "(answered so and not executed), killed-before and killed-after (all processes of the "
        + "program's group are killed as the request arrives, or as its answer is sent). With --pairs "
        + "there are cases with two disruptions too.",
      "The program runs until it exits 0 and had nothing to do: it asked for no change, and was not "
        + "disrupted. It runs --runs times at most. Processes that a run leaves behind are ended.",
      "Verdicts: once (granted once: right), lost (consumed and not granted), doubled (granted more "
        + "than once), given (granted and not consumed), stuck (neither granted nor consumed), "
        + "refunded (refunded, and not taken back). Stuck is right for payments that the first run left "
        + "alone too, and after 5018, which says that the payment was consumed elsewhere. Payments that "
        + "were consumed or refunded in the seed do not count. --allow says which verdicts do not fail: "
        + "a program that grants before it consumes, such as 'iapctl consume --deliver', keeps the item "
        + "after 5018, so it needs --allow given.",
      "Exits 6 if a case fails, with a command for each such case that repeats it alone. With --keep, its "
        + "store, its journal, the output of each run and the requests stay in a folder. A table lists "
        + "only the cases that failed.",
    ],
    heading: "Tools",
    options: [
      seed.specification, sample.specification, granted.specification, cases.specification,
      runs.specification, jobs.specification, timeoutEach.specification, pairs.specification,
      seedNumber.specification, allow.specification, junit.specification, keep.specification,
    ],
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
    fields: RehearsalReport.fields,
    related: ["consume", "serve", "store"])
}

import Testing

/// A command line that prints a hint, and what becomes of the commands in it.
///
/// Every scene has a sample store `s.db`, its key in the files `key` and `skey`, and an empty journal.
/// `$S`, `$R`, `$G` and `$J` stand for the options of the store, of a server of it under two APIs, and of the
/// journal. No variable names a place.
struct HintScene: Sendable, CustomTestStringConvertible {
  /// The command line, for a shell.
  let line: String
  /// The beginnings of the hint sentences that it prints, in English.
  let shows: [String]
  /// What is run before it.
  var before = ""
  let status: Int32
  /// How the printed commands end, in their order.
  var ends: [Int32] = []
  /// The words that a person has to replace, because iapctl cannot know them. A command with one is not run.
  var blanks: [String] = []

  var testDescription: String { line }

  init(
    _ line: String, _ shows: String..., before: String = "", status: Int32, ends: [Int32] = [],
    blanks: [String] = []
  ) {
    (self.line, self.shows, self.before) = (line, shows, before)
    (self.status, self.ends, self.blanks) = (status, ends, blanks)
  }
}

extension HintScene {
  private static let one = "2026011210000001"
  private static let two = "2026011410000001"
  /// Loses the answers of consumes that are applied.
  private static let losing =
    "iapctl store fault add --on consume --domain http --code 102 --after --times 99 $S"
  private static let unknown =
    "\(losing); iapctl consume \(one) --user alice --ticket T $R $J --settle 0s"
  private static let unlisted = "\(unknown); iapctl store fault clear $S"
  private static let consumed = "iapctl consume \(one) --user alice $R $J"
  private static let refusing = "iapctl store fault add --on consume --server-code 5000 $S"
  private static let token = "printf sample-token-alice-1 > t; chmod 600 t"
  private static let delivered =
    "printf 'paymentSeq,accessToken,user\\n\(one),sample-token-alice-1,alice\\n' > f; chmod 600 f; "
    + "iapctl consume --from f --yes --compare none --deliver false $R $J; "
    + "printf 'paymentSeq,accessToken,user\\n\(one),sample-token-alice-1,bob\\n' > f"
  private static let rowsWithTokens =
    "printf 'paymentSeq,user,accessToken\\n\(one),alice,sample-token-alice-1\\n\(two),alice,sample-token-alice-2\\n' "
    + "> f; chmod 600 f"
  private static let twoRows =
    "printf 'paymentSeq,user\\n\(one),alice\\n\(two),alice\\n' > 'my sheet'"
  private static let profiles =
    "iapctl config set store s.db --profile game; iapctl config set store s.db --profile live; "
    + "iapctl config use live"

  static let all = consumes + payments + stores + servers + settings

  private static let consumes = [
    HintScene(
      "iapctl consume \(one) --user alice --ticket \"Bob's\" $R $J --settle 0s",
      "{1}, and its token is not kept", "if payment {1} stays unknown", before: losing, status: 7,
      ends: [7, 0, 0]),
    HintScene(
      "iapctl consume \(one) --token-file t --ticket T $R $J --settle 0s", "{1}; settle it with",
      before: "\(losing); \(token)", status: 7, ends: [0, 0, 64]),
    HintScene(
      "iapctl consume \(one) --token-file - --ticket T $R $J --settle 0s < t",
      "{1}; settle it with", before: "\(losing); \(token)", status: 7, ends: [0, 0],
      blanks: ["FILE"]),
    HintScene(
      "iapctl consume \(one) --user alice $R $J", "{1}, and its token is not kept",
      before: unknown, status: 7, ends: [7, 0, 0]),
    // The journal knows the user, whom this command does not name.
    HintScene(
      "iapctl store fault clear $S; iapctl consume \(one) $R $J", "{1}, and its token is not kept",
      before: "\(losing.replacing(" --after", with: "")); "
        + "iapctl consume \(one) --user alice --ticket T $R $J --settle 0s",
      status: 7, ends: [0, 0, 64]),
    HintScene(
      "iapctl consume \(one) --resume --only-unknown --user alice $R $J",
      "{1}, and no unconsumed list has it",
      before: unlisted, status: 7, ends: [0, 0]),
    HintScene(
      "iapctl consume --all --user alice --yes $R $J", "{1} still unknown and in no",
      before: unlisted, status: 0, ends: [0]),
    HintScene(
      "iapctl consume --from 'my sheet' --yes --ticket T $R $J --settle 0s",
      "their tokens are not kept",
      "if payment {1} stays unknown", before: "\(losing); \(twoRows)", status: 7,
      ends: [2, 0, 0, 0, 0]),
    HintScene(
      "iapctl consume --from f --yes --ticket T $R $J --settle 0s", "settle them with",
      "if payment {1} stays unknown", before: "\(losing); \(rowsWithTokens)", status: 7,
      ends: [2, 0, 0, 0, 0]),
    HintScene(
      "iapctl consume --from f --yes --ticket T $R $J --settle 0s --concurrency 1",
      "to continue and consume", "look up what stays unknown",
      before:
        "\(losing); for n in 1 2 3 4 5 6 7 8 9 10 11 12; do iapctl purchase gem.550 --user bob $S; done; "
        + "iapctl unconsumed --user bob $S -o csv > f",
      status: 7, ends: [2, 0, 2]),
    HintScene(
      "iapctl consume --all --user alice --yes $R $J --retries 0", "market {1} could not be asked",
      before: "iapctl store fault add --on unconsumed --domain http --code 101 --market GG $S",
      status: 5, ends: [2]),
    HintScene(
      "iapctl consume 9 --user alice $S", "check the payment number; list what", status: 3,
      ends: [0]),
    HintScene("iapctl consume 9 $S", "list what can be consumed with", status: 3, ends: [0]),
    HintScene(
      "iapctl consume 2026010110000001 $S",
      "a subscription is never consumed: it is {1} and gives access", status: 4, ends: [0]),
    HintScene(
      "iapctl consume 2026010110000001 $S",
      "a subscription is never consumed: it is {1} and gives no access",
      before: "iapctl store set-status 2026010110000001 REVOKED $S", status: 4, ends: [0]),
    HintScene(
      "iapctl payment show 2026010110000001 --token-file t $G",
      before: "umask 077; iapctl payment show 2026010110000001 $S --show-tokens -o csv --no-header "
        + "--fields accessToken | tr -d '\\r\\n' > t", status: 0, blanks: ["NAME"]),
    HintScene(
      "iapctl consume 7 --store odd.db", "do not grant and do not revoke before you know",
      before:
        #"echo '{"format":1,"products":[{"productIdentifier":"odd","productType":"UNKNOWN"}],"#
        + #""purchases":[{"paymentSeq":"7","userID":"a","productIdentifier":"odd"}]}' > odd; "#
        + "iapctl store init odd.db --from odd", status: 4, ends: [0]),
    HintScene(
      "iapctl consume --user frank $S $(iapctl payment list --user frank --state CHARGED $S -o csv "
        + "--no-header --fields paymentSeq | tr -d '\\r')", "it is not verified yet", status: 4,
      ends: [0]),
    HintScene(
      "iapctl consume --from f --yes --api fixture $R", "it is not verified yet",
      before:
        "iapctl payment list --user frank --state CHARGED $S -o csv --fields paymentSeq,userID > f",
      status: 4, ends: [0]),
    HintScene(
      consumed, "an undo of its item failed",
      before: "\(refusing); \(consumed) --deliver true --undo false; \(consumed)", status: 4,
      ends: [0]),
    HintScene(
      consumed, "a delivery of its item failed", before: "\(consumed) --deliver false; \(consumed)",
      status: 4, ends: [0]),
    HintScene(consumed, "do not grant again", before: consumed, status: 4, ends: [0]),
    HintScene(
      "iapctl consume \(one) --resume --only-unknown --user alice $R $J",
      "see what the journal has", before: "\(refusing); \(consumed)", status: 3, ends: [0]),
    HintScene(
      "iapctl consume --all --user alice --resume --only-unknown $R $J",
      "look up what stays unknown",
      before: unknown, status: 64, ends: [0]),
    HintScene(
      consumed, "its item was taken back before",
      before: "\(refusing); \(consumed) --deliver true --undo true; \(consumed)", status: 4,
      ends: [0]),
    HintScene(
      "iapctl consume \(one) --user alice $S $J --deliver "
        + "'iapctl consume \(one) --user alice --store s.db --journal j.db 2> inner; true'; cat inner >&2",
      "wait for that run to end", status: 0, ends: [0]),
    HintScene(
      "iapctl consume \(one) --user alice --api legacy --app-seq 1000047 --url $URL $J",
      "the journal has a payment {1} of {2} too",
      before: "iapctl consume \(one) --user alice $G $J", status: 3, ends: [0]),
    HintScene(
      "iapctl consume --from f --yes --compare none --deliver true $R $J",
      "check whose payment it is: iapctl journal show {1}", before: delivered, status: 65,
      ends: [0],
      blanks: ["TEXT"]),
    HintScene(
      "iapctl consume 2026011210000000 2026011410000000 2026011110000000 --user alice $S",
      "in the sheet, format the column", status: 65, ends: [0]),
    HintScene(
      "iapctl consume --all --user alice --limit 1 --yes $R", "list the payments, and consume",
      status: 64, ends: [0]),
    HintScene(
      "iapctl consume \(one) --product gem.100 $S", "use --all with it instead", status: 64,
      ends: [0]),
    HintScene(
      "iapctl consume \(one) --market QQ $S", "list the markets with", status: 64, ends: [0]),
    HintScene(
      "iapctl consume GPA.3341-1234-5678-90123 --user alice $R",
      "{1}. Gamebase finds it in the user's list", status: 64, blanks: ["ID", "FILE"]),
    HintScene(
      "iapctl consume GPA.3375-2193-1175-57698 --user alice $G",
      "{1}. Gamebase finds it in the user's list", status: 64, ends: [0]),
    HintScene(
      "iapctl consume 1000000000000001 --user alice $G",
      "{1}. Gamebase finds it in the user's list", status: 3, ends: [0]),
  ]

  private static let payments = [
    HintScene(
      "iapctl payment show \(one) $S $J", "the journal has a payment of this number on server",
      before: consumed, status: 0, ends: [0]),
    HintScene(
      "iapctl payment show \(two) --store t.db", "{1} is also the order number of payment",
      before: "iapctl store dump $S | sed 's/1000000000000001/\(two)/' > seed; "
        + "iapctl store init t.db --from seed",
      status: 0, ends: [0, 0]),
    HintScene(
      "iapctl payment show 9 $S", "check the number; list the payments of the store", status: 3,
      ends: [0]),
    HintScene(
      "iapctl journal show 9 $J", "list the payments in the journal with", before: consumed,
      status: 3, ends: [0]),
    HintScene(
      "iapctl journal settle \(one) --as not-consumed --ticket T $J",
      "to see it: iapctl journal show",
      before: consumed, status: 64, ends: [0], blanks: ["TEXT"]),
    HintScene(
      "iapctl explain 18 --domain com.toast.iap", "the SDK of com.nhncloud.iap has it", status: 3,
      ends: [0]),
    HintScene("iapctl explain exit 99", "the exit statuses are in", status: 3, ends: [0]),
    HintScene("iapctl explain expird", "did you mean: iapctl explain", status: 3, ends: [0]),
    HintScene(
      "iapctl explain unknown",
      "neither grant nor revoke; settle it with: iapctl consume PAYMENT_SEQ",
      status: 0, blanks: ["PAYMENT_SEQ"]),
    HintScene("iapctl payment \(one) $S", "to show it", status: 64, ends: [0]),
    HintScene("iapctl payment \(one) --user alice $R", "to show it", status: 64, ends: [0]),
    HintScene("iapctl payment \(one) $R --api fixture", "to show it", status: 64, ends: [0]),
    HintScene("iapctl payment \(one) $R", "to show it", status: 64, blanks: ["ID"]),
    HintScene("iapctl journal \(one) $J", "to show it", before: consumed, status: 64, ends: [0]),
    HintScene("iapctl unconsumed \(one) $S", "to show it", status: 64, ends: [0, 0]),
    HintScene(
      "iapctl explain skipped", "to see what happened before", status: 0, blanks: ["PAYMENT_SEQ"]),
    HintScene(
      "iapctl unconsume \(one)", "a consume cannot be undone",
      before: "iapctl consume \(one) --user alice $S --ticket T", status: 64, ends: [0]),
    HintScene(
      "iapctl refund \(one) $S", "iapctl cannot refund a real payment", status: 64, ends: [0]),
  ]

  private static let stores = [
    HintScene(
      "iapctl store stats --now 2020-01-01 $S", "give a later instant", status: 64,
      blanks: ["PATH"]),
    HintScene(
      "iapctl unconsumed --user alice --store 'no store.db'", "make a store with", status: 66,
      ends: [0]),
    HintScene(
      "iapctl unconsumed --user alice --store x.db", "make a store with",
      before: "printf 'not a store, not a store' > x.db", status: 65, blanks: ["PATH"]),
    HintScene(
      "iapctl unconsumed --user alice --store t.db", "make a new store from its seed or a dump",
      before: "head -c 30000 s.db > t.db", status: 65, ends: [65]),
    HintScene(
      "iapctl store approve \(one) $S", "nothing was changed; to see", status: 4, ends: [0]),
    HintScene(
      "iapctl store refund 9 $S", "check the payment number; a dump", status: 3, ends: [0]),
    HintScene(
      "iapctl store load bad.json $S", "the manual page iapctl-fixture(5)",
      before: "echo '{\"format\":1,\"x\":1}' > bad.json", status: 65, ends: [0]),
    HintScene(
      "iapctl store fault add --on consume $S", "add one of --code N", status: 64, blanks: ["N"]),
    HintScene(
      "iapctl purchase gems --user alice $S", "list the products with", status: 3, ends: [0]),
    HintScene(
      "iapctl purchase gem.100 --user frank $S", "complete it first", status: 4, ends: [0]),
    HintScene(
      "iapctl purchase vip.month --user bob $S", "do not sell it again", status: 4, ends: [0]),
    HintScene(
      "iapctl unconsumed --user alice --url $URL --app-key-file wrong",
      "check the app key; to see its source", before: "echo wrong > wrong; chmod 600 wrong",
      status: 77, ends: [0]),
    HintScene(
      "iapctl config get user --profile game", "to see the value that is used", before: profiles,
      status: 3, ends: [0]),
    HintScene(
      "iapctl purchase gem.550 --user alice --simulate reserved $S",
      "payment {1} was reserved and not charged", status: 0, ends: [0]),
    HintScene(
      "iapctl purchase gem.550 --user alice --simulate interrupted $S",
      "payment {1} was charged, but the purchase", status: 0, ends: [0]),
    HintScene(
      "iapctl purchase gem.550 --user alice --simulate pending $S",
      "payment {1} waits for approval", status: 0, ends: [0, 4]),
    HintScene(
      "iapctl purchase gem.550 --user alice --promotion --defer $S", "{1} was not bought",
      status: 0,
      ends: [0]),
    HintScene(
      "iapctl unconsumed --user frank $S", "{1} interrupted purchase", status: 0, ends: [0]),
    HintScene(
      "iapctl subscriptions --user carol $S", "if a paid subscription is missing", status: 0,
      ends: [0]),
    HintScene(
      "iapctl reprocess --user frank $S", "payment {1} is FAILURE now",
      before: "iapctl store dump $S | sed 's/\"applicationUsername\":\"frank\"/"
        + "\"applicationUsername\":\"bob\"/' > seed; rm s.db; iapctl store init s.db --from seed",
      status: 4, ends: [0]),
    HintScene(
      "iapctl reprocess --user zed $R --api fixture", "payment {1} is FAILURE now",
      before: "iapctl purchase vip.month --user zed --simulate interrupted $S; "
        + "iapctl store advance 60d $S",
      status: 4, blanks: ["PATH"]),
    HintScene(
      "iapctl rehearse --case 'consume[1]:refused' --granted 'cat \"$IAPCTL_REHEARSAL/granted\"' "
        + "-- sh twice.sh",
      "to repeat {1}: {2}",
      before: "echo 'for n in $(iapctl unconsumed --user alice --fields paymentSeq -o jsonl | "
        + "tr -cd \"0-9\\n\"); do echo $n >> $IAPCTL_REHEARSAL/granted; "
        + "iapctl consume $n --user alice --settle 0s 2> out; done; exit 0' > twice.sh", status: 6,
      ends: [6]),
    HintScene(
      "iapctl rehearse --seed 'my seed' --granted true -- sh -c 'exit 3'", "run it once with",
      before: "iapctl store dump $S > 'my seed'", status: 6, ends: [3]),
  ]

  private static let servers = [
    HintScene(
      "iapctl unconsumed --transaction GPA.1 --user alice $R",
      "look up the payment in the IAP console (Transaction tab, search by", status: 64,
      blanks: ["PAYMENT_SEQ"]),
    HintScene("iapctl restore --user alice $R", "only the app can restore", status: 64, ends: [0]),
    HintScene(
      "iapctl restore --user alice --url $URL --app-key-file - < key", "only the app can restore",
      status: 64, blanks: ["FILE"]),
    HintScene(
      "iapctl payment list --user alice --user bob $R", "list what is stuck with", status: 64,
      ends: [0, 0]),
    HintScene(
      "iapctl payment list --transaction GPA.3375-2193-1175-57698 --user alice $G",
      "list what is stuck with", status: 64, ends: [0, 0]),
    HintScene(
      "iapctl unconsumed --older-than 1d --user alice $R", "games on Gamebase have times",
      status: 64,
      blanks: ["PAYMENT_SEQ"]),
    HintScene(
      "iapctl payment list --user alice $R", "list what is stuck with", status: 64, ends: [0, 0]),
    HintScene(
      "iapctl payment list --user alice $G", "list what is stuck with", status: 64, ends: [0, 0]),
  ]

  private static let settings = [
    HintScene(
      "iapctl unconsumed --user alice", "name a fixture store with --store PATH", status: 78,
      ends: [64]),
    HintScene(
      "iapctl unconsumed --user alice", "choose a profile with --profile NAME",
      before: "mkdir -p .config/iapctl; echo '{\"profiles\":{\"game\":{\"store\":\"s.db\"}}}' "
        + "> .config/iapctl/config.json", status: 78, ends: [0]),
    HintScene(
      "iapctl unconsumed --user alice --profile game", "add the profile with", status: 64,
      blanks: ["PATH"]),
    HintScene(
      "iapctl unconsumed --user alice --profile game", "for the REST API, give it the key with",
      before: "iapctl config set user alice --profile game", status: 78, blanks: ["FILE", "PATH"]),
    HintScene(
      "iapctl config use game", "there are no profiles; make one with", status: 64, ends: [64]),
    HintScene(
      "iapctl unconsumed --user alice", "; switch to one with",
      before:
        "mkdir -p .config/iapctl; echo '{\"profile\":\"x\",\"profiles\":{\"game\":{\"store\":\"s.db\"}}}' "
        + "> .config/iapctl/config.json", status: 78, ends: [0]),
    HintScene(
      "iapctl config set appKey abc", "pass it on standard input", status: 64, blanks: ["FILE"]),
    HintScene(
      "iapctl config init --name game --url http://127.0.0.1:1", "choose another name, or change",
      before: profiles, status: 64, blanks: ["KEY", "VALUE"]),
    HintScene(
      "iapctl config remove live --yes", "switch to another one first", before: profiles,
      status: 64,
      ends: [0]),
  ]
}

import TestSupport
import Testing

/// A small game server, as a script with curl: it grants the payments of user `u`, and may make a
/// mistake that real ones make.
struct GameServer: Sendable, CustomTestStringConvertible {
  /// What it does wrong, as functions that replace those of ``right``; empty if nothing.
  let mistake: String
  let testDescription: String

  init(_ name: String, _ mistake: String) { (testDescription, self.mistake) = (name, mistake) }

  static let right = GameServer("right", "")

  /// Prints what was granted.
  static let granted = #"cat "$IAPCTL_REHEARSAL/granted""#

  /// A game with payments 1, 2, …, one of a user who is not served, and one that was consumed before.
  static func seed(payments: Int) -> String {
    let rows = (1...payments).map { purchase("\($0)", of: "u") } + [purchase("90", of: "other")]
    return """
      {"format": 1, "appKey": "k", "clock": "2026-01-15T09:00:00Z",
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}],
       "purchases": [\(rows.joined(separator: ", ")),
        {"paymentSeq": "91", "userID": "u", "productIdentifier": "gem", "consumed": true}]}
      """
  }

  private static func purchase(_ number: String, of user: String) -> String {
    """
    {"paymentSeq": "\(number)", "userID": "\(user)", "productIdentifier": "gem",
     "accessToken": "t\(number)"}
    """
  }

  /// Writes the script into a folder.
  ///
  /// - Returns: the command that runs it.
  func command(in folder: TemporaryFolder) throws -> [String] {
    let name = "server-\(testDescription).sh"
    try folder.write(Self.functions + mistake + Self.main, to: name)
    return ["bash", folder[name]]
  }

  /// A grant is made once for each payment number, and taken back only if the payment was consumed
  /// elsewhere: before the first attempt of this server.
  private static let functions = #"""
    cd "$IAPCTL_REHEARSAL" || exit 1
    touch granted owned open finished
    status=0
    # One of them works at a time.
    lock() { exec 9> lock; flock 9; }

    # Prints the answer. It fails if there is none, or only a part of one.
    call() {
      curl -s --max-time "${PATIENCE:-60}" "$IAPCTL_URL/v1/service/$1" -d "$2" \
        -H "X-NHN-TCIAP-AppKey: $IAPCTL_APP_KEY" -H "Content-Type: application/json"
    }
    consume() { call consume "{\"paymentSeq\": \"$1\", \"accessToken\": \"$2\"}"; }
    code() { local rest=${1#*'"resultCode":'}; echo "${rest%%[,\}]*}"; }

    has() { grep -qx -- "$2" "$1"; }
    add() { echo "$2" >> "$1"; }
    drop() { grep -vx -- "$2" "$1" > new; mv new "$1"; }

    grant() { has owned "$1" || { add owned "$1"; add granted "$1"; }; }
    take_back() { ! has owned "$1" || { drop owned "$1"; add granted "-$1"; }; }

    begin() { :; }
    deliver() { # number token
      local answer earlier
      grant "$1"
      ! has open "$1" || earlier=yes
      add open "$1"
      answer=$(consume "$1" "$2") || { unanswered "$1" $?; return; }
      case $(code "$answer") in
        0) drop open "$1" ;;
        5018) drop open "$1"; consumed_elsewhere "$1" "$earlier" ;;
        5000) drop open "$1"; refused "$1" ;;
        *) unknown "$1" ;;
      esac
    }
    refused() { take_back "$1"; }
    consumed_elsewhere() { [ "$2" ] || take_back "$1"; }
    unanswered() { unknown "$1"; } # number, exit status of curl
    unknown() { status=1; }
    finish() { :; }

    """#

  private static let main = #"""

    lock
    begin
    list=$(call consumable '{"marketId": "AS", "userChannel": "GF", "userKey": "u"}') || exit 1
    [ "$(code "$list")" = 0 ] || exit 1
    while read -r number token; do
      [ -z "$number" ] || has finished "$number" || deliver "$number" "$token"
    done <<< "$(sed 's/},{/}\n{/g' <<< "$list" \
      | sed -nE 's/.*"paymentSeq":"([0-9]+)".*"accessToken":"([^"]+)".*/\1 \2/p')"
    finish
    exit "$status"
    """#
}

extension GameServer {
  /// Grants first, and keeps the grant if the payment was consumed elsewhere.
  static let neverUndoes = GameServer(
    "never-undoes", #"consumed_elsewhere() { add finished "$1"; }"#)

  /// Consumes first, and forgets the payment if it does not hear of that.
  static let forgets = GameServer(
    "forgets",
    #"""
    deliver() {
      local answer
      answer=$(consume "$1" "$2") || { status=1; return; }
      if [ "$(code "$answer")" = 0 ]; then grant "$1"; else status=1; fi
    }
    """#)

  /// Mistakes that real servers make, each with a case that finds it.
  static let mistakes: [(server: GameServer, finding: String, verdict: String)] = [
    (neverUndoes, "consume[1]:elsewhere", "given"), (forgets, "consume[1]:killed-after", "lost"),
    (
      GameServer("undoes-after-unknown", #"unknown() { take_back "$1"; status=1; }"#),
      "consume[1]:lost", "lost"
    ),
    (
      GameServer(
        "undoes-after-time-out", #"unanswered() { [ "$2" != 28 ] || take_back "$1"; status=1; }"#),
      "consume[1]:late", "lost"
    ),
    (
      GameServer(
        "takes-half-an-answer-for-a-refusal",
        #"unanswered() { [ "$2" != 18 ] || take_back "$1"; status=1; }"#),
      "consume[1]:cut", "lost"
    ),
    (
      GameServer(
        "grants-if-consumed-already",
        #"""
        deliver() {
          case $(code "$(consume "$1" "$2")") in 0 | 5018) add granted "$1" ;; *) status=1 ;; esac
        }
        """#), "consume[1]:elsewhere", "given"
    ),
    (
      GameServer(
        "takes-any-answer-for-success",
        #"deliver() { if consume "$1" "$2" > answer; then grant "$1"; add finished "$1"; else status=1; fi; }"#
      ),
      "consume[1]:9999", "given"
    ),
    (
      GameServer("grants-at-each-attempt", #"grant() { add granted "$1"; }"#),
      "consume[1]:refused", "doubled"
    ),
    (
      GameServer(
        "has-a-new-number-for-each-attempt",
        #"grant() { local key=$1-$RANDOM$RANDOM; has owned "$key" || { add owned "$key"; add granted "$1"; }; }"#
      ),
      "consume[1]:503", "doubled"
    ),
    (
      GameServer(
        "takes-another-run-for-an-earlier-attempt",
        #"""
        lock() { :; }
        deliver() {
          add open "$1"
          case $(code "$(consume "$1" "$2")") in
            0) add granted "$1" ;;
            5018) [ "$(grep -cx -- "$1" open)" = 1 ] || add granted "$1" ;;
            *) status=1 ;;
          esac
        }
        """#), "consume[1]:twin", "doubled"
    ),
    (
      GameServer("keeps-what-is-refunded", "refused() { :; }"), "consume[1]:refunded", "refunded"
    ),
    (
      GameServer(
        "holds-what-it-does-not-know",
        #"unknown() { take_back "$1"; add granted "?$1"; add finished "$1"; }"#),
      "consume[1]:500", "held"
    ),
    (
      GameServer("gives-up", #"unknown() { take_back "$1"; add finished "$1"; }"#),
      "consume[1]:500", "stuck"
    ),
    (
      GameServer(
        "grants-its-queue-again",
        #"begin() { while read -r number; do add granted "$number"; done < open; : > open; }"#),
      "consume[1]:killed-after", "doubled"
    ),
    (
      GameServer(
        "writes-its-records-at-the-end",
        #"""
        grant() { has owned "$1" || { add granted "$1"; records+="$1"$'\n'; }; }
        finish() { printf '%s' "$records" >> owned; }
        """#), "consume[1]:killed-before", "doubled"
    ),
    (
      GameServer(
        "takes-back-what-is-unfinished",
        #"begin() { while read -r number; do take_back "$number"; done < open; : > open; }"#),
      "consume[1]:killed-after", "lost"
    ),
    (
      GameServer(
        "repeats-the-whole-delivery",
        #"""
        deliver() {
          local try
          for try in 1 2 3; do
            add granted "$1"
            [ "$(code "$(consume "$1" "$2")")" != 0 ] || return 0
          done
          status=1
        }
        """#), "consume[1]:429", "doubled"
    ),
  ]
}

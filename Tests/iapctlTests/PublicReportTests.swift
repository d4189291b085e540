import TestSupport
import Testing
import Text

/// Faults that people reported of neighbouring programs, tried on iapctl.
@Suite(.blocking)
struct PublicReportTests: ServesStores {
  @Test(arguments: [
    "GPA.3375-2193-1175-57698", "gpa.3375–2193−1175—57698", "GPA.3375 2193 1175 57698",
    "gpa.3375\u{2011}2193-1175-\u{200b}57698",
  ])
  func `An order number is one, in any case and with any dash`(_ order: String) throws {
    let (folder, program) = try sample()
    let shown = try program.run("payment", "show", order, "--fields", "paymentSeq", "-o", "csv")
    #expect(shown.output.contains("2026011410000001"), "\(shown.errors)")
    let listed = try program.run("payment", "list", "--transaction", order, "-o", "csv")
    #expect(listed.output.contains("2026011410000001"), "\(listed.errors)")
    let consumed = try program.run("consume", order)
    #expect(consumed.status == 3 && consumed.errors.contains("2026011410000001"))
    let list = try folder.write(
      "paymentSeq,user,주문번호\n2026011410000001,alice,\(order)\n", to: "list")
    let run = try program.run("consume", "--from", list, "--dry-run")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test
  func `Purchases in Google Play have its order numbers, and renewals those of their order`() throws
  {
    let (_, program) = try sample()
    let bought = try program.run(
      "purchase", "vip_month", "--user", "bob", "--market", "GG", "-o", "csv", "--no-header",
      "--fields", "transactionIdentifier")
    let order = bought.output.replacing("\r\n", with: "")
    #expect(order.wholeMatch(of: /GPA\.[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{5}/) != nil, "\(order)")
    #expect(try program.run("store", "advance", "70d").status == 0)
    let listed = try program.run(
      "payment", "list", "--transaction", order, "-o", "csv", "--no-header", "--fields",
      "transactionIdentifier,originalTransactionIdentifier")
    #expect(
      listed.output == ["", "..0", "..1"].map { "\(order)\($0),\(order)\r\n" }.joined(),
      "\(listed.errors)")
    let one = try program.run("payment", "list", "--transaction", order + "..1", "-o", "jsonl")
    #expect(one.output.split(separator: "\n").count == 1)
    for user in ["alice", "carol"] {
      _ = try program.run(
        "purchase", "coin_500", "--user", user, "--market", "GG", "--simulate", "interrupted")
      let done = try program.run(
        "reprocess", "--user", user, "-o", "csv", "--no-header", "--fields", "transactionIdentifier"
      )
      #expect(done.output.hasPrefix("GPA."), "\(done.output)")
    }
    let apple = try program.run("purchase", "gem.100", "--user", "bob", "-o", "jsonl")
    #expect(!apple.output.contains("GPA."))
    #expect(try program.run("store", "check").status == 0)
  }

  @Test(arguments: [
    ("UTC+9", "Etc/GMT-9"), ("GMT-3", "Etc/GMT+3"), ("+09:00", "Etc/GMT-9"),
    // A zone of whole hours would be wrong.
    ("UTC+5:30", "such as Asia/Kolkata or Asia/Seoul"),
    ("+0530", "such as Asia/Kolkata or Asia/Seoul"),
    ("GMT+05:45", "such as Asia/Kolkata or Asia/Seoul"),
  ])
  func `An offset is no time zone, and what is meant is named`(_ zone: String, _ said: String)
    throws
  {
    let run = try Program(in: try TemporaryFolder()).run("journal", "list", "--time-zone=\(zone)")
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains(said), "\(run.errors)")
    #expect(run.errors.contains("Etc/GMT") == said.hasPrefix("Etc/"), "\(run.errors)")
  }

  @Test(
    arguments: ["csv", "spreadsheet"],
    [
      "paymentSeq,userID", "userID,paymentSeq,price",
      "paymentSeq,userID,originalTransactionIdentifier",
    ])
  func `Users with spaces and signs are read back exactly, with any fields`(
    _ format: String, _ fields: String
  ) throws {
    let (folder, program) = try sample()
    let users = [" kim ", "lee ", "'=1+2", "'=1, 2", "\u{a0}park", "a, b "]
    for user in users {
      #expect(try program.run("purchase", "gem.100", "--user=\(user)").status == 0)
    }
    let list = try program.run("unconsumed", "--all-users", "-o", format, "--fields", fields)
    let path = try folder.write(list.output, to: "list")
    let run = try program.run("consume", "--from", path, "--yes", "-o", "jsonl")
    #expect(run.status == 0, "\(list.output)\(run.errors)")
    #expect(try program.run("unconsumed", "--all-users", "--fail-empty").status == 6)
  }

  @Test
  func `A whole URL as the target of a request, and an allowed host, are answered`() throws {
    let (folder, program) = try sample()
    let server = try program.serve("--store", folder["s.db"], "--allow-host", "iap.test")
    let open = try program.shell(
      """
      for hosts in 'iap.test iap.test:80' 'iap.test other.test' 'other.test iap.test' 'a@iap.test iap.test' \
        '/ iap.test'
      do
        printf 'GET http://%s/healthz HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\n\\r\\n' \
          $hosts | bash -c 'exec 3<>/dev/tcp/127.0.0.1/\(server.port); cat >&3; head -1 <&3'
      done
      """)
    let answers = open.output.split { $0.isNewline }.map { $0.split(separator: " ")[1] }
    #expect(answers == ["200", "403", "403", "403", "403"], "\(open.output) \(open.errors)")
    try server.stop()
  }

  @Test
  func `A follower of the log ends when its reader is gone`() throws {
    let (_, program) = try sample()
    #expect(try program.run("consume", "2026011210000001").status == 0)
    let run = try program.shell(
      #"bash -c 'timeout 20 "$IAPCTL" store log --follow | head -1; echo "${PIPESTATUS[0]}"'"#)
    #expect(run.output.contains("141"), "\(run.output) \(run.errors)")
    #expect(!run.output.contains("124"), "\(run.output) \(run.errors)")
  }

  @Test
  func `A follower of the log loses nothing when the store is reset`() throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    try folder.write(
      #"""
      set -e
      iapctl() { "$IAPCTL" "$@"; }
      call() { curl -fsS "$IAPCTL_URL/fixture/v1/$1" -H "X-NHN-TCIAP-AppKey: $IAPCTL_APP_KEY" \
        -H "Content-Type: application/json" -d "$2" > "$3"; }
      until_seen() { while read -r line <&3; do case $line in *"$1"*) echo "$1"; return;; esac; done; }
      mkfifo log
      iapctl store log --follow -o jsonl --store "$IAPCTL_FIXTURE_STORE" > log 2> notes &
      follower=$!
      exec 3< log
      for user in first second; do call purchase "{\"userID\": \"$user\", \"productIdentifier\": \"gem.100\"}" /dev/null; done
      until_seen second
      call reset "" /dev/null
      call purchase '{"userID": "third", "productIdentifier": "gem.100"}' /dev/null
      until_seen third
      call purchase '{"userID": "fourth", "productIdentifier": "gem.100"}' /dev/null
      until_seen fourth
      kill $follower
      """#.replacing("\\\n", with: "\\\n"), to: "follow.sh")
    let run = try program.shell(
      "cd '\(folder.path)' && timeout 50 \"$IAPCTL\" serve --sample -- bash follow.sh; cat notes")
    #expect(run.output.contains("second\nthird\nfourth\n"), "\(run.output) \(run.errors)")
    #expect(run.output.contains("the store was reset"), "\(run.output)")
  }

  @Test
  func `The log of a store is filtered`() throws {
    let (_, program) = try sample()
    #expect(try program.run("consume", "2026011210000001").status == 0)
    for filter in [
      ["--user", "alice", "--kind", "consumed"],
      ["--payment", "2026011210000001", "--kind=consumed"],
    ] {
      let run = try program.run(
        words: ["store", "log", "-o", "csv", "--no-header", "--fields", "paymentSeq"] + filter)
      #expect(run.output == "2026011210000001\r\n", "\(filter): \(run.output) \(run.errors)")
    }
    let none = try program.run("store", "log", "--user", "nobody", "-o", "csv", "--no-header")
    #expect(none.output.isEmpty)
  }

  @Test(arguments: [
    (["payment", "123"], "iapctl payment show 123"),
    (["unconsumed", "alice"], "iapctl unconsumed --user alice"),
    (["consume", "2026 0112 1"], "has a space in it"),
    (["explain", "18", "--domain", "com.toast.iap"], "codes of the old SDK end at 17"),
  ])
  func `A near miss is understood`(_ words: [String], _ said: String) throws {
    let (_, program) = try sample()
    let run = try program.run(words: words)
    #expect(run.status != 0 && run.errors.contains(said), "\(run.errors)")
  }

  @Test
  func `Durations have one grammar`() throws {
    let (_, program) = try sample()
    for words in [
      ["products", "--timeout", "500ms"], ["products", "--timeout", "2m"],
      ["products", "--timeout", "0.5"], ["unconsumed", "--all-users", "--older-than", "5"],
      ["unconsumed", "--all-users", "--older-than", "0.5s"],
      [
        "store", "fault", "add", "--on", "consume", "--domain", "http", "--code", "102", "--delay",
        "2",
      ],
    ] { #expect(try program.run(words: words).status == 0, "\(words)") }
  }

  @Test
  func `A consumed payment that was refunded is both`() throws {
    let (_, program) = try sample()
    #expect(try program.run("consume", "2026011210000001").status == 0)
    #expect(try program.run("store", "refund", "2026011210000001").status == 0)
    let list = try program.run(
      "payment", "list", "--user", "alice", "--state", "REFUND", "-o", "csv", "--no-header",
      "--fields", "paymentSeq,consumed")
    #expect(
      list.output == "2026010810000001,false\r\n2026011210000001,true\r\n", "\(list.output)")
  }

  @Test(arguments: [
    "NHNCloudIAPErrorExpired", "ToastIAPErrorExpired", "nhncloudhttperrorrequesttimeout",
  ])
  func `The names of the SDK's enums are explained`(_ name: String) throws {
    let run = try Program(in: try TemporaryFolder()).run("explain", name, "-o", "jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
  }
}

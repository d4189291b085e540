import TestSupport
import Testing

/// The ways to consume something that was not meant. Each is refused, or says what is wrong, and nothing
/// is sent.
@Suite(.blocking)
struct NotMeantTests {
  struct Way: Sendable, CustomTestStringConvertible {
    let name: String
    let words: String
    var sheet: String?
    var variables: [String: String] = [:]
    /// Whether it happens on the server; else on the store.
    var isRemote = false
    let status: Int32
    let said: String

    var testDescription: String { name }
  }

  private static let payments = ["2026011210000001", "2026011410000001", "2026011110000001"]

  static let ways: [Way] = [
    // The place
    Way(
      name: "a key beside a store", words: "consume 2026011210000001 --app-key-file KEY",
      status: 64,
      said: "does not use --app-key-file"),
    Way(
      name: "a store and a server", words: "consume 2026011210000001 --url http://127.0.0.1:9",
      variables: ["IAPCTL_URL": "http://127.0.0.1:8"], status: 78,
      said: "no app key for http://127.0.0.1:9"),
    Way(
      name: "two places in the environment", words: "consume 2026011210000001",
      variables: ["IAPCTL_URL": "http://127.0.0.1:8"], status: 78, said: "two backends given"),
    Way(
      name: "the key of another server",
      words: "consume 2026011210000001 --user alice --url http://127.0.0.1:9", isRemote: true,
      status: 78, said: "IAPCTL_APP_KEY is for http://127.0.0.1:"),
    Way(
      name: "a profile that does not exist", words: "consume 2026011210000001 --profile prdo",
      status: 64, said: "no profile 'prdo'"),
    // The number
    Way(
      name: "an order number", words: "consume GPA.3341-1234-5678-90123 --user alice",
      isRemote: true, status: 64, said: "an order number of Google Play"),
    Way(
      name: "the order number of a payment that the store has",
      words: "consume GPA.3375-2193-1175-57698", status: 3,
      said: "is the transaction of payment 2026011410000001"),
    Way(
      name: "the order number of a payment that the server has",
      words: "consume GPA.3375-2193-1175-57698 --user alice --api fixture", isRemote: true,
      status: 3, said: "is the transaction of payment 2026011410000001"),
    Way(
      name: "rounded arguments",
      words: "consume 2026011210000000 2026011410000000 2026011110000000", status: 65,
      said: "rounded"),
    Way(
      name: "a rounded sheet", words: "consume --from SHEET --yes",
      sheet: "paymentSeq\n2026011210000000\n2026011410000000\n2026011110000000\n", status: 65,
      said: "rounded"),
    Way(
      name: "an exponent", words: "consume --from SHEET --yes",
      sheet: "paymentSeq\n2.02601E+15\n", status: 65, said: "2.02601E+15"),
    Way(
      name: "a row of totals", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,price\n2026011210000001,1500\n합계,1500\n", status: 65,
      said: "paymentSeq '합계'"),
    Way(
      name: "a header further down", words: "consume --from SHEET --yes",
      sheet: "list of January\n\npaymentSeq,user\n2026011210000001,alice\n", status: 65,
      said: "looks like the header"),
    // The row
    Way(
      name: "a column that is not understood", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,spieler\n2026011210000001,bob\n", status: 65, said: "spieler"),
    Way(
      name: "a column of players", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,player\n2026011210000001,bob\n", status: 65,
      said: "store says alice; the row says bob"),
    Way(
      name: "another price", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,price\n2026011210000001,\"15,000\"\n", status: 65,
      said: "store says KRW 1,500; the row says 15,000"),
    Way(
      name: "another product", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,productIdentifier\n2026011210000001,coin_500\n", status: 65,
      said: "store says gem.100; the row says coin_500"),
    Way(
      name: "another user, over the REST API", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,user\n2026011110000001,alice\n2026011210000001,bob\n", isRemote: true,
      status: 65, said: "line 2: list says bob; the row says alice"),
    Way(
      name: "a typed user beside a row of another", words: "consume --from SHEET --user bob --yes",
      sheet: "paymentSeq,user\n2026011210000001,alice\n", status: 65, said: "--user is bob"),
    Way(
      name: "one payment with two users", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,user\n2026011210000001,alice\n2026011210000001,bob\n", status: 65,
      said: "the same payment is in line"),
    // All payments
    Way(
      name: "everything of a user in a variable", words: "consume --all --yes",
      variables: ["IAPCTL_USER": "alice"], status: 64,
      said: "--all needs --user on the command line"),
    Way(
      name: "the first of a list without times",
      words: "consume --all --user alice --limit 1 --yes",
      isRemote: true, status: 64, said: "gives no times of purchase"),
    Way(
      name: "a product that the item list does not have",
      words: "consume --all --user alice --product gem.100 --app-seq GG=1000047 --market AS --yes",
      isRemote: true, status: 5, said: "is of a product that the item list does not have"),
    Way(
      name: "an unknown market", words: "consume 2026011210000001 --market AP", status: 64,
      said: "no market 'AP' in this store"),
    Way(
      name: "another market's payment", words: "consume 2026011210000001 --market GG", status: 3,
      said: "belongs to market AS"),
    Way(
      name: "another user's payment", words: "consume 2026011210000001 --user bob", status: 4,
      said: "belongs to another user"),
    // What a column says
    Way(
      name: "a refunded amount is no price", words: "consume --from SHEET --yes",
      sheet: "결제번호,유저ID,환불금액\n2026011210000001,alice,\n2026011410000001,alice,600\n", status: 65,
      said: "line 3 says '600' in '환불금액'"),
    Way(
      name: "the time of a refund is no time of purchase", words: "consume --from SHEET --yes",
      sheet: "결제번호,환불일시\n2026011210000001,\n2026011410000001,2026-03-30 11:00\n", status: 65,
      said: "run again with --ignore-columns 환불일시"),
    Way(
      name: "a column of what is to be granted", words: "consume --from SHEET --yes",
      sheet:
        "결제번호,지급대상\n2026011210000001,Y\n2026011410000001,N\n2026011110000001,Y\n", status: 65,
      said: "line 3 says 'N' in '지급대상'"),
    Way(
      name: "a rare note without a known word", words: "consume --from SHEET --yes",
      sheet: "결제번호,비고\n2026011210000001,\n2026011410000001,QA 팀\n2026011110000001,\n",
      status: 65, said: "line 3 says 'QA 팀' in '비고'"),
    Way(
      name: "what iapctl itself calls consumed", words: "consume --from SHEET --yes",
      sheet: "결제번호,상태\n2026011210000001,소비됨\n2026011410000001,소비됨\n", status: 65,
      said: "'상태' says '소비됨' (lines 2–3)"),
    Way(
      name: "a key that says no", words: "consume --from SHEET --yes",
      sheet: """
        {"paymentSeq": "2026011210000001", "skip": true}
        {"paymentSeq": "2026011410000001"}

        """, status: 65, said: "line 1 says 'true' in 'skip'"),
    Way(
      name: "a note in a column of iapctl", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,payload\n2026011210000001,소비하지 말 것\n", status: 65,
      said: "payload '소비하지 말 것' may say that this payment is not to be consumed"),
    Way(
      name: "a note beside a ticket", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,ticket\n2026011210000001,HELP-2 (환불)\n", status: 65,
      said: "ticket 'HELP-2 (환불)' may say"),
    Way(
      name: "a title with a count", words: "consume --from SHEET --yes --skip-bad-lines",
      sheet: "결제번호,유저ID,금액\n취소 2건,김대리,\n2026011210000001,alice,1500\n", status: 65,
      said: "it stands below '취소 2건'"),
    Way(
      name: "a title beside the table", words: "consume --from SHEET --yes --skip-bad-lines",
      sheet: "결제번호,금액\n,,여기부터 보류\n2026011210000001,1500\n", status: 65,
      said: "it stands below '여기부터 보류'"),
    Way(
      name: "rows within quotes", words: "consume --from SHEET --yes --ignore-columns 비고",
      sheet: "결제번호,금액,비고\n2026011210000001,1500,\"24인치\n2026011410000001,600,27인치\"\n",
      status: 65, said: "a cell in quotes has a line that begins like a row"),
    Way(
      name: "a name that is no market", words: "consume --from SHEET --yes",
      sheet: "결제번호,스토어\n2026011210000001,환불\n", status: 65, said: "storeCode '환불'"),
    Way(
      name: "a time of another day", words: "consume --from SHEET --yes --time-zone Asia/Seoul",
      sheet: "결제번호,결제일시\n2026011210000001,2026-01-12 20:20\n2026011410000001,2025-01-01\n",
      status: 65, said: "line 3: store says 2026-01-15 07:05:10.500 +09:00; the row says 2025-01-01"
    ),
    Way(
      name: "an amount in yuan", words: "consume --from SHEET --yes",
      sheet: "결제번호,금액\n2026011410000001,600元\n", status: 65,
      said: "store says JPY 600; the row says CNY 600"),
    Way(
      name: "a sandbox payment that is none", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,sandboxPayment\n2026011210000001,TRUE\n", status: 65,
      said: "the row says sandboxPayment true"),
    Way(
      name: "an order number under Gamebase's name", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,paymentId\n2026011410000001,GPA.1111-2222-1333-00002\n", status: 65,
      said: "--columns transactionIdentifier=paymentId"),
    // A token
    Way(
      name: "a token of somebody else", words: "consume --from SHEET --yes",
      sheet: "paymentSeq,userID,accessToken\n2026011110000001,bob,sample-token-alice-1\n",
      isRemote: true, status: 65, said: "the row says another token"),
    Way(
      name: "a typed token of another payment",
      words: "consume 2026011210000001 --user alice --token-file TOKEN", isRemote: true, status: 65,
      said: "the token does not belong to payment 2026011210000001"),
    Way(
      name: "swapped tokens in a dry run over the API of a store",
      words: "consume --from SHEET --dry-run --compare none --api fixture",
      sheet: """
        paymentSeq,accessToken
        2026011210000001,sample-token-alice-2
        2026011410000001,sample-token-alice-1

        """, isRemote: true, status: 65,
      said: "2 × the token does not belong to payment"),
    Way(
      name: "another user in a dry run over the API of a store",
      words: "consume 2026011210000001 --user bob --dry-run --api fixture", isRemote: true,
      status: 4, said: "belongs to another user"),
    Way(
      name: "another market in a dry run over the API of a store",
      words: "consume 2026011210000001 --market GG --dry-run --api fixture", isRemote: true,
      status: 3, said: "belongs to market AS"),
    Way(
      name: "a payment that a user does not have, in a dry run over the API of a store",
      words: "consume 9 --user alice --dry-run --api fixture", isRemote: true, status: 3,
      said: "payment 9 is not in the unconsumed list of alice"),
    Way(
      name: "no question in a dry run over the API of a store",
      words: "consume 2026011210000001 --user alice --market AS --dry-run --api fixture",
      isRemote: true, status: 0, said: "would consume 1 payment of user alice in market AS"),
    // Without a look
    Way(
      name: "a sheet without a question", words: "consume --from SHEET",
      sheet: "paymentSeq\n2026011210000001\n", status: 2, said: "not confirmed"),
    Way(
      name: "a delivery that fails",
      words: "consume 2026011210000001 --user alice --deliver false", status: 5,
      said: "the delivery of payment 2026011210000001 failed"),
  ]

  @Test(arguments: ways)
  func `Nothing is sent, and it is said why`(_ way: Way) throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    #expect(try program.run("store", "init", folder["g.db"], "--sample").status == 0)
    let server = way.isRemote ? try program.serve("--store", folder["g.db"]) : nil
    if let server {
      program.variables["IAPCTL_URL"] = "http://127.0.0.1:\(server.port)"
      program.variables["IAPCTL_APP_KEY"] = "sample-app-key"
    } else {
      program.variables["IAPCTL_STORE"] = folder["g.db"]
      program.variables["IAPCTL_APP_KEY"] = "sample-app-key"
    }
    program.variables.merge(way.variables) { $1 }
    let sheet = try folder.write(Array((way.sheet ?? "").utf8), to: "sheet.csv")
    let key = try folder.write(Array("sample-app-key".utf8), to: "key")
    let token = try folder.write(Array("sample-token-alice-2".utf8), to: "token")
    let words = way.words.split(separator: " ").map { word in
      ["SHEET": sheet, "KEY": key, "TOKEN": token][String(word)] ?? String(word)
    }
    let run = try program.run(words: words)
    #expect(run.status == way.status, "\(run.errors)")
    #expect(run.errors.contains(way.said), "\(run.errors)")
    if let server { try server.stop() }
    let left = try program.run(
      "unconsumed", "--all-users", "--store", folder["g.db"], "--fields", "paymentSeq", "-o", "csv",
      "--no-header")
    for payment in Self.payments { #expect(left.output.contains(payment), "\(left.errors)") }
  }
}

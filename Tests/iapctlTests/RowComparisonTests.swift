import TestSupport
import Testing

/// A row that says something else than its payment: on a store, and over the REST API wherever a
/// user's list is asked.
@Suite(.blocking)
struct RowComparisonTests: ServesStores {
  /// What the payments of the store are. Nobody has a payment 4.
  private static let seed = """
    {"format": 1, "appKey": "sample-app-key",
     "products": [
       {"productIdentifier": "gem", "productSeq": 7, "productType": "CONSUMABLE", "price": 1500,
        "currency": "KRW"},
       {"productIdentifier": "gem", "productSeq": 9, "productType": "CONSUMABLE", "price": 1500,
        "currency": "KRW", "storeCode": "GG"}],
     "purchases": [
       {"paymentSeq": "1", "userID": "user11", "productIdentifier": "gem", "storeCode": "AS",
        "accessToken": "t-1", "transactionIdentifier": "T1"},
       {"paymentSeq": "2", "userID": "user49", "productIdentifier": "gem", "storeCode": "GG",
        "accessToken": "t-2"},
       {"paymentSeq": "3", "userID": "user49", "productIdentifier": "gem", "storeCode": "AS",
        "accessToken": "t-3"},
       {"paymentSeq": "5", "userID": "user11", "productIdentifier": "gem", "storeCode": "AS",
        "accessToken": "t-5"}]}
    """

  final class Desk {
    let folder: TemporaryFolder
    var program: Program
    private var server: Program.Server?

    init(remote: Bool, seed: String = RowComparisonTests.seed) throws {
      folder = try TemporaryFolder()
      program = Program(in: folder)
      program.variables["XDG_STATE_HOME"] = folder["state"]
      let seed = try folder.write(seed, to: "seed.json")
      let made = try program.run("store", "init", folder["s.db"], "--from", seed)
      #expect(made.status == 0, "\(made.errors)")
      if remote {
        let server = try program.serve("--store", folder["s.db"])
        self.server = server
        program.variables["IAPCTL_URL"] = "http://127.0.0.1:\(server.port)"
        program.variables["IAPCTL_APP_KEY"] = "sample-app-key"
      } else {
        program.variables["IAPCTL_STORE"] = folder["s.db"]
      }
    }

    /// The payments that are still unconsumed.
    func left() throws -> String {
      let list = try program.run(
        "unconsumed", "--all-users", "--store", folder["s.db"], "--fields", "paymentSeq", "-o",
        "csv", "--no-header")
      return list.output.split(separator: "\r\n").joined(separator: " ")
    }

    deinit { _ = try? server?.stop() }
  }

  /// A row, and what is said of it; nil if it agrees.
  private static let rows: [(header: String, row: String, said: String?)] = [
    (
      "paymentSeq,user,price,currency", "1,user49,1510,KRW",
      "says user11, KRW 1,500; the row says user49, KRW 1,510"
    ),
    ("paymentSeq,user,price,currency", "1,user11,1500.00,krw", nil),
    ("paymentSeq,user,currency", "1,user11,JPY", "says KRW 1,500; the row says JPY"),
    ("paymentSeq,user,productSeq", "1,user11,8", "says product 7; the row says product 8"),
    ("paymentSeq,user,memo", "1,user11,ignored", nil),
  ]

  /// Four payments of gems, the first of which is a year old, and one of a chest at the same price.
  private static let seedOfNames = """
    {"format": 1, "appKey": "sample-app-key",
     "products": [
       {"productIdentifier": "gem", "productSeq": 7, "productType": "CONSUMABLE", "price": 1500,
        "currency": "KRW"},
       {"productIdentifier": "chest", "productSeq": 8, "productType": "CONSUMABLE", "price": 1500,
        "currency": "KRW"}],
     "purchases": [
       {"paymentSeq": "1", "userID": "user11", "productIdentifier": "gem",
        "purchaseTime": "2024-12-31T16:00:00Z"},
       {"paymentSeq": "2", "userID": "user49", "productIdentifier": "gem",
        "purchaseTime": "2026-01-02T00:00:00Z"},
       {"paymentSeq": "3", "userID": "user49", "productIdentifier": "chest"},
       {"paymentSeq": "4", "userID": "user11", "productIdentifier": "gem"},
       {"paymentSeq": "5", "userID": "user11", "productIdentifier": "gem"}]}
    """

  @Test(arguments: [false, true])
  func `A product's name means the product of most rows with it`(_ isRemote: Bool) throws {
    let desk = try Desk(remote: isRemote, seed: Self.seedOfNames)
    let rows = ["1,user11", "2,user49", "3,user49", "4,user11", "5,user11"].map { "\($0),루비 330개" }
    let sheet = "결제번호,유저,상품명\n" + rows.joined(separator: "\n")
    let run = try desk.program.run(
      "consume", "--from", "-", "--yes", "-o", "jsonl", input: sheet)
    #expect(run.status == 65, "\(run.errors)")
    let (product, usual) = isRemote ? ("8", "7") : ("chest", "gem")
    #expect(
      run.errors.contains(
        """
        line 4: its payment is of \(product), and the payments of other rows with the name '루비 330개' are of \(usual)
        """), "\(run.errors)")
    #expect(try desk.left() == "1 2 3 4 5")
    // The list of a user has no times over this API.
    let far = try desk.program.run(
      "consume", "--from", "-", "--dry-run", "--time-zone", "Asia/Seoul",
      input: "paymentSeq,user\n1,user11\n2,user49\n")
    #expect(
      far.errors.contains("these payments were bought from 2025-01-01 to 2026-01-02") == !isRemote,
      "\(far.errors)")
    // Too few rows have the name.
    let few = try desk.program.run(
      "consume", "--from", "-", "--dry-run",
      input: "결제번호,유저,상품명\n1,user11,루비\n3,user49,루비\n")
    #expect(few.status == 0, "\(few.errors)")
    #expect(few.errors.contains("does not have it: productName"), "\(few.errors)")
    let skipping = try desk.program.run(
      "consume", "--from", "-", "--yes", "--skip-bad-lines", input: sheet)
    #expect(skipping.status == 5, "\(skipping.errors)")
    #expect(try desk.left() == "3")
  }

  @Test(arguments: rows.map { $0 }, [false, true])
  func `A row is compared with its payment before anything is sent`(
    _ row: (header: String, row: String, said: String?), _ isRemote: Bool
  ) throws {
    let desk = try Desk(remote: isRemote)
    let columns = row.header.split(separator: ",").dropFirst(2)
    let values = ["price": "1500", "currency": "KRW", "productSeq": "7", "memo": ""]
    let rest = columns.map { ",\(values[String($0)] ?? "")" }.joined()
    let sheet = "\(row.header)\n3,user49\(rest)\n\(row.row)\n5,user11\(rest)\n"
    for more in [["--dry-run"], []] {
      let path = try desk.folder.write(sheet, to: "list")
      let run = try desk.program.run(
        words: ["consume", "--from", path, "--yes"]
          + (columns.contains("memo") ? ["--ignore-columns", "memo"] : []) + more)
      guard let said = row.said else {
        #expect(run.status == 0, "\(run.errors)")
        continue
      }
      #expect(run.status == 65, "\(run.errors)")
      let source = isRemote ? "list" : "store"
      #expect(run.errors.contains("line 3: \(source) \(said)"), "\(run.errors)")
    }
    #expect(try desk.left() == (row.said == nil ? "2" : "1 2 3 5"))
  }

  @Test(arguments: [false, true])
  func `With --skip-bad-lines the other rows are consumed`(_ isRemote: Bool) throws {
    let desk = try Desk(remote: isRemote)
    let path = try desk.folder.write(
      "paymentSeq,user\n1,user49\n2,user49\n3,user49\n", to: "list")
    let run = try desk.program.run(
      words: ["consume", "--from", path, "--yes", "--skip-bad-lines"])
    #expect(run.status == 5, "\(run.errors)")
    #expect(try desk.left() == "1 5")
  }

  /// The user of the payment, the user of the row, and what is said.
  private static let lookAlikes = [
    ("alice", "\u{430}lice", #"store says alice; the row says \u0430lice"#),
    ("\u{e9}va", "e\u{301}va", #"store says \u00e9va; the row says e\u0301va"#),
    ("kim ", "kim", #"store says kim\u0020; the row says kim"#),
    ("l0ck", "lOck", #"store says l\u0030ck; the row says l\u004fck"#),
    ("ann", "bea", "store says ann; the row says bea"),
  ]

  @Test(arguments: lookAlikes)
  func `Users that look the same are told apart`(
    _ user: String, _ named: String, _ said: String
  ) throws {
    let (folder, program) = try sample()
    let bought = try program.run(
      "purchase", "gem.100", "--user=\(user)", "-o", "csv", "--fields", "paymentSeq", "--no-header")
    let payment = String(bought.output.prefix { $0.isNumber })
    let path = try folder.write("paymentSeq,user\n\(payment),\(named)\n", to: "list")
    let run = try program.run("consume", "--from", path, "--yes")
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("line 2: \(said)\n"), "\(run.errors)")
  }

  @Test(arguments: [
    ("2026-01-12T11:20:00Z", false, "UTC"), ("2026-01-12 20:20:00+09", false, "UTC"),
    ("2026-01-12 20:20:00", true, "UTC"), ("2026-01-12", false, "UTC"),
    ("2026-01-13", true, "UTC"), ("2026-01-13", false, "Pacific/Kiritimati"),
    ("2026-01-12", true, "Pacific/Kiritimati"),
  ])
  func `A row with another time or day than its payment is named, and consumed`(
    _ time: String, _ isOther: Bool, _ zone: String
  ) throws {
    let (folder, program) = try sample()
    for (sheet, line) in [
      ("paymentSeq,user,일시\n2026011210000001,alice,\(time)\n", 2),
      (#"{"paymentSeq":"2026011210000001","purchaseTime":"\#(time)"}"#, 1),
    ] {
      let path = try folder.write(sheet, to: "list")
      let run = try program.run("consume", "--from", path, "--dry-run", "--time-zone", zone)
      #expect(run.status == 0, "\(run.errors)")
      let said = "1 row has another purchaseTime than the payment (line \(line))"
      #expect(run.errors.contains(said) == isOther, "\(run.errors)")
      #expect(!run.errors.contains("does not have it"), "\(run.errors)")
    }
  }

  @Test
  func `Markets and transactions are compared on a store`() throws {
    let desk = try Desk(remote: false)
    for (sheet, said) in [
      ("paymentSeq,storeCode\n1,GG\n", "line 2: store says AS; the row says GG"),
      (
        "paymentSeq,transactionIdentifier\n1,T9\n",
        "line 2: store says transaction T1; the row says transaction T9"
      ),
    ] {
      let path = try desk.folder.write(sheet, to: "list")
      let run = try desk.program.run(words: ["consume", "--from", path, "--yes"])
      #expect(run.status == 65)
      #expect(run.errors.contains(said), "\(run.errors)")
    }
    #expect(try desk.left() == "1 2 3 5")
  }

  @Test
  func `A user that no list confirms is a claim`() throws {
    let desk = try Desk(remote: true)
    let rows =
      #"{"paymentSeq": "1", "accessToken": "t-1", "userID": "someone"}"# + "\n"
      + #"{"paymentSeq": "2", "userID": "user49"}"# + "\n"
    let path = try desk.folder.write(Array(rows.utf8), to: "list")
    let run = try desk.program.run(
      words: [
        "consume", "--from", path, "--yes", "--compare", "none", "-o", "csv", "--no-header",
        "--fields",
        "paymentSeq,userID,claimedUserID,outcome",
      ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "1,,someone,consumed\r\n2,user49,,consumed\r\n", "\(run.output)")
    for (user, row) in [("someone", "1,,someone\r\n"), ("user49", "2,user49,\r\n")] {
      let list = try desk.program.run(
        words: [
          "journal", "list", "--user", user, "-o", "csv", "--no-header", "--fields",
          "paymentSeq,userID,claimedUserID",
        ])
      #expect(list.output == row, "\(list.errors)")
    }
    // The run that consumed it knew only a claim; it is still told that the two differ.
    let rerun = try desk.program.run("consume", "1", "--user", "user11", "--resume")
    #expect(
      rerun.errors.contains("consumed by an earlier run for user someone"), "\(rerun.errors)")
  }
}

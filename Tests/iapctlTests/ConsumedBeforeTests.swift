import TestSupport
import Testing

/// A payment that is not in the unconsumed list, in each way that `consume` accepts payments.
@Suite(.blocking)
struct ConsumedBeforeTests {
  private static let ways = [
    "PAYMENT", "PAYMENT --user alice", "PAYMENT --deliver true --journal j.db",
    "PAYMENT --user alice --deliver true --journal j.db",
    "--from file --yes", "--from file --yes --user alice",
    "--from file --yes --deliver true --journal j.db",
  ]

  @Test(
    arguments: ways,
    [
      // A consumed, a refunded and an unknown payment.
      ("2026011010000001", 4, "alreadyConsumed"),
      ("2026010810000001", 4, "purchaseStatusInvalid"), ("99", 3, "paymentNotFound"),
    ])
  func `The reason of a refusal does not depend on how the payment was given`(
    _ way: String, _ payment: (number: String, exit: Int, name: String)
  ) throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    #expect(try program.run("store", "init", folder["game.db"], "--sample").status == 0)
    try folder.write(payment.number + "\n", to: "file")
    let run = try program.shell(
      """
      cd '\(folder.path)'
      exec $IAPCTL consume \(way.replacing("PAYMENT", with: payment.number)) --store game.db \
        -o jsonl --fields outcome,error
      """)
    #expect(run.status == Int32(payment.exit), "\(run.errors)")
    #expect(run.output.contains("\"name\":\"\(payment.name)\""), "\(run.output)")
    let isConsumed = run.output.hasPrefix(#"{"outcome":"already-consumed""#)
    #expect(isConsumed == (payment.name == "alreadyConsumed"))
  }

  @Test(arguments: ["", "--deliver 'touch delivered'"])
  func `A payment of another user is not delivered`(_ options: String) throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    #expect(try program.run("store", "init", folder["game.db"], "--sample").status == 0)
    let run = try program.shell(
      """
      cd '\(folder.path)'
      exec $IAPCTL consume 2026011210000001 --user bob --store game.db \(options)
      """)
    #expect(run.status == 4, "\(run.errors)")
    #expect(run.errors.contains("com.nhncloud.iap 7 userInvalid"))
    #expect(!folder.names.contains("delivered"))
  }

  @Test(arguments: [
    ("alice", ""),
    (
      "bob",
      "iapctl: payment 2026011210000001 was consumed by an earlier run for user alice: do not "
        + "grant again\n"
    ),
  ])
  func `A payment that an earlier run consumed for another user is named`(
    _ user: String, _ note: String
  ) throws {
    let folder = try TemporaryFolder()
    let program = Program(in: folder)
    #expect(try program.run("store", "init", folder["game.db"], "--sample").status == 0)
    let line = [
      "consume", "2026011210000001", "--store", folder["game.db"], "--journal", folder["j.db"],
      "-o", "csv", "--fields", "outcome", "--no-header",
    ]
    #expect(try program.run(words: line + ["--user", "alice"]).status == 0)
    let again = try program.run(words: line + ["--user", user, "--resume"])
    #expect(again.status == 0)
    #expect(again.output == "skipped\r\n")
    #expect(
      again.errors == note
        + "iapctl: 1 skipped (fixture store \(folder["game.db"]), a simulation)\n")
  }
}

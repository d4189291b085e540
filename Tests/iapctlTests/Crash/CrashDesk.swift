import System
import TestSupport
import Testing

/// A folder with a store, and an operation on it that is repeated with one fault after the other.
struct CrashDesk {
  /// What is in the folder after a process ended.
  struct State: Equatable {
    /// The whole store with its log; nil if there is none.
    let dump: String?
  }

  /// The result of a process that met a fault.
  struct Outcome {
    /// False if the process ended before it made the call.
    let isMet: Bool
    let status: Int
    let output: String
    let errors: String
    let state: State
  }

  private let folder: TemporaryFolder
  private let program: Program
  /// The command line. It names the store `game.db` and the seed `more.json`.
  private let line: String
  let before: State
  let after: State

  /// - Parameter hasStore: whether there is a store before the operation.
  init(_ line: String, hasStore: Bool = true) throws {
    folder = try TemporaryFolder()
    program = Program(in: folder)
    self.line = line
    try folder.makeFolder("start")
    try folder.write(Self.seed, to: "start/seed.json")
    try folder.write(Self.more, to: "start/more.json")
    if hasStore {
      let made = try program.shell(
        "$IAPCTL store init start/game.db --from start/seed.json".in(folder))
      #expect(made.status == 0, "\(made.errors)")
    }
    before = try Self.run("true", program, folder).state
    let run = try Self.run("$IAPCTL \(line)", program, folder)
    #expect(run.status == 0, "\(run.errors)")
    after = run.state
    #expect(before != after)
  }

  /// 300 payments of alice, which are two groups of a batch; three subscriptions; an interrupted
  /// purchase, and one that the console does not know.
  private static let seed = {
    let payments = (1...300).map {
      #"{"paymentSeq": "\#($0)", "userID": "alice", "productIdentifier": "gem"}"#
    }
    return """
      {"format": 1, "appKey": "k", "clock": "2026-01-15T09:00:00Z",
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"},
         {"productIdentifier": "vip", "productType": "AUTO_RENEWABLE", "period": "P1M"},
         {"productIdentifier": "box", "productType": "CONSUMABLE_AUTO_RENEWABLE", "period": "P1W"}],
       "purchases": [\(payments.joined(separator: ", ")),
         {"paymentSeq": "801", "userID": "bob", "productIdentifier": "gem", "state": "CHARGED"},
         {"paymentSeq": "802", "userID": "dan", "productIdentifier": "vip"},
         {"paymentSeq": "803", "userID": "eve", "productIdentifier": "box"},
         {"paymentSeq": "804", "userID": "eve", "productIdentifier": "gem"}],
       "transactions": [{"userID": "carol", "productIdentifier": "vip",
         "transactionIdentifier": "900", "purchaseTime": "2026-01-10T00:00:00Z",
         "expiryTime": "2026-02-10T00:00:00Z", "applicationUsername": "carol"}]}
      """
  }()

  private static let more = """
    {"format": 1, "clock": "2026-01-15T09:00:00Z",
     "products": [{"productIdentifier": "key", "productType": "CONSUMABLE"}],
     "users": [{"userID": "zoe", "monthlyLimit": {"KRW": 5}}],
     "purchases": [{"paymentSeq": "901", "userID": "zoe", "productIdentifier": "key"},
       {"paymentSeq": "902", "userID": "zoe", "productIdentifier": "key", "consumed": true}]}
    """

  /// Runs the operation on a copy of the folder, with a fault.
  func run(_ point: CrashPoint) throws -> Outcome {
    try Self.run(
      """
      strace -f -qq -o trace -e trace=\(point.call) -e inject=\(point) $IAPCTL \(line)
      """, program, folder)
  }

  /// What an operation on a copy of the folder leaves. A store must open and must be sound.
  private static func run(
    _ command: String, _ program: Program, _ folder: TemporaryFolder
  ) throws -> Outcome {
    let run = try program.shell(
      """
      rm -rf point && cp -r start point && cd point || exit 99
      \(command) > output 2> errors
      status=$?
      if [ -e game.db ]; then
        $IAPCTL store check --store game.db > check 2>&1 || { cat check; exit 98; }
        $IAPCTL store dump --with-log --store game.db > dump || exit 97
      fi
      cat errors >&2
      exit $status
      """.in(folder))
    #expect(![97, 98, 99].contains(run.status), "\(command): \(run.output) \(run.errors)")
    return Outcome(
      isMet: run.status == 137 || text("trace", folder).contains("(INJECTED)"),
      status: Int(run.status), output: text("output", folder), errors: run.errors,
      state: State(dump: text("dump", folder).isEmpty ? nil : text("dump", folder)))
  }

  private static func text(_ name: String, _ folder: TemporaryFolder) -> String {
    String(decoding: (try? folder.read("point/\(name)")) ?? [], as: UTF8.self)
  }
}

extension String {
  /// The script in a folder.
  fileprivate func `in`(_ folder: TemporaryFolder) -> String { "cd '\(folder.path)'\n\(self)" }
}

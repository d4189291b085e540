import CLibrary
import TestSupport
import Testing

#if os(Linux)
  /// Each operation of a store is killed at every write and every sync, and meets a failing disk at
  /// each of them. `make crash` tries all of them, and `make test` a few.
  @Suite(.blocking, .serialized)
  struct CrashTests {
    private static let triesAll = getenv("IAPCTL_CRASH_POINTS").map { String(cString: $0) } == "all"

    @Test(
      .tool("strace"), .traced,
      arguments: [
        "purchase gem --user zoe", "consume 804", "store advance P2M", "store load more.json",
        "restore --user carol", "reprocess --user bob", "store refund 804",
        "store set-status 802 CANCELED",
      ])
    func `An operation happens wholly or not at all, and what is said about it is true`(
      _ line: String
    ) throws {
      let desk = try CrashDesk("\(line) --store game.db -o json")
      let count = try tryAll(on: desk) { outcome, point in
        checkWhole(outcome, desk, point)
      }
      tell(count, line)
    }

    @Test(.tool("strace"), .traced)
    func `A store is made wholly or not at all`() throws {
      let desk = try CrashDesk("store init game.db --from seed.json -o json", hasStore: false)
      #expect(desk.before.dump == nil)
      let count = try tryAll(on: desk) { outcome, point in
        checkWhole(outcome, desk, point)
      }
      tell(count, "store init")
    }

    /// A group of the batch is one transaction.
    @Test(.tool("strace"), .traced)
    func `Each group of a batch is consumed wholly or not at all`() throws {
      let desk = try CrashDesk("consume --all --user alice --yes --store game.db -o jsonl")
      let count = try tryAll(on: desk) { outcome, point in
        let consumed = Self.payments(in: outcome.state.dump ?? "", with: #""consumed":true"#)
        #expect([0, 256, 300].contains(consumed.count), "\(point): \(consumed.count)")
        func reported(_ name: String) -> Set<Substring> {
          Self.payments(in: outcome.output, with: "\"outcome\":\"\(name)\"")
        }
        let wrong = reported("consumed").subtracting(consumed)
        #expect(wrong.isEmpty, "\(point): \(wrong.count) are not consumed")
        let unsent = reported("not-sent").intersection(consumed)
        #expect(unsent.isEmpty, "\(point): \(unsent.count) are consumed")
        #expect(reported("refused").isEmpty, "\(point): \(reported("refused").count) are refused")
        if outcome.status == 0 { #expect(consumed.count == 300, "\(point)") }
      }
      tell(count, "consume --all")
    }

    /// The payments of the lines that have a member.
    private static func payments(in lines: String, with member: String) -> Set<Substring> {
      let key = #""paymentSeq":""#
      let numbers = lines.split(separator: "\n").compactMap { line -> Substring? in
        guard line.contains(member), let start = line.firstRange(of: key) else { return nil }
        return line[start.upperBound...].prefix { $0 != "\"" }
      }
      return Set(numbers)
    }

    private func tell(_ count: Int, _ name: String) {
      print("crash points of '\(name)': \(count)")
      fflush(nil)
    }

    // MARK: Points

    /// Calls `check` for each point that the operation reaches.
    ///
    /// - Returns: the number of points.
    private func tryAll(
      on desk: CrashDesk, _ check: (CrashDesk.Outcome, CrashPoint) -> Void
    ) throws -> Int {
      var count = 0
      for (call, fault, isLasting) in CrashPoint.series() {
        for number in 1...1000 {
          guard Self.triesAll || Self.isOfSample(call, number, isLasting) else { continue }
          let point = CrashPoint(call: call, fault: fault, number: number, isLasting: isLasting)
          let outcome = try desk.run(point)
          guard outcome.isMet else { break }
          check(outcome, point)
          count += 1
          if !Self.triesAll, number > 10 { break }
        }
      }
      #expect(count > 0)
      return count
    }

    /// Whether `make test` tries a point.
    private static func isOfSample(_ call: String, _ number: Int, _ isLasting: Bool) -> Bool {
      switch call {
      case "pwrite64": [3, 14].contains(number) && !isLasting
      case "fdatasync": number == 2 && !isLasting
      default: false
      }
    }

    private func checkWhole(
      _ outcome: CrashDesk.Outcome, _ desk: CrashDesk, _ point: CrashPoint
    ) {
      let isApplied = outcome.state == desk.after
      #expect(
        isApplied || outcome.state == desk.before,
        "\(point): neither as before nor as after\n\(outcome.errors)")
      let isTrue =
        switch Statement(status: outcome.status, errors: outcome.errors) {
        case .applied: isApplied
        case .notApplied: !isApplied
        case .nothing: true
        }
      #expect(
        isTrue, "\(point): exit \(outcome.status), applied: \(isApplied)\n\(outcome.errors)")
    }
  }

  extension Trait where Self == ConditionTrait {
    /// For tests of processes that strace controls.
    fileprivate static var traced: Self {
      .enabled("this machine does not let strace control a process (ptrace)") {
        let program = Program(in: try TemporaryFolder())
        return try program.shell("strace -o /dev/null true").status == 0
      }
    }
  }
#endif

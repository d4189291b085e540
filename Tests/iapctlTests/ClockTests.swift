import TestSupport
import Testing

#if os(Linux)
  /// A machine whose clock is far from today.
  @Suite(.blocking)
  struct ClockTests {
    /// A library that shifts the clocks of the process by a number of seconds; by another one as soon
    /// as a file is there.
    private static let library = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdlib.h>
      #include <time.h>
      #include <unistd.h>
      int clock_gettime(clockid_t clock, struct timespec *time) {
        static int (*real)(clockid_t, struct timespec *);
        if (!real)
          real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
        int code = real(clock, time);
        const char *step = getenv("CLOCK_STEP");
        if (step && clock == CLOCK_REALTIME && !access(getenv("CLOCK_STEP_FILE"), F_OK))
          time->tv_sec += atoll(step);
        else if (clock == CLOCK_REALTIME || (!step && clock == CLOCK_MONOTONIC))
          time->tv_sec += atoll(getenv("CLOCK_OFFSET"));
        return code;
      }
      """

    /// A store that follows the real time.
    private static let seed = """
      {"format": 1, "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}]}
      """

    /// Ten years in seconds.
    private static let decade = 315_360_000

    @Test(.tool("cc"), arguments: [(decade, -decade), (-decade, decade), (decade, 0)])
    func `A batch is not disturbed by a clock that is ten years off and steps in the middle of it`(
      _ offset: Int, _ step: Int
    ) throws {
      let stepped = try TemporaryFolder()
      let ledger = Ledger { number, _ in
        guard [2, 7].contains(number) else { return nil }
        // The clock steps before the request is sent again.
        _ = try? stepped.write("", to: "now")
        return .init(status: "429 Too Many Requests", headers: ["Retry-After: 0"])
      }
      var desk = try BatchDesk(12, ledger)
      try desk.folder.write(Self.library, to: "clock.c")
      let made = try desk.program.shell(
        "cd '\(desk.folder.path)' && cc -shared -fPIC -o clock.so clock.c -ldl")
      #expect(made.status == 0, "\(made.errors)")
      desk.program.variables["LD_PRELOAD"] = desk.folder["clock.so"]
      desk.program.variables["CLOCK_OFFSET"] = "\(offset)"
      desk.program.variables["CLOCK_STEP"] = "\(step)"
      desk.program.variables["CLOCK_STEP_FILE"] = stepped["now"]
      let run = try desk.program.shell("exec timeout -s KILL 60 \(desk.line())")
      #expect(run.status == 0, "\(run.errors)")
      #expect(ledger.consumed == Set(desk.payments))
      #expect(stepped.names == ["now"])
      let times = try desk.program.shell(
        "$IAPCTL journal list --journal '\(desk.folder["journal.db"])' -o csv --fields began")
      let years = Set(times.output.split(separator: "\r\n").dropFirst().map { $0.prefix(4) })
      #expect(years.count == 2, "\(years)")
      let again = try desk.run("--resume")
      #expect(again.status == 0, "\(again.errors)")
    }

    /// The year 2311, after 9999, the largest time of the system, and before 1970.
    @Test(
      .tool("cc"),
      .unsanitized("a sanitizer must be the first library of a process"),
      arguments: ["9000000000", "900000000000", "9223372030000000000", "-9000000000"])
    func `Every command works with a clock that overflows nanoseconds`(_ offset: String) throws {
      let folder = try TemporaryFolder()
      var program = Program(in: folder)
      try folder.write(Self.library, to: "clock.c")
      try folder.write(Self.seed, to: "seed.json")
      let made = try program.shell(
        "cd '\(folder.path)' && cc -shared -fPIC -o clock.so clock.c -ldl && echo t > token "
          + "&& chmod 600 token")
      #expect(made.status == 0, "\(made.errors)")
      program.variables["LD_PRELOAD"] = folder["clock.so"]
      program.variables["CLOCK_OFFSET"] = offset
      program.variables["XDG_CONFIG_HOME"] = folder.path
      program.variables["IAPCTL_APP_KEY"] = "k"
      let lines = [
        ("store init g.db --from seed.json", 0), ("products --store g.db", 0),
        ("purchase gem --user u --store g.db -o json", 0), ("unconsumed --user u --store g.db", 0),
        ("subscriptions --user u --store g.db", 0), ("restore --user u --store g.db", 0),
        ("reprocess --user u --store g.db", 0), ("store dump --store g.db", 0),
        ("consume --all --user u --yes --deliver true --journal j.db --store g.db", 0),
        ("journal list --journal j.db", 0), ("store check --store g.db", 0), ("config list", 0),
        ("explain 14", 0), ("--version", 0),
        // No server listens at this port.
        (
          "consume 5 --url http://127.0.0.1:1 --retries 0 --token-file token --journal j.db", 69
        ),
      ]
      for (line, status) in lines {
        let run = try program.shell("cd '\(folder.path)' && exec $IAPCTL \(line)")
        #expect(run.status == Int32(status), "\(line): \(run.errors)")
      }
    }
  }
#endif

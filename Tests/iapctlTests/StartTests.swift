import TestSupport
import Testing

/// Arguments, environment and descriptors at the start of the process.
@Suite(.blocking)
struct StartTests {
  #if os(Linux)
    /// Swift looks for the arguments in front of the environment, and setenv moves the environment.
    /// libfaketime calls setenv when it is loaded.
    @Test(.tool("cc"), .unsanitized("a sanitizer must be the first library of a process"))
    func `Arguments are kept if a preloaded library changes the environment`() throws {
      let folder = try TemporaryFolder()
      let program = Program(in: folder)
      try folder.write(
        """
        #include <stdio.h>
        #include <stdlib.h>
        __attribute__((constructor)) static void fill(void) {
          char name[32];
          for (int i = 0; i < 500; i++) {
            snprintf(name, sizeof name, "FILLED_%d", i);
            setenv(name, "x", 1);
          }
        }
        """, to: "fill.c")
      let run = try program.shell(
        """
        cd '\(folder.path)' && cc -shared -fPIC -o fill.so fill.c || exit 99
        LD_PRELOAD=./fill.so "$IAPCTL" consume 5 --store missing.db && echo granted
        """)
      #expect(run.status == 66)
      #expect(run.output == "")
      #expect(run.errors.contains("there is no file missing.db"), "\(run.errors)")
      let missing = try program.shell(
        "cd '\(folder.path)'; LD_PRELOAD=./fill.so \"$IAPCTL\" explain 14 --fields 'name'")
      #expect(missing.output == "name  expired\n")
    }

    /// The kernel may add an empty program name.
    @Test(.tool("cc"))
    func `An empty argument list, without even the program name, is an error`() throws {
      let folder = try TemporaryFolder()
      let program = Program(in: folder)
      try folder.write(
        """
        #include <unistd.h>
        int main(int count, char **words) {
          char *none[] = {0}, *some[] = {"", "explain", "14", "--fields", "name", 0};
          execv(words[1], count > 2 ? some : none);
          return 99;
        }
        """, to: "start.c")
      let run = try program.shell(
        """
        cd '\(folder.path)' && cc -o start start.c || exit 99
        ./start "$IAPCTL"
        """)
      #expect(run.status == 64)
      #expect(run.output == "")
      #expect(
        run.errors == """
          iapctl: error: the process was started without arguments, not even the program's name
          hint: start it as 'iapctl COMMAND'; 'iapctl help' lists the commands

          """)
      let unnamed = try program.shell("'\(folder["start"])' \"$IAPCTL\" more")
      #expect(unnamed.status == 0)
      #expect(unnamed.output == "name  expired\n", "an empty name hides no words")
    }
  #endif

  @Test
  func `The program name alone prints the overview`() throws {
    let run = try Program(in: try TemporaryFolder()).run()
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("Usage: iapctl "))
    #expect(run.output.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
    #expect(run.output.contains("'iapctl --help' lists all options"))
  }
}

import TestSupport
import Testing

/// `make install` and `make uninstall`, in a folder of the test.
@Suite(.blocking)
struct InstallTests {
  private func make(_ target: String, in folder: TemporaryFolder, _ program: Program) throws
    -> Program.Run
  {
    try program.shell(
      "make -C '\(Project.root)' -o \"$IAPCTL\" \(target) BINARY=\"$IAPCTL\" DESTDIR='\(folder.path)/dest dir' "
        + "PREFIX=/opt/iap")
  }

  @Test
  func `make install and uninstall add and remove exactly iapctl's files`() throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    let done = try make("install", in: folder, program)
    #expect(done.status == 0, "\(done.errors)")
    let root = "\(folder.path)/dest dir/opt/iap"
    let list = "cd '\(folder.path)/dest dir' && find . -type f | sort"
    let pages = try program.shell("cd '\(Project.root)/man' && find * -type f").output
      .split(separator: "\n").map { page in
        let names = page.split(separator: "/")
        return (names.dropLast() + ["man\(page.suffix(1))"] + names.suffix(1))
          .joined(separator: "/")
      }
    let installed = try program.shell(list).output.split(separator: "\n").map(String.init)
    #expect(
      installed
        == ([
          "./opt/iap/bin/iapctl", "./opt/iap/share/bash-completion/completions/iapctl",
          "./opt/iap/share/fish/vendor_completions.d/iapctl.fish",
          "./opt/iap/share/zsh/site-functions/_iapctl",
        ] + pages.map { "./opt/iap/share/man/\($0)" }).sorted())
    program.variables["PATH"] = "\(root)/bin:/usr/bin:/bin"
    #expect(try program.shell("iapctl --version").output.hasPrefix("iapctl "))
    let script = try program.shell("cat '\(root)/share/zsh/site-functions/_iapctl'").output
    #expect(script == (try program.run("completion", "zsh").output))

    // Files of other programs stay.
    let stranger = "'\(root)/bin/other' '\(root)/share/man/man1/other.1'"
    #expect(try program.shell("touch \(stranger)").status == 0)
    #expect(try make("install", in: folder, program).status == 0)
    #expect(try make("uninstall", in: folder, program).status == 0)
    #expect(
      try program.shell(list).output == "./opt/iap/bin/other\n./opt/iap/share/man/man1/other.1\n")
  }

  @Test(.tool("man"))
  func `man finds an installed page`() throws {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    #expect(try make("install", in: folder, program).status == 0)
    program.variables["MANPATH"] = "\(folder.path)/dest dir/opt/iap/share/man"
    let run = try program.shell("man iapctl-consume")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("mark purchases as consumed"))
  }
}

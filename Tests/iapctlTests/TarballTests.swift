#if os(Linux)
  import IAPConsole
  import TestSupport
  import Testing

  /// The tarball of `make dist`, with the binary of the tests in it.
  @Suite(.blocking)
  struct TarballTests {
    /// Makes the packages in the folder `dist`.
    private func pack(
      into folder: TemporaryFolder, umask: String = "022", _ program: Program
    ) throws -> Program.Run {
      try program.shell(
        "umask \(umask) && make -C '\(Project.root)' -o \"$IAPCTL\" tarball BINARY=\"$IAPCTL\" "
          + "DIST='\(folder.path)/dist' STAGE='\(folder.path)/stage'")
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    @Test(.tool("objcopy"))
    func
      `A tarball has the program, pages, completions and documents, and the same bytes each time`()
      throws
    {
      let (first, folder) = (try TemporaryFolder(), try TemporaryFolder())
      let program = Program(in: folder)
      #expect(try pack(into: first, program).status == 0)
      let made = try pack(into: folder, umask: "077", program)
      #expect(made.status == 0, "\(made.errors)")
      #expect(
        try first.read("dist/SHA256SUMS") == folder.read("dist/SHA256SUMS"))
      let root = "iapctl-\(Release.version)-linux-\(lines(try program.shell("uname -m").output)[0])"
      #expect(
        TemporaryFolder.names(of: folder["dist"])
          == ["SHA256SUMS", "\(root).debug", "\(root).tar.gz"])
      let sums = try program.shell("cd '\(folder.path)/dist' && sha256sum --check SHA256SUMS")
      #expect(lines(sums.output) == ["\(root).debug: OK", "\(root).tar.gz: OK"])

      let pages = try program.shell("cd '\(Project.root)/man' && find * -type f").output
        .split(separator: "\n").map { page in
          let names = page.split(separator: "/")
          return (["man"] + names.dropLast() + ["man\(page.suffix(1))"] + names.suffix(1))
            .joined(separator: "/")
        }
      let documents =
        ["README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md", "docs/tour.svg"]
        + DocumentationPageTests.paths.filter { $0.hasPrefix("docs/") }
      let shared =
        pages + documents.map { "doc/iapctl/\($0)" } + [
          "bash-completion/completions/iapctl", "fish/vendor_completions.d/iapctl.fish",
          "zsh/site-functions/_iapctl",
        ]
      let listed = try program.shell("tar -tvzf '\(folder.path)/dist/\(root).tar.gz'").output
      let files = lines(listed).filter { $0.hasPrefix("-") }
      #expect(
        files.compactMap { $0.split(separator: " ").last.map(String.init) }.sorted()
          == (["\(root)/bin/iapctl"] + shared.map { "\(root)/share/\($0)" }).sorted())
      for file in lines(listed) { #expect(file.contains(" 0/0 "), "\(file)") }
      for file in files {
        #expect(file.hasPrefix(file.hasSuffix("/bin/iapctl") ? "-rwxr-xr-x " : "-rw-r--r-- "))
      }
    }

    #if arch(x86_64)
      @Test(.tool("objcopy"))
      func `The page on installing works with the tarball, as far as it changes no system`() throws
      {
        let folder = try TemporaryFolder()
        #expect(try pack(into: folder, Program(in: folder)).status == 0)
        #expect(
          try Program(in: folder).shell("mv '\(folder.path)'/dist/* '\(folder.path)'").status == 0)
        let page = try DocumentationPage("docs/install.md")
        let untested = page.blocks.filter { $0.language == "dockerfile" }
        #expect(untested.count == 1)
        #expect(
          try page.paste(in: folder).problems
            == untested.map { "docs/install.md:\($0.line): a block of 'dockerfile' is not tested" })
        #expect(page.text.contains("iapctl_\(Release.version)_amd64.deb"))
        // What was unpacked has been removed, and iapctl's own files are there.
        let left = try Program(in: folder).shell("cd '\(folder.path)/.local' && find . -type f")
        #expect(left.status == 0 && left.output == "")
      }
    #endif
  }
#endif

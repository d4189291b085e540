import TestSupport
import Testing

/// The job files in `docs/ci.md`. Programs that only write down how they were called take the place
/// of those that install iapctl.
@Suite(.blocking)
struct JobFileTests {
  private let folder: TemporaryFolder
  private let program: Program

  init() throws {
    folder = try TemporaryFolder()
    program = Program(in: folder)
    let page = try DocumentationPage("docs/ci.md")
    let files = page.blocks.filter { block in
      block.language == "sh" && block.lines.contains { $0.hasPrefix("cat > ") }
    }
    let script = files.flatMap(\.lines).joined(separator: "\n")
    let installers = ["apt-get"].map { name in
      """
      printf '#!/bin/sh\\necho "\(name) $*" >> installed.txt\\n' > bin/\(name)
      """
    }
    let made = try program.shell(
      """
      cd '\(folder.path)' && mkdir bin && ln -s "$IAPCTL" bin/iapctl
      PATH=$PWD/bin:$PATH
      set -e
      \(script)
      \(installers.joined(separator: "\n"))
      chmod +x bin/*
      """)
    #expect(made.status == 0, "\(made.errors)")
  }

  /// The commands of a job, in their order.
  private func commands(of file: String) throws -> [String] {
    let text = String(decoding: try folder.read(file), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let line = line.drop { $0 == " " }
      if file == "Jenkinsfile" {
        return line.wholeMatch(of: /sh '(.*)'/).map { String($0.1) }
      }
      let step = file.hasPrefix(".github") ? "- run: " : "- "
      return line.hasPrefix(step) ? String(line.dropFirst(step.count)) : nil
    }
  }

  private func run(_ command: String) throws -> Program.Run {
    try program.shell(
      """
      cd '\(folder.path)'
      PATH=$PWD/bin:$PATH
      export IAPCTL_PACKAGE=file://$PWD/bin/apt-get
      \(command)
      """)
  }

  @Test(
    .tool("curl"), .tool("python3"),
    arguments: [".github/workflows/purchases.yml", ".gitlab-ci.yml", "Jenkinsfile"])
  func `Every command of a job succeeds, and its tests fail if the game is wrong`(_ file: String)
    throws
  {
    let commands = try commands(of: file)
    #expect(commands.count == 4)
    for command in commands {
      let run = try run(command)
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
    let installed = try folder.read("installed.txt")
    #expect(
      String(decoding: installed, as: UTF8.self) == """
        apt-get update
        apt-get install -y ./iapctl.deb libmicrohttpd12

        """)
    #expect(try Project.text("Makefile").contains("\ndeb: "))
    try folder.write("#!/bin/sh\necho 2026011210000001 >> granted.txt\n", to: "game.sh")
    for command in commands.suffix(2) { #expect(try run(command).status == 1, "\(command)") }
  }

  /// Only where the module is installed.
  @Test(.tool("python3"), arguments: [".github/workflows/purchases.yml", ".gitlab-ci.yml"])
  func `A job file is YAML with a job`(_ file: String) throws {
    let check = """
      import sys
      try: import yaml
      except ImportError: sys.exit()
      job = yaml.safe_load(open(sys.argv[1]))
      assert "purchases" in job or "purchases" in job["jobs"], job
      """
    let run = try run("python3 -c '\(check)' \(file)")
    #expect(run.status == 0, "\(run.errors)")
  }
}

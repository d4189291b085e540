#if DEBUG || FUZZING
  import CommandLine
  @testable import IAPConsole
  import TestSupport

  /// A command line: a word for each line, after a line of variables (`NAME=value`, with tabs between).
  ///
  /// It is read up to the point where the command would run. Commands that have neither files nor a
  /// backend run.
  enum ArgumentsTarget {
    private static let tree = CommandTree.root.specification
    private static let harmless: Set = ["explain", "help", "completion", "config"]

    @Sendable
    static func run(_ input: [UInt8]) async throws {
      var input = FuzzInput(input)
      var console = FuzzConsole()
      console.variables = variables(input.line())
      console.columns = input.choose(nil, 1, 40, 80)
      var words: [String] = []
      while !input.isAtEnd { words.append(String(decoding: input.line(), as: UTF8.self)) }
      let parsed = ArgumentParser(root: tree).parse(words)
      let path = parsed.arguments.path
      let isHarmless = path.first.map(harmless.contains) ?? true
      if isHarmless || parsed.problem != nil || parsed.wantsHelp || parsed.wantsVersion {
        try await console.run(words)
      } else if let node = CommandTree.node(path), let command = node.command {
        let environment = console.environment(Transcript(), Transcript())
        do {
          try parsed.arguments.refuse(node.uses.refused, by: path.joined(separator: " "))
          let settings = try Settings.read(parsed.arguments, in: environment, command.needs)
          _ = try command.read(parsed.arguments, settings)
        } catch is UsageError {
        } catch {
          let _: Bool? = try FuzzConsole.refused(error)
        }
      }
    }

    private static func variables(_ line: [UInt8]) -> [String: String] {
      let pairs = line.split(separator: UInt8(ascii: "\t")).compactMap { pair in
        let parts = pair.split(
          separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2
          ? (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
          : nil
      }
      return Dictionary(pairs) { first, _ in first }
    }
  }
#endif

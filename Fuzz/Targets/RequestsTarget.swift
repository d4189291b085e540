#if DEBUG || FUZZING
  import IAPCore
  import IAPFixtures
  @testable import IAPServer
  import JSON
  import System
  import TestSupport

  /// A request to `serve`. The first line is the method, the path, and names and values of the query,
  /// with spaces between; the second line is the content type, or empty for that of JSON; the third
  /// is a value of `Host`; the body follows.
  enum RequestsTarget {
    private static let template = Result {
      let folder = try FuzzFolder()
      _ = try FixtureStore.create(at: folder["t.db"], from: try Sample.seed(), options: .test)
      return try Files.read(folder["t.db"], limit: 1 << 24)
    }

    @Sendable
    static func run(_ input: [UInt8]) async throws {
      var input = FuzzInput(input)
      let words = input.line().split(
        separator: UInt8(ascii: " "), omittingEmptySubsequences: false
      ).map { String(decoding: $0, as: UTF8.self) }
      let type = String(decoding: input.line(), as: UTF8.self)
      var head = RequestHead(method: words[0], path: words.count > 1 ? words[1] : "")
      (head.appKey, head.secretKey) = ("sample-app-key", "fixture-secret-key")
      head.contentType = type.isEmpty ? "application/json" : type
      head.arguments = arguments(words.dropFirst(2))
      head.facts.hosts = [String(decoding: input.line(), as: UTF8.self)]
      for isLoopback in [true, false] {
        let check = HeadCheck(
          host: "127.0.0.1", port: 80, isLoopback: isLoopback, name: "localhost", machine: "desk")
        if let answer = check.refusal(of: head.facts) { try self.check(.answer(answer)) }
      }
      try await check(reply(to: head, input.all()))
    }

    private static func arguments(_ words: ArraySlice<String>) -> [String: [String]] {
      var (arguments, rest) = ([:] as [String: [String]], words)
      while let name = rest.popFirst() {
        arguments[name, default: []].append(rest.popFirst() ?? "")
      }
      return arguments
    }

    private static func reply(to head: RequestHead, _ body: [UInt8]) async throws -> Reply {
      let folder = try FuzzFolder()
      let path = try folder.write(try template.get(), to: "s.db")
      var options = FixtureStore.Options.test
      let interrupt = LateInterrupt()
      options.stopSignal = { interrupt.signal }
      let store = try FixtureStore(openAt: path, options: options)
        .reopened(on: ExclusiveExecutor())
      let handler = RequestHandler(store: store) { "words: \($0.name)" }
      switch handler.match(head) {
      case .answer(let answer): return .answer(answer)
      case .route(let route, let parameters):
        let (call, _) = handler.call(route, parameters, head, body: body)
        return await handler.reply(to: call, in: store).reply
      }
    }

    private static func check(_ reply: Reply) throws {
      guard case .answer(let answer) = reply else { return }
      let trouble = answer.trouble?.code
      try Finding.require(
        trouble == nil || trouble == .iapctl(.interrupted), "an error of the store: \(reply)")
      try Finding.require(
        [200, 204, 400, 401, 403, 404].contains(answer.status), "status \(answer.status)")
      guard !answer.body.isEmpty else { return }
      let header = (try? JSONValue(parsing: answer.body))?["header"]
      try Finding.require(
        header != nil || (try? JSONValue(parsing: answer.body))?["openapi"] != nil,
        "no envelope: \(String(decoding: answer.body, as: UTF8.self))")
    }
  }
#endif

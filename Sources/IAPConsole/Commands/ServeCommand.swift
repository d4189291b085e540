import CommandLine
import IAPCore
import IAPServer

/// `iapctl serve`
enum ServeCommand: Command {
  static let host = Option(
    "host", .host, fallback: "127.0.0.1", "the address or host name to listen on")
  static let port = Option(
    "port", .number("PORT", in: 0...65_535), fallback: "0", "the port; 0 chooses a free port")

  static let specification = CommandSpecification(
    "serve a fixture store over the REST API",
    discussion: [
      "Prints one line, 'listening on http://127.0.0.1:PORT', and serves the REST API there "
        + "until it is interrupted. Then it finishes the requests that it has begun and exits "
        + "0. Other commands can use the store at the same time.",
      "It serves all three APIs: service, which requires the store's app key; legacy; and "
        + "fixture, which has every operation. GET /openapi.json describes them. With -v every "
        + "request is traced on standard error.",
      "Faults are simulated at network level: fault 101 is answered with HTTP 500, faults 100 "
        + "and 102 close the connection, a fault with 'after' closes it when the operation is "
        + "done, and a 'delay' delays the answer.",
      "Requests of web pages are refused with HTTP 403: those with an Origin, and those whose "
        + "Host is not a name of this server.",
    ],
    heading: "Tools",
    options: [host.specification, port.specification],
    examples: [
      Example(
        """
        iapctl serve > address &
        until [ -s address ]; do sleep 0.1; done
        read -r _ _ url < address
        echo "the app under test talks to $url"
        kill $! && wait $!
        """, "run a server during a script"),
      Example(
        """
        iapctl serve --host localhost -v > url 2> requests.log &
        until [ -s url ]; do sleep 0.1; done
        kill $! && wait $!
        """, "the same, with a log of its requests"),
    ])

  struct Inputs: Equatable, Sendable {
    var host: String
    var port: Int
  }

  static func resolve(
    _ arguments: ParsedArguments, _ settings: Settings
  ) throws(UsageError) -> Inputs {
    _ = try settings.fixtureStore()
    return Inputs(
      host: try arguments.value(of: host) ?? "127.0.0.1", port: try arguments.value(of: port) ?? 0)
  }

  static func run(_ inputs: Inputs, in context: Context) async throws -> Report {
    let server = try await IAPServer.start(
      store: try context.fixtureStore(), options: options(inputs, context))
    do {
      if !server.isLoopback { context.messages.note(Self.warning) }
      try context.environment.output.write(Array("listening on \(server.url)\n".utf8))
      // A stop signal cancels the task, which ends the sleep.
      try context.environment.cancelOnStop()
      await context.environment.clock.sleep(.seconds(1 << 32))
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    return .nothing()
  }

  private static let warning =
    "warning: other machines can connect, and whoever reaches the server can change the store; "
    + "app keys and tokens are sent unencrypted"

  private static func options(_ inputs: Inputs, _ context: Context) -> IAPServer.Options {
    let (messages, language) = (context.messages, context.settings.language)
    let isVerbose = context.settings.isVerbose
    var options = IAPServer.Options(
      describe: { ErrorMessages.message(of: $0, in: language) },
      sleep: context.environment.clock.sleep
    ) { entry in
      if isVerbose { messages.trace(line(for: entry)) }
      if let trouble = entry.trouble {
        messages.note(
          "a request was not answered: \(ErrorMessages.message(of: trouble, in: language))")
      }
    }
    (options.host, options.port) = (inputs.host, inputs.port)
    return options
  }

  private static func line(for entry: IAPServer.LogEntry) -> String {
    let outcome = entry.status.map { "HTTP \($0)" } ?? "connection closed"
    let code = entry.resultCode.map { ", result code \($0)" } ?? ""
    return "\(entry.method) \(entry.path): \(outcome)\(code)"
  }
}

extension ValueParser where Value == String {
  /// An address or a host name. An IPv6 address may have brackets, as in a URL: `[::1]`.
  fileprivate static let host = ValueParser(
    "HOST", expectation: "a host name or an address",
    kind: .suggestions(["127.0.0.1", "::1", "0.0.0.0", "localhost"])
  ) { word in
    let isBracketed = word.hasPrefix("[") && word.hasSuffix("]")
    let host = isBracketed ? String(word.dropFirst().dropLast()) : word
    return host.isEmpty || host.utf8.contains(0) ? nil : host
  }
}

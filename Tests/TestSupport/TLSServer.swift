import System
import Testing

/// A certificate authority for one test run, and certificates signed by it.
package final class TestAuthority: Sendable {
  /// The defects that a server's certificate can have.
  package enum Flaw: String, Sendable {
    case none, expired, otherHost, selfSigned
  }

  package static let shared = Result { try TestAuthority() }

  private let folder: TemporaryFolder

  private init() throws {
    folder = try TemporaryFolder()
    let run = try Program(in: folder).shell(Self.script(folder.path))
    guard run.status == 0 else { throw Terminal.Problem(description: run.errors) }
  }

  /// The certificate of the authority, for clients that trust it.
  package var certificateFile: String { folder["authority.pem"] }

  /// The path of a certificate or its key.
  func path(_ flaw: Flaw, _ ending: String) -> String { folder["\(flaw.rawValue).\(ending)"] }

  private static func script(_ folder: String) -> String {
    """
    set -e
    cd '\(folder)'
    new="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    printf '[req]\\ndistinguished_name=dn\\n[dn]\\n' > conf
    export OPENSSL_CONF="$PWD/conf"
    openssl req -x509 $new -keyout authority.key -out authority.pem -days 2 -subj '/CN=Tests' \\
      -addext basicConstraints=critical,CA:TRUE
    openssl req -x509 $new -keyout selfSigned.key -out selfSigned.pem -days 2 -subj '/CN=Alone' \\
      -addext subjectAltName=IP:127.0.0.1
    sign() {
      openssl req $new -keyout $1.key -out $1.csr -subj "/CN=$1"
      echo "subjectAltName=$2" > $1.ext
      openssl x509 -req -in $1.csr -CA authority.pem -CAkey authority.key -set_serial $4 -days $3 \\
        -extfile $1.ext -out $1.pem
    }
    sign none IP:127.0.0.1,DNS:localhost 2 1
    sign expired IP:127.0.0.1 -1 2
    sign otherHost DNS:elsewhere.example 2 3
    """
  }
}

/// `openssl s_server`. It responds to every GET of one path with the same JSON.
///
/// Only one thread at a time may use it.
package final class TLSServer: @unchecked Sendable {
  package static let answer = #"{"secure":true}"#

  package let port: Int
  private let folder: TemporaryFolder
  private let terminal: Terminal

  /// - Parameters:
  ///   - path: the path that it serves, without the leading slash.
  ///   - options: options for openssl, such as `-tls1_1`.
  package convenience init(
    _ flaw: TestAuthority.Flaw = .none, at path: String = "answer",
    _ answer: String = TLSServer.answer, options: String = ""
  ) throws {
    let folder = try TemporaryFolder()
    var place = ""
    for name in path.split(separator: "/").dropLast() {
      place += place.isEmpty ? name : "/" + name
      try folder.makeFolder(place)
    }
    try folder.write(Self.whole(answer), to: path)
    try self.init(flaw, in: folder, "-HTTP \(options)")
  }

  /// A server that does not respond by itself: see ``answer(to:with:)``.
  package convenience init(mute options: String) throws {
    try self.init(.none, in: try TemporaryFolder(), "-crlf \(options)")
  }

  private static func whole(_ answer: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(answer.utf8.count)\r\n\r\n\(answer)"
  }

  private init(
    _ flaw: TestAuthority.Flaw, in folder: TemporaryFolder, _ options: String
  ) throws {
    let authority = try TestAuthority.shared.get()
    self.folder = folder
    let command = """
      cd '\(folder.path)' && exec openssl s_server -accept 127.0.0.1:0 \
      -cert '\(authority.path(flaw, "pem"))' -key '\(authority.path(flaw, "key"))' \(options)
      """
    terminal = try Terminal(
      ["/bin/sh", "-c", command], variables: ["PATH": "/usr/bin:/bin:/opt/homebrew/bin"])
    try terminal.wait(for: "ACCEPT 127.0.0.1:")
    let rest = try terminal.wait(for: "\n")
    guard let port = Int(rest.filter(\.isNumber)) else {
      throw terminal.problem("no port in '\(rest)'")
    }
    self.port = port
  }

  /// Waits for a request that ends in a known text, and responds.
  ///
  /// - Parameter answer: a body of one line.
  /// - Returns: the request, and what openssl prints about the connection.
  package func answer(to end: String, with answer: String) throws -> String {
    let request = try terminal.wait(for: end)
    // The terminal turns CR LF into LF, and openssl turns LF into CR LF again.
    try terminal.send(Self.whole(answer).replacing("\r\n", with: "\n") + "\n")
    return request
  }

  /// The URL of the one path that it serves.
  package func url(host: String = "127.0.0.1") -> String { "https://\(host):\(port)/answer" }
}

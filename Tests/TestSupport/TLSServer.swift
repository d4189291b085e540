import System
import Testing

/// Certificates made for the tests of one run, and an authority that nobody else trusts.
package final class TestAuthority: Sendable {
  /// How a server's certificate is wrong.
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

  /// What trusts the authority.
  package var certificateFile: String { folder["authority.pem"] }

  /// The path of a certificate, or of its key.
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

/// `openssl s_server`, which answers every GET of one path with the same JSON.
///
/// One thread at a time uses it.
package final class TLSServer: @unchecked Sendable {
  package static let answer = #"{"secure":true}"#

  package let port: Int
  private let folder: TemporaryFolder
  private let terminal: Terminal

  /// - Parameters:
  ///   - path: where it has the answer, without a slash at the front.
  ///   - options: words for openssl, such as `-tls1_1`.
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

  /// One that says nothing by itself: see ``answer(to:with:)``.
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

  /// Answers a request, of which it is known how it ends.
  ///
  /// - Parameter answer: in one line.
  /// - Returns: what came, up to there, and what openssl says of the connection.
  package func answer(to end: String, with answer: String) throws -> String {
    let request = try terminal.wait(for: end)
    // The terminal makes line feeds of what it is sent, and openssl both again.
    try terminal.send(Self.whole(answer).replacing("\r\n", with: "\n") + "\n")
    return request
  }

  /// The URL of the one thing it has.
  package func url(host: String = "127.0.0.1") -> String { "https://\(host):\(port)/answer" }
}

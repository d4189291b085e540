import TestSupport
import Testing

/// Makes fixture stores, serves them, and makes requests to them.
protocol ServesStores {}

extension ServesStores {
  /// The program with its configuration in a folder.
  func program(_ folder: TemporaryFolder) -> Program {
    var program = Program(in: folder)
    program.variables["XDG_CONFIG_HOME"] = folder["config"]
    return program
  }

  func sample(_ seed: String? = nil) throws -> (TemporaryFolder, Program) {
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    let source = try seed.map { ["--from", try folder.write($0, to: "seed.json")] } ?? ["--sample"]
    let made = try program.run(words: ["store", "init", folder["s.db"]] + source)
    #expect(made.status == 0, "\(made.errors)")
    program.variables["IAPCTL_STORE"] = folder["s.db"]
    return (folder, program)
  }

  /// A served store, and the program with its address and app key as its place.
  func served(api: String? = nil) throws -> (TemporaryFolder, Program, Program.Server) {
    let (folder, program) = try sample()
    let server = try program.serve()
    var client = program.asClient
    client.variables["IAPCTL_URL"] = "http://127.0.0.1:\(server.port)"
    client.variables["IAPCTL_API"] = api
    return (folder, client, server)
  }

  /// A seed with payments of user `u`, numbered from 1.
  func crowd(_ count: Int, faults: String = "") -> String {
    let rows = (1...count).map {
      #"{"paymentSeq": "\#($0)", "userID": "u", "productIdentifier": "gem", "accessToken": "t"}"#
    }
    return """
      {"format": 1, "appKey": "sample-app-key", "faults": [\(faults)],
       "products": [{"productIdentifier": "gem", "productType": "CONSUMABLE"}],
       "purchases": [\(rows.joined(separator: ","))]}
      """
  }

  func consume(_ number: String, token: String = "t") -> String {
    HTTPConnection.request(
      "POST", "/v1/service/consume",
      body: #"{"paymentSeq": "\#(number)", "accessToken": "\#(token)"}"#,
      headers: ["Content-Type": "application/json", "X-NHN-TCIAP-AppKey": "sample-app-key"])
  }

  func isConsumed(_ answer: HTTPConnection.Answer?) -> Bool {
    answer?.status == 200 && answer?.body.contains(#""resultCode":0,"#) == true
  }
}

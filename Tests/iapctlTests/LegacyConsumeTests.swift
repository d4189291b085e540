import TestSupport
import Testing

@Suite(.blocking)
struct LegacyConsumeTests: ServesStores {
  @Test
  func `A batch with a row without a product is refused before anything is sent`() throws {
    let server = try HostileServer(.answering("500 No", "no"))
    let folder = try TemporaryFolder()
    var program = Program(in: folder)
    program.variables["IAPCTL_URL"] = server.url("")
    try folder.write(
      """
      {"paymentSeq":"1","accessToken":"t1","productSeq":7}
      {"paymentSeq":"2","accessToken":"t2"}

      """, to: "payments")
    let words = [
      "consume", "--from", folder["payments"], "--journal", folder["journal.db"], "--yes", "--api",
      "legacy", "--app-seq", "1",
    ]
    let run = try program.run(words: words)
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.errors.contains("line 2: productSeq is missing"), "\(run.errors)")
    try folder.write(#"{"paymentSeq":"2","accessToken":"t2"}"#, to: "payments")
    let bare = try program.run(words: words)
    #expect(bare.status == 64, "\(bare.errors)")
    #expect(
      bare.errors.contains("line 1 of \(folder["payments"]) has no productSeq"), "\(bare.errors)")
    #expect(server.connections == 0)
  }

  /// The list of the legacy API has the product number.
  @Test
  func `With a user the product number is looked up, even if the row has a token`() throws {
    let (folder, program, server) = try served(api: "legacy")
    try folder.write(
      #"{"paymentSeq":"2026011210000001","accessToken":"sample-token-alice-1","userID":"alice"}"#
        + "\n", to: "payments")
    let run = try program.run(
      "consume", "--from", folder["payments"], "--journal", folder["journal.db"], "--yes",
      "--app-seq", "1000047", "-o", "jsonl")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(#""outcome":"consumed""#))
    #expect(run.output.contains(#""productSeq":1000292"#))
    try server.stop()
  }
}

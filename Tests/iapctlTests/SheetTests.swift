import CLibrary
import TestSupport
import Testing

/// Files of payments as people and other programs write them.
@Suite(.blocking)
struct SheetTests {
  private typealias Desk = RowComparisonTests.Desk

  private func preview(_ desk: Desk, _ sheet: String, _ more: [String] = []) throws -> Program.Run {
    let path = try desk.folder.write(sheet, to: "list")
    return try desk.program.run(
      words: [
        "consume", "--from", path, "--dry-run", "-o", "csv", "--no-header", "--fields",
        "paymentSeq",
      ] + more)
  }

  @Test(arguments: sheets.indices)
  func `A sheet is read, or what is wrong is named`(_ index: Int) throws {
    let (sheet, more, found, said) = Self.sheets[index]
    let run = try preview(try Desk(remote: false), sheet, more)
    let numbers = run.output.split(separator: "\r\n").joined(separator: " ")
    #expect(numbers == found, "\(sheet): \(run.errors)")
    let done: Int32 = more.contains("--skip-bad-lines") && !said.isEmpty ? 5 : 0
    #expect(run.status == (found.isEmpty ? 65 : done), "\(sheet): \(run.errors)")
    if !said.isEmpty { #expect(run.errors.contains(said), "\(sheet): \(run.errors)") }
  }

  @Test
  func `A run that stops at the header writes no rejected rows`() throws {
    let desk = try Desk(remote: false)
    let sheet = "paymentSeq,user,spieler\n1,user11,x\nx,user49,\n"
    let options = ["--skip-bad-lines", "--rejected", desk.folder["r.csv"]]
    #expect(try preview(desk, sheet, options).status == 65)
    #expect(!desk.folder.names.contains("r.csv"))
    #expect(try preview(desk, sheet, options + ["--ignore-columns", "spieler"]).status == 5)
    #expect(desk.folder.names.contains("r.csv"))
  }

  @Test
  func `What a title has rejected is rejected again`() throws {
    let desk = try Desk(remote: false)
    let rejected = desk.folder["r.csv"]
    let sheet = "6월 환불 목록\n결제번호,유저\n1,user11\n3,user49\n"
    let run = try preview(
      desk, sheet, ["--header-line", "2", "--skip-bad-lines", "--rejected", rejected])
    #expect(run.status == 65 && run.output.isEmpty, "\(run.errors)")
    let again = try preview(
      desk, String(decoding: try desk.folder.read("r.csv"), as: UTF8.self), ["--skip-bad-lines"])
    #expect(again.status == 65 && again.output.isEmpty, "\(again.errors)")
    #expect(again.errors.contains("it stands below '6월 환불 목록'"), "\(again.errors)")
  }

  @Test(arguments: [("환불완료 목록.csv", true), ("환불/미지급.csv", false)])
  func `What the name of a file says is told`(_ name: String, _ isTold: Bool) throws {
    let desk = try Desk(remote: false)
    try desk.folder.makeFolder("환불")
    let path = try desk.folder.write("paymentSeq\n1\n", to: name)
    let run = try desk.program.run(words: ["consume", "--from", path, "--dry-run"])
    #expect(run.status == 0)
    let said = "the file is called '\(name)': check that its payments are to be consumed"
    #expect(run.errors.contains(said) == isTold, "\(run.errors)")
  }

  @Test(
    arguments: [
      (#"[{"paymentSeq":"1"}]"#, []), (#"{"paymentSeq":"1"}"#, []),
      ("[\n{\"paymentSeq\":\"1\"}]", []),
      (#"{"paymentSeq":"1"}"#, ["--input-format", "jsonl"]),
      ("1\n", ["--input-format", "numbers"]),
    ] as [(String, [String])])
  func `What has no header takes no line of one`(_ input: String, _ more: [String]) throws {
    let run = try preview(try Desk(remote: false), input, ["--header-line", "1"] + more)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("--header-line"), "\(run.errors)")
  }

  @Test
  func `Exact numbers are not suspected, in a file and on the command line`() throws {
    let desk = try Desk(remote: false)
    let numbers = ["100000000000000000", "200000000000000000", "300000000000000000"]
    let sheet = "paymentSeq\n" + numbers.joined(separator: "\n") + "\n"
    #expect(try preview(desk, sheet, ["--exact-numbers"]).status != 65)
    let given = try desk.program.run(words: ["consume", "--dry-run"] + numbers)
    #expect(given.status == 65, "\(given.errors)")
    let exact = try desk.program.run(words: ["consume", "--dry-run", "--exact-numbers"] + numbers)
    #expect(exact.status != 65, "\(exact.errors)")
    let few = try preview(desk, "paymentSeq\n1\n2026011210000010\n2026011210000020\n")
    #expect(few.errors.contains("2 of 2 payment numbers end in 0"), "\(few.errors)")
  }

  @Test(arguments: ["csv", "jsonl"])
  func `Rejected rows are written with their reasons, and can be given again`(_ format: String)
    throws
  {
    let desk = try Desk(remote: true)
    let rejected = desk.folder["rejected"]
    let sheet =
      format == "csv"
      ? "paymentSeq,user,price,memo\n1,user11,1500,\nx,user49,1500,\n3,user49,9999,\"a \"\"b\"\"\"\n"
      : #"{"paymentSeq":"1","userID":"user11"}"# + "\n" + #"{"paymentSeq":"x","userID":"user49"}"#
        + "\n" + #"{ "paymentSeq":"3","userID":"user49","price":9999}"# + "\n"
    let path = try desk.folder.write(sheet, to: "sheet")
    let memo = format == "csv" ? ["--ignore-columns", "memo"] : []
    let words = ["consume"] + memo + ["--yes", "--rejected", rejected, "--from"]
    let stopped = try desk.program.run(words: words + [path])
    #expect(stopped.status == 65, "\(stopped.errors)")
    #expect(String(decoding: try desk.folder.read("rejected"), as: UTF8.self).contains("x"))
    let kept = try desk.program.run(words: words + [path, "--skip-bad-lines"])
    #expect(kept.status == 64, "a file that is there is kept: \(kept.errors)")
    #expect(unlink(rejected) == 0)
    let run = try desk.program.run(words: words + [path, "--skip-bad-lines"])
    #expect(run.status == 5, "\(run.errors)")
    #expect(try desk.left() == "2 3 5")
    let text = String(decoding: try desk.folder.read("rejected"), as: UTF8.self)
    #expect(text.contains("is not a payment number"), "\(text)")
    #expect(text.contains("list says"), "\(text)")
    try desk.folder.write(
      text.replacing("9999", with: "1500").replacing("x", with: "2"), to: "corrected")
    let again = try desk.program.run(
      words: ["consume"] + memo + ["--yes", "--from", desk.folder["corrected"]])
    #expect(again.status == 0, "\(again.errors)")
    #expect(try desk.left() == "5")
    let nowhere = try desk.program.run(
      words: ["consume", "--yes", "--rejected", desk.folder["none/r"], "--from", path])
    #expect(nowhere.status == 66, "\(nowhere.errors)")
  }

  @Test
  func `A row that is not sent is named with its line, and equal advice is given once`() throws {
    let desk = try Desk(remote: true)
    let path = try desk.folder.write(
      "paymentSeq,user\n1,user11\n7,user11\n8,user11\n9,user49\n", to: "list")
    let run = try desk.program.run("consume", "--from", path, "--yes")
    #expect(run.errors.contains("lines 3–4: 2 payments are not in"), "\(run.errors)")
    #expect(run.errors.contains("line 5: payment 9 is not in"), "\(run.errors)")
    let advice = run.errors.split(separator: "\n").filter { $0.hasPrefix("hint: ") }
    #expect(Set(advice).count == advice.count, "\(run.errors)")
  }

  @Test
  func `Only the market that a row names is asked`() throws {
    let desk = try Desk(remote: true)
    let path = try desk.folder.write(
      "paymentSeq,user,market\n2,user49,구글\n1,user11,AS\n", to: "list")
    let run = try desk.program.run("consume", "--from", path, "--dry-run", "-v")
    let asked = run.errors.split(separator: "\n").filter { $0.contains("/v1/service/consumable") }
    #expect(asked.count == 2, "\(run.errors)")
    #expect(run.errors.contains("would consume 2"), "\(run.errors)")
  }

  @Test
  func `The markets that are named are those of the rows, not only the given ones`() throws {
    let desk = try Desk(remote: true)
    let path = try desk.folder.write("paymentSeq,user,market\n2,user49,GG\n", to: "list")
    var program = desk.program
    program.variables["IAPCTL_MARKET"] = "AS"
    let run = try program.run("consume", "--from", path, "--dry-run")
    #expect(
      run.errors.contains("would consume 1 payment of user user49 in market GG ("), "\(run.errors)")
  }
}

import Testing

@testable import CommandLine

struct ManualTests {
  private let manual = BoxProgram.manual

  private func page(_ name: String) throws -> ManualPage {
    try #require(manual.manualPages().first { $0.name == name })
  }

  @Test
  func `A page for the program, each command or group, and each format`() {
    #expect(
      manual.pageFiles().map(\.fileName) == [
        "program.1", "program-take.1", "program-box.1", "program-help.1", "program-boxes.5",
      ])
    for file in manual.pageFiles() {
      #expect(file.text.hasSuffix("\n") && !file.text.hasSuffix("\n\n"), "\(file.fileName)")
      #expect(!file.text.contains("__secret"), "\(file.fileName)")
    }
  }

  @Test
  func `The page of the program has its commands, options and topics`() throws {
    let page = try page("program")
    #expect(
      page.parts.map(\.heading) == ["Description", "Commands", "Options", "Colours", "Examples"])
    #expect(page.synopsis.map(\.path) == ["program"])
    #expect(page.summary == "a program")
    #expect(
      page.parts[1].blocks == [
        .part(Part("Work", [.definitions([Definition("take", BoxProgram.take.summary)])])),
        .part(
          Part(
            "Tools", [.definitions([Definition("box", "boxes"), Definition("help", "help")])])),
      ])
  }

  @Test
  func `The page of a group has its commands with their options and arguments`() throws {
    let page = try page("program-box")
    #expect(page.synopsis.map(\.path) == ["program box open", "program box paint"])
    #expect(
      page.parts.map(\.heading) == ["Description", "Commands", "Shared options"])
    guard case .part(let open)? = page.parts[1].blocks.first else {
      Issue.record("no part")
      return
    }
    #expect(open.heading == "program box open")
    #expect(
      open.blocks == [
        .paragraph("Open a box."), .definitions([Definition(.value("FILE"), "the box")]),
        .definitions([BoxProgram.open.options[0].definition(in: .english)]),
      ])
  }

  @Test
  func `The page of a command refers to the global options`() throws {
    let page = try page("program-take")
    #expect(
      page.parts.map(\.heading)
        == ["Description", "Arguments", "Options", "Shared options", "Examples"])
    #expect(
      page.parts[3].blocks == [
        .paragraph("--user, --store, --time, --quiet: see program(1).")
      ])
    let examples = manual.manualPages().flatMap(\.parts).flatMap(\.blocks).compactMap { block in
      if case .examples(let list) = block { list.map(\.line) } else { nil }
    }
    #expect(examples == [["program take 1"], ["program take 'a b'"]])
  }

  @Test
  func `Standard headings are in man's order, at the end`() throws {
    let parts = ["Examples", "Exit status", "Other", "Files", "Environment", "More"]
      .map { Part($0, [.paragraph("x")]) }
    let manual = Manual(
      program: BoxProgram.root, formats: [Topic("f", "a format", parts)])
    #expect(
      manual.manualPages().last?.parts.map(\.heading)
        == ["Other", "More", "Environment", "Files", "Exit status", "Examples"])
    #expect(manual.manualPages().last?.fileName == "program-f.5")
  }

  @Test
  func `Help exists for each command path and each topic`() throws {
    #expect(
      manual.help(for: ["box", "open"], columns: nil)?.hasPrefix("Usage: program box open ") == true
    )
    #expect(
      manual.help(for: ["colours"], columns: nil) == """
        Colours
          Red.

          red  like a rose

        """)
    for path in [["none"], ["box", "none"], ["colours", "red"], ["box", "colours"], ["boxes"]] {
      #expect(manual.help(for: path, columns: nil) == nil, "\(path)")
    }
    let overview = try #require(manual.help(for: [], columns: nil))
    #expect(overview.contains("\nTopics\n  colours  which there are: it's a few\n"))
    #expect(!overview.contains("__secret"))
  }
}

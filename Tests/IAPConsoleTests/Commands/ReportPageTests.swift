import CommandLine
import IAPCore
import IAPMessages
import Languages
import TestSupport
import Testing
import Text

@testable import IAPBatch
@testable import IAPConsole

/// The page of `journal report --html`.
struct ReportPageTests {
  private static let journalName = "iapctl/journal.db"

  private func console(isFilled: Bool = true) async throws -> (TestConsole, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let console = TestConsole(stateIn: folder)
    try folder.makeFolder("iapctl")
    if isFilled {
      try await folder.fillJournal(Self.journalName)
      console.files[folder[Self.journalName]] = ""
    }
    return (console, folder)
  }

  /// The page of a command, with a fixed name of the folder.
  private func page(
    _ options: String = "", isFilled: Bool = true
  ) async throws -> (text: String, run: TestConsole.Run) {
    let (console, folder) = try await console(isFilled: isFilled)
    let run = await console.run("journal report --html r.html \(options)")
    let text = try #require(console.files["r.html"], "\(run.errors)")
    return (text.replacing(folder.path, with: "/state"), run)
  }

  private func page(of entries: [JournalEntry], _ language: Language = .english) -> String {
    var figures = ReportFigures(in: .utc)
    for entry in entries { figures.add(entry) }
    return ReportPage(
      language: language, zone: .utc, journal: "j.db", query: JournalQuery(.latest),
      made: Instant(1_767_225_600_000), figures: figures, emptiness: nil, hints: HintText()
    ).html.markup
  }

  @Test(arguments: [Language.english, .korean, .japanese])
  func `A page has the expected text`(_ language: Language) async throws {
    let page = try await page("--time-zone Asia/Seoul --lang \(language.rawValue)").text
    let english = try Project.text("Tests/IAPConsoleTests/Commands/Golden/journal-report-en.html")
    try expectGolden(
      language == .english ? page : page.lines(otherThanIn: english),
      "journal-report-\(language.rawValue).html")
  }

  // MARK: Safe and accessible

  private static let hostile = "</td><script>alert('x')</script>\u{202E}&\u{1B}[2J\u{0}\u{2066}"

  private func hostilePage(_ language: Language) throws -> String {
    var entries: [JournalEntry] = []
    for outcome in [JournalEntry.Outcome.consume(.consumed), .consume(.unknown)] {
      var entry = try JournalCountsTests.entry(at: "2026-01-12T11:20:00Z", currency: Self.hostile)
      entry.payment = Payment(Identifier(Self.hostile))
      entry.payment.purchase.userID = Identifier(Self.hostile)
      entry.payment.purchase.storeCode = StoreCode(Self.hostile)
      (entry.payment.purchase.price, entry.payment.purchase.currency) = (Price("1"), Self.hostile)
      entry.payment.ticket = Self.hostile
      entry.outcome = outcome
      entry.isPaymentUnknown = outcome == .consume(.unknown)
      entry.run = RunFacts(
        server: ServerName(text: Self.hostile), appKeyFingerprint: "", user: Self.hostile,
        host: Self.hostile, profile: Self.hostile, ticket: Self.hostile)
      entries.append(entry)
    }
    return page(of: entries, language)
  }

  @Test(arguments: Language.allCases)
  func `Text of the journal stays text`(_ language: Language) throws {
    let page = try hostilePage(language)
    #expect(!page.contains("<script"))
    #expect(page.contains("&lt;/td&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;\\u202e&amp;"))
    #expect(
      !page.unicodeScalars.contains { $0 != "\n" && VisibleText.isHazardous($0) })
    #expect(try PageElements(page).named("script").isEmpty)
  }

  @Test(arguments: Language.allCases)
  func `A page loads nothing, and says what it is to those who do not see it`(
    _ language: Language
  ) async throws {
    for page in [try await page("--lang \(language.rawValue)").text, try hostilePage(language)] {
      let elements = try PageElements(page)
      let used = Set(elements.all.map(\.name))
      #expect(used.isDisjoint(with: ["script", "img", "link", "iframe", "object", "form", "base"]))
      #expect(elements.all.first?.attributes["lang"] == language.rawValue)
      #expect(
        elements.named("meta").first { $0.attributes["http-equiv"] != nil }?.attributes["content"]
          == "default-src 'none'; style-src 'unsafe-inline'")
      let identifiers = elements.all.compactMap { $0.attributes["id"] }
      #expect(Set(identifiers).count == identifiers.count)
      for element in elements.all {
        #expect(element.attributes["src"] == nil && element.attributes["style"] == nil)
        #expect(!element.attributes.keys.contains { $0.hasPrefix("on") })
        if let target = element.attributes["href"] {
          #expect(identifiers.contains { "#\($0)" == target })
        }
        if let label = element.attributes["aria-labelledby"] {
          #expect(identifiers.contains(label))
        }
      }
      for style in elements.named("style") {
        #expect(!style.text.contains("url(") && !style.text.contains("@import"))
      }
      #expect(elements.named("svg").count == 3 && elements.named("table").count == 5)
      for svg in elements.named("svg") {
        #expect(svg.attributes["role"] == "img" && svg.children.first == "title")
      }
      for table in elements.named("table") {
        #expect(table.children.prefix(2) == ["caption", "thead"])
      }
      for head in elements.named("th") {
        let isColumn = head.path.contains("thead")
        #expect((head.attributes["scope"] == "col") == isColumn && head.attributes["scope"] != nil)
      }
      #expect(
        elements.named("h1").count == 1 && elements.named("title").first?.text.isEmpty == false)
    }
  }

  // MARK: What the page is of

  @Test
  func `The page names its filters, its time zone and when it was made`() async throws {
    let page = try await page(
      "--time-zone Asia/Kolkata --since 2026-01-01 --until 2026-01-31 --operator alice --ticket T-1 "
        + "--user carol --market GG --server iap.test"
    ).text
    let elements = try PageElements(page)
    let facts = zip(elements.named("dt"), elements.named("dd")).map { "\($0.text): \($1.text)" }
    #expect(
      facts == [
        "Journal: /state/iapctl/journal.db", "From: 2026-01-01 00:00:00 +05:30",
        "Before: 2026-02-01 00:00:00 +05:30", "Ticket: T-1", "Operator: alice", "User: carol",
        "Markets: GG", "Server: iap.test", "Fixture stores: included", "Time zone: Asia/Kolkata",
        "Made: 2026-01-01 05:30:00 +05:30",
      ])
  }

  @Test(arguments: [
    ("", false, "The journal is empty."),
    ("--ticket T-9", true, "No entries of the journal match."),
    ("--operator bob", true, "There is no payment whose outcome is unknown."),
    (
      "--since 2026-01-01T00:00:30Z --until 2026-01-01T00:00:36Z", true, "No payment was consumed."
    ),
  ])
  func `A page without payments or without unknown ones says so`(
    _ options: String, _ isFilled: Bool, _ text: String
  ) async throws {
    let page = try await page(options, isFilled: isFilled).text
    let notices = try PageElements(page).named("p").filter { $0.attributes["class"] == "notice" }
    #expect(notices.map(\.text) == [text])
  }

  @Test
  func `A page says that payments of fixture stores are left out`() async throws {
    let (console, folder) = try await console(isFilled: false)
    let run = try await folder.journal(Self.journalName).begin(
      RunFacts(
        server: ServerName(text: "fixture:7"), appKeyFingerprint: "", user: "kim", host: "desk",
        profile: nil, ticket: nil))
    _ = try await run.claim([Payment("7")], ClaimRules(settles: false))
    try await run.write([JournalStep("7", .consumeBegins, at: Instant(0))])
    await run.end()
    _ = await console.run("journal report --html without.html")
    #expect(
      try #require(console.files["without.html"]).contains(
        "<p class=\"notice\">All entries that match are of fixture stores, which are left out. "))
    _ = await console.run("journal report --fixtures --html with.html")
    let page = try #require(console.files["with.html"])
    #expect(
      page.contains("<code>iapctl consume 7 --resume --only-unknown --user ID --store FILE</code>"))
  }

  @Test
  func `A sum has the known prices, and names how many are not known`() throws {
    let prices: [(String?, String?)] = [
      ("KRW", "1234500"), ("KRW", nil), ("USD", nil), (nil, "1"), ("JPY", "0.5"),
    ]
    let page = page(
      of: try prices.map { currency, price in
        try JournalCountsTests.entry(at: "2026-01-12T11:20:00Z", price: price, currency: currency)
      })
    let cells = [
      "<div>without currency 1</div>", "<div>JPY 0.50</div>", "<div>KRW 1,234,500</div>",
      "<small>KRW: 1 payment of unknown price</small>",
      "<small>USD: 1 payment of unknown price</small>",
    ]
    #expect(page.contains("<td class=\"sums\">\(cells.joined(separator: "\n"))</td>"))
  }

  @Test
  func `Each server has sections of its own, and is named`() throws {
    let entries = try ["d", "b", "c", "a", "b"].map { server in
      var entry = try JournalCountsTests.entry(at: "2026-01-12T11:20:00Z")
      entry.run.server = ServerName(text: "\(server).test")
      if server == "c" { (entry.outcome, entry.isPaymentUnknown) = (.consume(.unknown), true) }
      return entry
    }
    let elements = try PageElements(page(of: entries))
    let facts = zip(elements.named("dt"), elements.named("dd")).map { "\($0.text): \($1.text)" }
    #expect(facts.contains("Servers: a.test, b.test, c.test, and 1 more"))
    let heads = elements.named("h2").filter { $0.attributes["id"]?.hasPrefix("currencies") == true }
    #expect(
      heads.map { "\($0.attributes["id"] ?? ""): \($0.text)" }
        == [1, 2, 4].map { place in
          "currencies-\(place): Consumed by currency (\(["a", "b", "c", "d"][place - 1]).test)"
        })
    let sums = elements.named("div").filter { $0.path.contains("td") }.map(\.text)
    #expect(sums.filter { $0 == "KRW 3,000" }.count == 3)
    #expect(
      elements.named("a").map { $0.attributes["href"] } == ["#unknown-3"]
        && elements.named("h2").contains { $0.attributes["id"] == "unknown-3" })
  }

  // MARK: Many payments

  @Test
  func `The first unknown payments are named, and the rest are counted`() throws {
    var entries: [JournalEntry] = []
    for number in 1...1234 {
      var entry = try JournalCountsTests.entry(
        Identifier("\(number)"), at: "2026-01-12T11:20:00Z")
      (entry.outcome, entry.isPaymentUnknown) = (.consume(.refused), true)
      entries.append(entry)
    }
    let page = page(of: entries)
    #expect(page.contains("<strong>1234 payments may or may not have been consumed."))
    #expect(page.contains("<p>1034 more payments are unknown. To list all of them:</p>"))
    #expect(page.contains("<code>iapctl journal list --unknown</code>"))
    let named = try PageElements(page).named("tr").filter { $0.attributes["class"] == "payment" }
    #expect(named.count == ReportFigures.limit)
  }

  @Test
  func `A plot has the first operators, and the table has all`() throws {
    let entries = try (1...100).map { number in
      try JournalCountsTests.entry(at: "2026-01-12T11:20:00Z", by: "kim\(number)")
    }
    let page = page(of: entries)
    #expect(page.contains("<figcaption>and 80 more, in the table</figcaption>"))
    #expect(page.contains("<th scope=\"row\">kim99</th>"))
    #expect(try PageElements(page).named("rect").count == 1 + 1 + 20)
  }

  @Test
  func `A plot of 400 days has weeks, and a table has each day`() throws {
    let start = try #require(Instant("2025-01-01T12:00:00Z"))
    let entries = try (0..<400).map { day in
      try JournalCountsTests.entry(
        at: Instant(start.milliseconds + day * 86_400_000).description)
    }
    let elements = try PageElements(page(of: entries))
    let columns = elements.named("rect").filter { $0.path.contains("g") }
    #expect(columns.count == 58)
    let tables = elements.named("time")
    #expect(tables.filter { !$0.path.contains("details") }.first?.text == "2024-12-30")
    #expect(tables.filter { $0.path.contains("details") }.count == 400)
  }

  // MARK: Commands and the file

  @Test
  func `The commands of a page repeat the options of the report`() async throws {
    let (console, folder) = try await console()
    let path = folder[Self.journalName]
    _ = await console.run(
      "journal report --html r.html --ticket T-1 --user carol --until 2026-01-01T00:00:10Z "
        + "--journal \(path)")
    let codes = try PageElements(try #require(console.files["r.html"])).named("code").map(\.text)
    #expect(
      codes == [
        "iapctl consume 2 --resume --only-unknown --user carol --journal \(path) --ticket T-1 --profile live"
      ]
        + ["consumed", "not-consumed"].map {
          "iapctl journal settle 2 --as \($0) --ticket T-1 --server iap.test --journal \(path) "
            + "--profile live"
        })
  }

  @Test
  func `Standard output has the report with and without a page`() async throws {
    let (console, folder) = try await console()
    for format in OutputFormat.allCases {
      let plain = await console.run("journal report -o \(format)")
      let run = await console.run("journal report -o \(format) --html \(format).html")
      #expect(run.output == plain.output && run.status == 0)
      #expect(run.errors.contains("wrote the page \(format).html"))
      #expect(console.files["\(format).html"] == console.files["table.html"])
    }
    withExtendedLifetime(folder) {}
  }

  @Test
  func `A page replaces no file, and does not go to standard output`() async throws {
    let (console, folder) = try await console()
    console.files["r.html"] = "the report of last week"
    let run = await console.run("journal report --html r.html")
    #expect(run.status == 64 && run.output == "")
    #expect(
      run.errors == """
        iapctl: error: --html: r.html already exists
        hint: give the path of a new file, or remove this one first

        """)
    #expect(console.files["r.html"] == "the report of last week")
    #expect(problem(JournalReportCommand.self, "journal report --html -") != nil)
    withExtendedLifetime(folder) {}
  }
}

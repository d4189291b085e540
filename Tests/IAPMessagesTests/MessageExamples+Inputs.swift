import IAPCore

@testable import IAPMessages

/// Examples of errors of files, of journals and of servers.
extension MessageExamples {
  static let files: [MessageExample] =
    MessageExample.errors(fileProblems) { .file("a b", $0) }
    + MessageExample.errors([.missing], .iapctl(.storeMissing)) { .file("a", $0) }
    + MessageExample.errors([.lockedByOthers], .iapctl(.journalBusy)) { .file("a", $0) }
    + MessageExample.errors([.damaged(what: "w")], .iapctl(.inputInvalid)) { .file("a", $0) }
    + MessageExample.errors([.damaged(what: "w")], .iapctl(.journalDamaged)) { .file("a", $0) }

  private static let fileProblems: [IAPError.FileProblem] =
    [
      .missing, .isDirectory, .notRegular(takesPipe: true), .notRegular(takesPipe: false),
      .unreadable(why: "w"), .cannotWrite(why: "w"), .readOnly,
      .folderMissing(folder: "f"), .existsAlready, .lockedByOthers, .noWriter,
      .secretReadable(.accessToken), .secretReadable(.accessTokens),
      .secretReadable(.appKey), .secretReadable(.secretKey), .othersCanWrite("a b"),
      .othersCanWrite("/f"), .othersOwn("a b"),
      .othersOwn("/f"), .isLink, .damaged(what: "w"), .madeByNewerVersion(format: 3, known: 1),
      .madeByOlderVersion(format: 0, known: 1), .commitFailed(why: "w"), .notDurable(why: "w"),
      .notAStore(what: "w"), .problemsFound(count: 1), .problemsFound(count: 2),
      .notAPurchaseLog(what: "w"), .unfinishedChange, .notAJournal(what: "w"), .journalReadable,
      .replaced, .logOfAnotherFile, .runAtWork,
      .runOfOtherJournal,
    ] + IAPError.OwnFile.allCases.map { .own($0) }

  static let inputs: [MessageExample] =
    MessageExample.errors(inputProblems) { .input("a", $0) }
    + MessageExample.errors(headerProblems) { .input("a", .header($0)) }
    + MessageExample.errors(formatProblems) { .input("a", .format($0)) }

  private static let headerProblems: [IAPError.HeaderProblem] = [
    .unknownColumns(names: ["memo"], count: 1, meant: [:]),
    .unknownColumns(
      names: ["memo", "state"], count: 2, meant: [:],
      remarks: [
        ColumnRemark(column: "memo", said: [.init("hold", lines: [3], count: 1)]),
        ColumnRemark(
          column: "state",
          said: [.init("hold", lines: [4, 6], count: 2), .init("x", lines: [8], count: 1)], rest: 2),
        ColumnRemark(
          column: "note", said: [.init("hold", lines: [4, 6], count: 2)], rest: 1),
      ]),
    .warningKeys([ColumnRemark(column: "memo", said: [.init("hold", lines: [3], count: 1)])]),
    .unknownColumns(names: ["player"], count: 1, meant: ["player": "user"]),
    .unknownColumns(names: ["player"], count: 2, meant: ["player": "user"]),
    .columnMissing("memo"), .columnMissing("m", of: .ignoreColumns, closest: "memo"),
    .elsewhere(line: 3), .elsewhere(line: 3, given: 2),
    .elsewhere(line: 1, given: 2),
  ]

  private static let formatProblems: [IAPError.FormatProblem] = [
    .unknown, .encoding("CP949"), .workbook(".xlsx"),
  ]

  private static let inputProblems: [IAPError.InputProblem] =
    [
      .tooLarge(limit: 9), .notUTF8, .empty, .late, .format(.unknown),
      .format(.lineEnds("CR CR LF")),
      .badRow(3, problem: "p"), .numbersRounded(ending: 3, of: 4),
      .header(.columnMissing("memo")), .header(.ofJSON),
      .notUser(line: 3, "a,b"), .unknownToJournal("j"),
      .badLines(first: [badLine], count: 1, .canBeSkipped),
      .badLines(
        first: [
          badLine,
          BadLine(lines: [4...501, 503...503], count: 600, .value(of: "price", .empty, nil)),
        ],
        count: 602, .wereSkipped()),
      .badLines(first: [badLine], count: 1, .wereSkipped(file: "bad.csv")),
      .badLines(
        first: [BadLine(number: 1, .columnTwice("one", "other", meaning: "paymentSeq"))], count: 1,
        .mustBeCorrected),
      .badLines(first: [BadLine(number: 1, .ended("unknown"))], count: 1, .canBeSkipped),
      .badLines(
        first: [BadLine(number: 1, .noPaymentColumn(probably: "n"))], count: 1, .mustBeCorrected),
      .badLines(
        first: [BadLine(number: 1, .columnTwice("one", "other", meaning: "userID"))], count: 1,
        .mustBeCorrected),
      .badLines(
        first: [BadLine(number: 1, .columnTwice("o ne", "one", meaning: "paymentSeq"))], count: 1,
        .mustBeCorrected),
      .header(
        .unknownColumns(names: ["KRW", "USD"], count: 2, meant: ["KRW": "price", "USD": "price"])),
    ]
    + foreignTexts.map { .secretNotAlone(.appKey, $0, byte: 3) }
    + [.secretNotAlone(.accessToken, .space, byte: 3)]
    + severalLines
    + [BadLineHandling.canBeSkipped, .mustBeCorrected].flatMap { handling in
      [LineProblem.ValueProblem.rounded, .empty, .orderNumber(.googlePlay)].map { problem in
        .badLines(
          first: [BadLine(number: 3, .value(of: "price", problem, "9"))], count: 1, handling)
      }
    }

  private static let severalLines: [IAPError.InputProblem] = {
    let problems: [LineProblem] = [
      .value(of: "price", .rounded, "9"), .value(of: "price", .formatted, "9"),
      .otherUser("kim", than: "lee"),
      .differs(from: .delivery, found: [.text("kim")], row: [.text("lee")]),
    ]
    let lines = problems.flatMap { problem in
      [BadLine(lines: [3...4], count: 2, problem), BadLine(number: 3, problem, at: "[0]")]
    }
    return lines.map { .badLines(first: [$0], count: $0.count, .canBeSkipped) }
  }()

  private static let foreignTexts: [IAPError.ForeignText] = [
    .nullCharacter, .lineBreak, .control, .space, .notInAppKey,
  ]

  private static let badLine = BadLine(number: 3, .nullCharacter, at: "[0]")

  static let journals: [MessageExample] = {
    let errors = JournalErrors(of: "j")
    let all = [
      errors.badURL, errors.plaintext(host: "h"), errors.unreachable(why: "w"), errors.absent,
      errors.older(format: 1, known: 2), errors.newer(format: 3, known: 2),
      errors.noRight(why: "w"), errors.readOnly, errors.login(why: "w"),
      errors.notDurable(setting: "s"), errors.busy(why: "w"), errors.refused(why: "w"),
      errors.inUse(payments: 2), errors.runOver, errors.cutOff(why: "w"), errors.replaced,
      errors.sharedSession, errors.encoding("SQL_ASCII"),
    ]
    return MessageExample.texts(all.map { $0.text() })
  }()

  static let servers: [MessageExample] =
    MessageExample.errors(serverProblems) { .server("o", $0) }
    + MessageExample.errors([302, 401, 403, 404, 429, 500, 503]) { .statusNotOK($0) }

  private static let serverProblems: [IAPError.ServerProblem] = [
    .unresolved(why: "w"), .unreachable(why: "w"), .untrusted(why: "w"), .noAnswerInTime,
    .answerCutOff(why: "w"),
    .otherEnvironment(code: -4_120_201, message: "m"), .asksToWait(until: Instant(0), status: 429),
  ]
}

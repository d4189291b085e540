import CommandLine
import IAPCore
import IAPMessages
import JSON
import Languages
import Records
import Text

/// Runs the cases of a rehearsal while their results are printed.
final class RehearsalReport {
  private let rehearsal: Rehearsal
  private let cases: [RehearsalCase]
  private let inputs: RehearseCommand
  private let context: Context
  /// The folder of all files that are not kept.
  private let folder: String
  private var results: [CaseResult] = []
  private var problem: IAPError?

  init(
    _ rehearsal: Rehearsal, _ cases: [RehearsalCase], _ inputs: RehearseCommand,
    in context: Context, removing folder: String
  ) {
    (self.rehearsal, self.cases, self.inputs) = (rehearsal, cases, inputs)
    (self.context, self.folder) = (context, folder)
  }

  var report: Report {
    let section = RecordSection("cases", Self.schema, total: cases.count) { emit in
      try await self.runCases(emit)
    }
    return Report(.lists([section])) { self.summary }
  }

  private var isTable: Bool { context.settings.output.format == .table }

  /// A table lists only what failed.
  private func runCases(_ emit: (RecordBatch) throws -> Void) async throws {
    let environment = context.environment
    defer { environment.files.removeDirectory(folder) }
    var progress = context.progressLine(if: isTable)
    do {
      try await rehearsal.run(cases) { result in
        results.append(result)
        if !isTable { try emit(records(of: result)) }
      } advance: { done in
        progress.advance(to: done, of: cases.count)
      }
    } catch {
      progress.end()
      throw environment.stopped ?? error
    }
    progress.end()
    if isTable {
      for result in results where !result.judgement.isRight { try emit(records(of: result)) }
    }
    writeJUnit()
  }

  private func writeJUnit() {
    guard let path = inputs.junit else { return }
    let bytes = JUnitReport.bytes(of: results, repeatedBy: command)
    do throws(IAPError) {
      try context.environment.replaceResults(path, bytes)
    } catch {
      problem = error
    }
  }

  // MARK: Records

  static let schema = RecordSchema(
    meanings: [
      "case": "the request and what happened to it: consume[2]:lost",
      "verdict": "once, left, stuck, held, refunded, given, doubled or lost",
      "right": "whether the case, or this payment, is right",
      "paymentSeq": "the payment; null if the case is right and has several",
      "runs": "how often the program ran",
      "exitCodes": "how each run ended; 137 is killed",
      "time": "the seconds that the case took",
      "reason": "what the program did after what; null if the case is right",
      "requests": "the requests in their order; null if the case is right",
      "standardError": "the end of the program's standard error; null if the case is right",
      "repeat": "a command that runs only this case again; null if it is right",
    ],
    columns: ["case", "verdict", "paymentSeq", "runs", "exitCodes", "time"],
    keys: ["case", "paymentSeq"])

  private func records(of result: CaseResult) -> RecordBatch {
    let judgement = result.judgement
    guard !judgement.isRight else {
      return RecordBatch([record(of: result, judgement.payment, judgement.verdict)])
    }
    return RecordBatch(
      judgement.wrong.indices.map { index in
        let wrong = judgement.wrong[index]
        return record(
          of: result, wrong.payment, wrong.verdict, result.story?.sentences[index])
      })
  }

  private func record(
    of result: CaseResult, _ payment: Identifier?, _ verdict: Verdict, _ reason: Sentence? = nil
  ) -> Record {
    let isRight = result.judgement.isRight
    let codes = result.exitCodes
    return Record([
      .text(result.scenario.description), .text(verdict.rawValue), .flag(isRight),
      .text(payment?.text), .number(String(codes.count)),
      .nested(
        .array(codes.map { .integer($0) }), short: codes.map(String.init).joined(separator: " ")),
      .number(result.time.secondsText), .text(reason.map { Language.english.text($0) }),
      result.story.map { story in
        .nested(
          .array(story.requests.map { .string($0) }), short: story.requests.joined(separator: ", "))
      } ?? .text(nil),
      .text(result.story?.errors),
      .text(isRight ? nil : command(of: result.scenario)),
    ])
  }

  /// A command that runs only one case again.
  private func command(of scenario: RehearsalCase) -> String {
    let command = RehearseCommand.self
    let typed = context.typed
    let options: [OptionSpecification] = .of(
      command.seed, command.granted, command.runs, command.timeoutEach, command.allow,
      GlobalOptions.now)
    let commandLine = ["--"] + inputs.program
    return "iapctl rehearse" + typed.flag(command.sample.specification)
      + typed.shellText(of: options)
      + ShellText.option(command.cases.specification.name, scenario.description)
      + ShellText.option(command.keep.specification.name, inputs.keep ?? "rehearsal")
      + " " + commandLine.map(ShellText.quoted).joined(separator: " ")
  }

  // MARK: Summary

  /// The most cases that failed of which a person reads.
  private static let mostStories = 10

  /// What became of the payments of a case, its requests, and what the program wrote last.
  private func explanation(_ result: CaseResult) -> [Sentence] {
    guard let story = result.story else { return [] }
    let name = result.scenario.description
    return story.sentences.map { RehearseMessages.explanation(name, $0) }
      + [RehearseMessages.requests(name, story.requests)]
      + (story.errors.isEmpty ? [] : [RehearseMessages.errors(name, story.lastErrors)])
  }

  private var summary: Report.Summary {
    let wrong = results.filter { !$0.judgement.isRight }
    var summary = Report.Summary()
    summary.counts = counts
    summary.hasDocument = true
    summary.hints = hints(wrong)
    if let problem { summary.failures.add(problem) }
    if wrong.isEmpty {
      summary.closing = (
        RehearseMessages.allRight(results.count, verdicts: verdicts(of: results)), nil
      )
    } else {
      summary.failures.add(
        .iapctl(
          .rehearsalFailed,
          .rehearsal(
            .casesFailed(wrong.count, of: results.count, verdicts: verdicts(of: wrong)))))
    }
    return summary
  }

  /// - Parameter wrong: the cases that failed.
  private func hints(_ wrong: [CaseResult]) -> [Sentence] {
    var hints = wrong.prefix(Self.mostStories).flatMap(explanation)
    if wrong.count > Self.mostStories {
      hints.append(RehearseMessages.moreFailed(wrong.count - Self.mostStories))
    }
    if let first = wrong.first {
      hints.append(
        RehearseMessages.repetition(
          of: first.scenario.description, command: command(of: first.scenario)))
    }
    if wrong.count > 1 { hints.append(RehearseMessages.failed(wrong.map(\.scenario.description))) }
    hints += results.compactMap { result in
      result.folder.map { RehearseMessages.kept(result.scenario.description, path: $0) }
    }
    let unreached = results.filter { !$0.hasHappened }
    if let first = unreached.first {
      hints.append(
        RehearseMessages.notHappened(unreached.count, first: first.scenario.description))
    }
    let mute = results.count { $0.isGrantedFailed }
    if mute > 0 { hints.append(RehearseMessages.grantedFailed(mute)) }
    let right = results.filter { $0.judgement.isRight }
    if !wrong.isEmpty, !right.isEmpty {
      hints.append(RehearseMessages.allRight(right.count, verdicts: verdicts(of: right)))
    }
    return hints
  }

  /// `lost 2`, the worst first.
  private func verdicts(of results: [CaseResult]) -> [String] {
    Verdict.allCases.reversed().compactMap { verdict in
      let count = results.count { $0.judgement.worst == verdict }
      return count == 0 ? nil : "\(verdict.rawValue) \(count)"
    }
  }

  private var counts: (RecordSchema, Record) {
    let names = ["cases", "right"] + Verdict.allCases.map(\.rawValue)
    let right = results.count { $0.judgement.isRight }
    let counts =
      [results.count, right]
      + Verdict.allCases.map { verdict in results.count { $0.judgement.worst == verdict } }
    return (
      RecordSchema(names, columns: names), Record(counts.map { .number(String($0)) })
    )
  }
}

extension Duration {
  /// The seconds with three decimals.
  var secondsText: String {
    let (seconds, attoseconds) = components
    let milliseconds = String(attoseconds / 1_000_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
  }
}

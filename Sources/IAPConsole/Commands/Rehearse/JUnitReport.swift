import IAPCore
import IAPMessages
import Languages
import Text

/// The cases of a rehearsal as JUnit XML, which the servers of CI jobs show. It is English in each
/// language, because programs read it.
enum JUnitReport {
  /// - Parameter command: repeats a case.
  static func bytes(
    of results: [CaseResult], repeatedBy command: (RehearsalCase) -> String
  ) -> [UInt8] {
    let cases = results.map { testcase($0, command) }
    let time = results.reduce(Duration.zero) { $0 + $1.time }
    let failures = results.count { !$0.judgement.isRight }
    return document(cases, failures: failures, time: time)
  }

  /// The document of a rehearsal whose first run was not right.
  static func bytes(ofFailedFirstRun error: IAPError) -> [UInt8] {
    let message = Language.english.text(ErrorMessages.message(of: error))
    let test: HTML = """
      <testcase classname="rehearse" name="first run"><failure message="\(message)"/></testcase>
      """
    return document([test], failures: 1, time: .zero)
  }

  private static func testcase(
    _ result: CaseResult, _ command: (RehearsalCase) -> String
  ) -> HTML {
    let (scenario, judgement) = (result.scenario, result.judgement)
    let start: HTML = """
      <testcase classname="rehearse" name="\(scenario.description)" \
      time="\(result.time.secondsText)"
      """
    guard !judgement.isRight else { return "\(start)/>" }
    let problems = judgement.wrong.map { "payment \($0.payment): \($0.verdict.rawValue)" }
    let story = result.story
    let errors = story?.errors.split(whereSeparator: \.isNewline).map(String.init) ?? []
    let lines =
      (story?.sentences.map { Language.english.text($0) } ?? []) + (story?.requests ?? []) + errors
      + [command(scenario)]
    return """
      \(start)><failure type="\(judgement.worst.rawValue)" \
      message="\(problems.joined(separator: ", "))">\(lines.map { "\($0)" as HTML })</failure></testcase>
      """
  }

  private static func document(_ cases: [HTML], failures: Int, time: Duration) -> [UInt8] {
    let attributes: HTML = """
      name="iapctl rehearse" tests="\(cases.count)" failures="\(failures)" errors="0" \
      time="\(time.secondsText)"
      """
    let document: HTML = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      <testsuite \(attributes)>
      \(cases)
      </testsuite>
      </testsuites>

      """
    return Array(document.markup.utf8)
  }
}

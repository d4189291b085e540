import CommandLine
import Text

extension Korean {
  func text(_ problem: ArgumentProblem) -> ErrorText {
    switch problem {
    case .unknownCommand(let name, let suggestion, let program):
      ErrorText(
        "없는 명령입니다: '\(name)'\(didYouMean(suggestion))", hint: "명령 목록: \(program) help")
    case .refusedCommand(let name, let operand):
      ErrorText(
        "없는 명령입니다: '\(name)'",
        hint: RefusedCommand(rawValue: name).map { alternative(to: $0, operand ?? "PAYMENT_SEQ") })
    case .unknownOption(let name, let suggestion, let help):
      ErrorText(
        "없는 옵션입니다: '\(name)'\(didYouMean(suggestion))", hint: "도움말: \(help)")
    case .refusedOption(let name):
      ErrorText(
        "없는 옵션입니다: '\(name)'",
        hint: """
          명령줄에 쓴 앱 키는 프로세스 목록에 노출됩니다. --app-key-file PATH 또는 \(Variables.appKey) 환경 \
          변수로 지정하십시오.
          """)
    case .misplacedOption(let name, let command):
      ErrorText(
        "옵션 '\(name)': 명령 뒤에 써야 합니다.",
        hint: "이 명령 뒤에 쓰십시오: '\(command)'. 명령 앞에는 모든 명령에 공통인 옵션만 쓸 수 있습니다.")
    case .missingValue(let name, let label, nil):
      ErrorText("옵션 '\(name)': 값이 필요합니다: \(label)")
    case .missingValue(let name, let label, let next?):
      ErrorText(
        "옵션 '\(name)': 값이 필요합니다: \(label). 다음 단어는 옵션으로 보입니다: '\(next)'",
        hint: "'-'로 시작하는 값은 이렇게 쓰십시오: \(name)=\(next)")
    case .unwantedValue(let name): ErrorText("옵션 '\(name)': 값을 지정할 수 없는 옵션입니다.")
    case .givenTwice(let name, let first, let second):
      ErrorText(
        "옵션 '\(name)': 서로 다른 값을 두 번 지정했습니다: '\(first)', '\(second)'",
        hint: "한 번만 지정하십시오.")
    case .value(let word, let name, let expectation, let suggestion):
      ErrorText(
        """
        \(name): '\(word)' 값이 올바르지 않습니다. 필요한 값: \(Self.phrases.text(expectation))\(didYouMean(suggestion))
        """)
    case .missingOperand(let label, let help):
      ErrorText("인수가 없습니다: \(Self.phrases.text(label))", hint: "도움말: \(help)")
    case .extraOperand(let word, let help):
      ErrorText("이 명령에서 사용하지 않는 인수입니다: '\(word)'", hint: "도움말: \(help)")
    case .commandWithoutDashes(let word):
      ErrorText("이 명령에서 사용하지 않는 인수입니다: '\(word)'", hint: "실행할 명령 앞에 -- 를 쓰십시오.")
    case .noArguments:
      ErrorText(
        "프로그램 이름도 없이, 인수 없이 프로세스가 시작되었습니다.",
        hint: "'iapctl COMMAND' 형식으로 시작하십시오. 명령 목록: iapctl help")
    case .argumentNotText(let position, let repaired):
      ErrorText(
        "인수 \(position): UTF-8이 아닙니다: '\(repaired)'",
        hint: "UTF-8로 쓰십시오. ID는 바이트 단위로 비교합니다.")
    case .variableNotText(let name, let repaired):
      ErrorText(
        "\(name): UTF-8이 아닙니다\(repaired.map { ": '\($0)'" as Sentence })",
        hint: "UTF-8로 쓰십시오.")
    }
  }

  /// What to use in place of a command that does not exist.
  private func alternative(to command: RefusedCommand, _ payment: String) -> Sentence {
    switch command {
    case .undo, .unconsume, .revert:
      "소비는 되돌릴 수 없습니다. 메모로 기록하십시오: iapctl journal note \(payment) '잘못 소비함'"
    case .refund:
      """
      iapctl로는 실제 결제를 환불할 수 없습니다. IAP 콘솔이나 결제한 스토어에서 환불하십시오. 픽스처 \
      저장소의 결제: iapctl store refund \(payment)
      """
    }
  }

  func didYouMean(_ suggestion: String?) -> Sentence? {
    suggestion.map { ". 혹시 '\($0)'입니까?" }
  }
}

import IAPCore
import Text

extension Korean {
  func text(_ message: SetupMessage) -> Sentence {
    switch message {
    case .begin(let path):
      """
      새 프로필을 만듭니다(\(path)). Enter를 누르면 대괄호 안의 값을 사용하고, Ctrl-C를 누르면 변경 \
      없이 끝냅니다.
      """
    case .askName(let usual): "프로필 이름\(bracketed(usual?.text)): "
    case .askURL(let usual): "서버 주소\(bracketed(usual)): "
    case .askAPI(let names, let usual): "API 종류(\(list: names))\(bracketed(usual)): "
    case .askKey(.appKey): "앱 키(입력해도 화면에 표시되지 않음. 파일에 있으면 Enter): "
    case .askKey(.secretKey): "비밀 키(입력해도 화면에 표시되지 않음. 파일에 있으면 Enter): "
    case .askKeyFile(.appKey): "앱 키만 들어 있는 파일: "
    case .askKeyFile(.secretKey): "비밀 키만 들어 있는 파일: "
    case .askAppID: "앱 ID: "
    case .askAppSeq: "앱 번호(app sequence): "
    case .askMarkets(let usual):
      """
      마켓(쉼표로 구분)\
      \(usual.isEmpty ? " [모두]" : bracketed(usual.map(\.text).joined(separator: ","))): 
      """
    case .askPackage: "앱의 패키지 이름(구독 조회용. 마켓별로 지정: AS=NAME,GG=NAME) [없음]: "
    case .askJournal(let usual):
      "저널(파일, 또는 팀이 함께 쓰는 postgresql:// URL)\(bracketed(usual)): "
    case .preview(let profile, let path): "새 프로필 \(profile)(\(path)):"
    case .setting(let key, let value): "\(key): \(value)"
    case .newKeyFile(let path): "앱 키를 본인만 읽을 수 있는 새 파일에 저장합니다: \(path)"
    case .askToWrite(let becomesCurrent):
      """
      먼저 서버에 조회합니다. 소비하는 것은 없습니다.\
      \(becomesCurrent ? " 이 프로필이 현재 프로필이 됩니다." : nil) 저장하시겠습니까? [Y/n] 
      """
    case .asking: "서버에 조회하는 중"
    case .askToWriteAnyway: "설정을 시험해 보지 못했습니다. 그래도 프로필을 저장하시겠습니까? [y/N] "
    case .keyFileMade(let path): "본인만 읽을 수 있는 파일에 앱 키를 저장했습니다: \(path)"
    case .keyRefused:
      "저장한 프로필은 없습니다. IAP 콘솔에서 앱 키를 다시 복사하고 서버 주소를 확인하십시오."
    case .notWritten(let error):
      """
      저장한 프로필은 없습니다.\
      \(ErrorMessages.hint(of: error, in: .korean).map { " \($0)" as Sentence })
      """
    case .variablesPrevail(let names, let profile):
      """
      현재 프로필보다 우선하는 환경 변수가 설정되어 있습니다: \(list: names). 변수를 해제하거나 \
      --profile \(profile) 옵션을 사용하십시오.
      """
    case .askToRemove(let profile, let path, let holdsKey):
      """
      프로필 '\(profile)'(\(path)): 삭제하시겠습니까?\
      \(holdsKey ? " 프로필에 저장된 앱 키도 삭제됩니다." : nil) [y/N] 
      """
    case .removed(let profile, let path, let keyFile):
      """
      프로필 \(profile): 삭제했습니다(\(path)).\
      \(keyFile.map { " 앱 키 파일은 그대로 있습니다: \($0)" as Sentence })
      """
    case .renamed(let old, let new, let isCurrent):
      "프로필 이름을 변경했습니다: \(old) → \(new)\(isCurrent ? "(현재 프로필)" : nil)"
    case .copied(let old, let new, let key):
      "프로필을 복사했습니다: \(old) → \(new)\(key.map { ". \(sentence($0))" as Sentence })"
    case .variableNamesNone(let profile):
      "\(Variables.profile) 환경 변수에 지정된 프로필이 더 이상 없습니다: \(profile)"
    }
  }

  /// The value that Return takes: ` [AS]`.
  private func bracketed(_ usual: String?) -> Sentence? { usual.map { " [\($0)]" } }

  private func sentence(_ key: SetupMessage.CopiedKey) -> Sentence {
    switch key {
    case .file(let path): "두 프로필이 같은 앱 키 파일을 사용합니다: \(path)"
    case .value: "앱 키도 복사했습니다."
    }
  }
}

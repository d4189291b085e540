import IAPCore
import Text

extension Korean {
  func text(_ message: CheckMessage) -> Sentence {
    switch message {
    case .place(let place): text(place)
    case .notEncrypted: "암호화하지 않음: 이 컴퓨터에 http로 연결"
    case .noAppKey(let api): "\(api) API는 앱 키를 사용하지 않음"
    case .notReached: "검사하지 않음: 서버에 연결하지 못함"
    case .keyRefused: "검사하지 않음: 앱 키가 거부됨"
    case .noAnswer: "알 수 없음: 응답한 마켓이 없음"
    case .clock(0): "서버와 이 컴퓨터의 시각이 같음"
    case .clock(let ahead):
      "서버의 시각이 이 컴퓨터보다 \(ahead.magnitude)초 \((ahead > 0 ? "빠름" : "느림") as Sentence)"
    case .noServerTime: "알 수 없음: 서버가 시각을 알려 주지 않음"
    case .setClock: "이 컴퓨터의 시각을 맞추십시오. 예: timedatectl set-ntp true"
    case .remedy(let check, let profile, let error):
      """
      \(profile.map { "\($0): " as Sentence })\(check): \
      \(error.map { ErrorMessages.hint(of: $0, in: .korean) ?? "" } ?? text(CheckMessage.setClock))
      """
    case .journal(let path): "\(path)"
    case .newJournal(let path): "\(path): 처음 소비할 때 생성됨"
    case .noJournalOfStore: "지정된 저널 없음. 픽스처 저장소의 소비에는 저널이 필요하지 않음"
    case .passed(let checks, let profiles):
      "모든 검사를 통과했습니다. 프로필 \(profiles)개, 검사 \(checks)건"
    }
  }
}

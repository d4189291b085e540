import IAPCore
import Text

extension Japanese {
  func text(_ message: CheckMessage) -> Sentence {
    switch message {
    case .place(let place): text(place)
    case .notEncrypted: "暗号化なし: このコンピューターへのhttp接続"
    case .noAppKey(let api): "\(api) APIではAppKeyを使用しません"
    case .notReached: "未検査: サーバーに接続できませんでした"
    case .keyRefused: "未検査: AppKeyが拒否されました"
    case .noAnswer: "不明: 応答したマーケットがありません"
    case .clock(0): "サーバーとこのコンピューターの時刻は一致しています"
    case .clock(let ahead):
      """
      サーバーの時刻は、このコンピューターより\(ahead.magnitude)秒\
      \((ahead > 0 ? "進んでいます" : "遅れています") as Sentence)
      """
    case .noServerTime: "不明: サーバーが時刻を返しませんでした"
    case .setClock: "このコンピューターの時刻を合わせてください。例: timedatectl set-ntp true"
    case .remedy(let check, let profile, let error):
      """
      \(profile.map { "\($0): " as Sentence })\(check): \
      \(error.map { ErrorMessages.hint(of: $0, in: .japanese) ?? "" } ?? text(CheckMessage.setClock))
      """
    case .journal(let path): "\(path)"
    case .newJournal(let path): "\(path): 最初の消費のときに作成されます"
    case .noJournalOfStore:
      "ジャーナルの指定はありません。フィクスチャストアの消費には必要ありません"
    case .passed(let checks, let profiles):
      "すべての検査に合格しました: プロファイル\(profiles)個、検査\(checks)件"
    }
  }
}

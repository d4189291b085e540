import IAPCore
import Text

extension Japanese {
  func text(_ message: SetupMessage) -> Sentence {
    switch message {
    case .begin(let path):
      """
      \(path)にプロファイルを作成します。Enterキーで[ ]の値を使用し、Ctrl-Cで変更せずに終了します。
      """
    case .askName(let usual): "プロファイルの名前\(bracketed(usual?.text)): "
    case .askURL(let usual): "サーバーのアドレス\(bracketed(usual)): "
    case .askAPI(let names, let usual): "APIの種類(\(list: names))\(bracketed(usual)): "
    case .askKey(.appKey): "AppKey(入力中は表示しません。ファイルにある場合はEnterキー): "
    case .askKey(.secretKey): "シークレットキー(入力中は表示しません。ファイルにある場合はEnterキー): "
    case .askKeyFile(.appKey): "AppKeyだけを書いたファイル: "
    case .askKeyFile(.secretKey): "シークレットキーだけを書いたファイル: "
    case .askAppID: "アプリID: "
    case .askAppSeq: "アプリ番号(app sequence): "
    case .askMarkets(let usual):
      """
      マーケット(カンマ区切り)\
      \(usual.isEmpty ? " [すべて]" : bracketed(usual.map(\.text).joined(separator: ","))): 
      """
    case .askPackage:
      "アプリのパッケージ名(サブスクリプションの照会用。マーケット別はAS=NAME,GG=NAME) [なし]: "
    case .askJournal(let usual):
      "ジャーナル(ファイル、またはチームで共有するpostgresql://のURL)\(bracketed(usual)): "
    case .preview(let profile, let path): "新しいプロファイル\(profile)(\(path)):"
    case .setting(let key, let value): "\(key): \(value)"
    case .newKeyFile(let path): "AppKeyは、本人だけが読める新しいファイルに保存します: \(path)"
    case .askToWrite(let becomesCurrent):
      """
      先にサーバーへ照会します。何も消費しません。\
      \(becomesCurrent ? "このプロファイルが現在のプロファイルになります。" : nil)書き込みますか? [Y/n] 
      """
    case .asking: "サーバーに照会しています"
    case .askToWriteAnyway: "設定を確認できませんでした。それでもプロファイルを書き込みますか? [y/N] "
    case .keyFileMade(let path): "本人だけが読めるファイルにAppKeyを保存しました: \(path)"
    case .keyRefused:
      """
      プロファイルは書き込んでいません。IAPコンソールからAppKeyをコピーし直し、アドレスも確認してくだ\
      さい。
      """
    case .notWritten(let error):
      """
      プロファイルは書き込んでいません。\
      \(ErrorMessages.hint(of: error, in: .japanese).map { "\($0)" as Sentence })
      """
    case .variablesPrevail(let names, let profile):
      """
      現在のプロファイルより優先される環境変数が設定されています: \(list: names)。変数を解除するか、\
      --profile \(profile)を指定してください。
      """
    case .askToRemove(let profile, let path, let holdsKey):
      """
      プロファイル「\(profile)」を\(path)から削除しますか?\
      \(holdsKey ? "保存されているAppKeyも削除されます。" : nil) [y/N] 
      """
    case .removed(let profile, let path, let keyFile):
      """
      プロファイル\(profile): \(path)から削除しました。\
      \(keyFile.map { "AppKeyのファイルは残っています: \($0)" as Sentence })
      """
    case .renamed(let old, let new, let isCurrent):
      """
      プロファイル名を変更しました: \(old) → \(new)\
      \(isCurrent ? "(現在のプロファイル)" : nil)
      """
    case .copied(let old, let new, let key):
      "プロファイルをコピーしました: \(old) → \(new)\(key.map { "。\(sentence($0))" as Sentence })"
    case .variableNamesNone(let profile):
      "変数\(Variables.profile)で指定されているプロファイル\(profile)は、もうありません。"
    }
  }

  /// The value that Return takes: ` [AS]`.
  private func bracketed(_ usual: String?) -> Sentence? { usual.map { " [\($0)]" } }

  private func sentence(_ key: SetupMessage.CopiedKey) -> Sentence {
    switch key {
    case .file(let path): "どちらも同じファイルのAppKeyを使用します: \(path)"
    case .value: "AppKeyもコピーしました。"
    }
  }
}

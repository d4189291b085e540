import IAPCore
import Text

extension Japanese {
  func text(_ message: JournalMessage) -> Sentence {
    switch message {
    case .imported(let imported):
      """
      \(imported.runs)回の実行の記録\(imported.attempts)件を追加しました。新しい決済は\
      \(imported.payments)件です。
      """
    case .made: "ジャーナルを作成しました。"
    case .isNew(true): "ジャーナルを作成しました。"
    case .isNew(false): "ジャーナルはすでに存在します。"
    case .entryWritten: "記録を書き込みました。"
    case .pageWritten(let path): "レポートのページを保存しました: \(path)"
    case .outcomeEntered(let payment, let path):
      "決済番号\(payment): ジャーナル(\(path))にすでに同じ結果があります。何も記録していません。"
    case .empty(let path): "ジャーナル(\(path))は空です。"
    case .noneMatch(let path): "ジャーナル(\(path))に、条件に合う記録はありません。"
    case .noneUnknown(let path): "ジャーナル(\(path))に、結果が不明な決済はありません。"
    case .onlyFixtures(let path):
      """
      ジャーナル(\(path))で条件に合う記録は、フィクスチャストアのものです。表示するには--fixturesを指定\
      してください。
      """
    case .servers(let count):
      """
      \(count)台のサーバーの決済が含まれています。サーバーも表示する場合: --fields \
      server,paymentSeq,outcome
      """
    case .notes(let count):
      "メモが\(count)件あります。メモの内容も表示する場合: --fields paymentSeq,operator,note"
    }
  }

  func text(_ name: String, _ problem: IAPError.JournalProblem) -> ErrorText {
    switch problem {
    case .badURL:
      ErrorText(
        "ジャーナル\(name): URLが不正です。",
        hint: """
          次の形式で指定してください: postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full
          """)
    case .plaintext(let host):
      ErrorText(
        "ジャーナル\(name): ネットワーク上の「\(host)」に、TLSなしで接続することになります。",
        hint: "URLにsslmode=verify-fullを追加してください。")
    case .unreachable(let why):
      ErrorText(
        "ジャーナル\(name): 接続できません: \(why)",
        hint: "何も送信していません。URL、ネットワーク、データベースを確認してください。")
    case .absent:
      ErrorText(
        "ジャーナル\(name): 存在しません。データベースにiapctlのテーブルがありません。",
        hint: """
          データベースの名前を確認してください。ジャーナルは、データベースの所有者が次のコマンドで作成\
          します: iapctl journal init URL --role ACCOUNT
          """)
    case .older(let format, let supported):
      ErrorText(
        """
        ジャーナル\(name): 古い形式です。ジャーナルの形式: \(format)、このiapctlに必要な形式: \(supported)
        """,
        hint: """
          ジャーナルを作成したiapctlで読み取り、新しいジャーナルを別のデータベースに作成してください。
          """)
    case .newer(let format, let supported):
      ErrorText(
        """
        ジャーナル\(name): より新しい形式です。ジャーナルの形式: \(format)、このiapctlが対応する形式: \
        \(supported)まで
        """,
        hint: "ジャーナルを作成したiapctl、またはより新しいiapctlを使用してください。")
    case .noRight(let why):
      ErrorText(
        "ジャーナル\(name): このアカウントでは使用できません: \(why)",
        hint: """
          必要な権限は、データベースの所有者が次のコマンドで出力できます: iapctl journal init URL --role \
          ACCOUNT
          """)
    case .login(let why):
      ErrorText(
        "ジャーナル\(name): ログインが拒否されました: \(why)",
        hint: """
          URLのアカウントを確認し、パスワードを~/.pgpass、またはPGPASSFILEで指定したファイルに書いてくだ\
          さい。
          """)
    case .notDurable(let setting):
      ErrorText(
        """
        ジャーナル\(name): データベースの設定により、確定した記録が失われる可能性があります: \(setting)
        """, hint: "データベースの所有者が、この設定を変更する必要があります。")
    case .busy(let why):
      ErrorText(
        "ジャーナル\(name): ほかの処理が、制限時間を過ぎてもロックしていました: \(why)",
        hint: "しばらくしてから再試行してください。")
    case .refused(let why):
      ErrorText(
        "ジャーナル\(name): 記録を書き込めませんでした: \(why)",
        hint: "データベースのログを確認してください。")
    case .inUse(let count):
      ErrorText(
        """
        ジャーナル\(name): \(count)件の決済は実行中の処理が使用しているため、結果を取り込みませんでした。
        """, hint: "その実行が終わってから、ファイルをもう一度取り込んでください。")
    case .runOver:
      ErrorText(
        """
        ジャーナル\(name): この実行からの連絡が長時間途絶えたため、ほかの実行がこの実行の決済を引き継いだ\
        可能性があります。
        """, hint: checkConnection)
    case .cutOff(let why):
      ErrorText(
        """
        ジャーナル\(name): 長時間接続できなかったため、ほかの実行がこの実行の決済を引き継いだ可能性があり\
        ます: \(why)
        """, hint: checkConnection)
    case .replaced:
      ErrorText(
        """
        ジャーナル\(name): 使用中に復元、再作成、または別のサーバーへの移動が行われました。最後の記録が失\
        われている可能性があります。
        """,
        hint: """
          データベースに何が起きたかを確認してから、--resumeを付けて再実行してください。それまでは支給\
          しないでください。
          """)
    case .sharedSession:
      ErrorText(
        """
        ジャーナル\(name): トランザクションごとに接続を共有するコネクションプーラーを経由しています。
        """,
        hint: """
          セッションプーリングを使用するか(PgBouncer: pool_mode = session)、データベースに直接接続して\
          ください。
          """)
    case .encoding(let encoding):
      ErrorText(
        """
        ジャーナル\(name): データベースのエンコーディング\(encoding)では一部の文字を扱えないため、作成でき\
        ません。
        """,
        hint: """
          別のデータベースを作成してください: createdb --encoding UTF8 --template template0 NAME
          """)
    }
  }

  private var checkConnection: Sentence {
    "データベースへの接続を確認してから、--resumeを付けて再実行してください。"
  }
}

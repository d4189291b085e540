import IAPCore
import Text

extension Japanese {
  /// The name of a file or of standard input.
  func input(_ path: String) -> Sentence { path == "-" ? "標準入力" : "\(path)" }

  func sentence(_ file: IAPError.OpenedFile) -> Sentence {
    switch file {
    case .file(let path): input(path)
    case .connection(let origin): "\(origin)への接続"
    case .socket: "ソケット"
    case .filesOfBatch: "一括処理のファイル"
    case .filesOfRequest: "リクエストのファイル"
    case .filesOfServer: "サーバーのファイル"
    }
  }

  func text(
    _ path: String, _ problem: IAPError.FileProblem, _ code: IAPError.Code
  ) -> ErrorText {
    let name = input(path)
    return switch problem {
    case .missing:
      ErrorText(
        "\(name): ファイルがありません。",
        hint: code == .iapctl(.storeMissing)
          ? "フィクスチャストアを作成してください: iapctl store init PATH --sample"
          : "パスを確認してください。")
    case .isDirectory:
      ErrorText("\(name): ディレクトリです。", hint: "ファイルのパスを指定してください。")
    case .notRegular(takesPipe: false):
      ErrorText("\(name): 通常のファイルではないため、使用できません。", hint: askOwner(path))
    case .notRegular(takesPipe: true):
      ErrorText(
        "\(name): 通常のファイルでもパイプでもないため、読み取れません。", hint: askOwner(path))
    case .unreadable(let why):
      ErrorText("\(name): 読み取れません: \(why)", hint: path == "-" ? nil : askOwner(path))
    case .readOnly: ErrorText("\(name): 読み取り専用のため、書き込めません。", hint: checkDisk)
    case .cannotWrite(let why): ErrorText("\(name): 書き込めません: \(why)", hint: checkDisk)
    case .folderMissing(let folder):
      ErrorText(
        "\(name): フォルダがないため、書き込めません: \(folder)",
        hint: "フォルダを作成してください: mkdir -p \(quoted(folder))")
    case .existsAlready:
      ErrorText(
        "\(name): すでに存在します。",
        hint: "別のパスを指定するか、先にファイルを削除してください。")
    case .lockedByOthers:
      ErrorText(
        "\(name): ほかのプロセスが、制限時間を過ぎてもロックしていました。",
        hint: code == .iapctl(.journalBusy)
          ? "しばらくしてから再試行してください。" : "再試行するか、--timeoutを長くしてください。")
    case .noWriter:
      ErrorText(
        "\(name): 制限時間内に、このFIFOに書き込んだプロセスがありません。",
        hint: "FIFOに書き込むプロセスを開始するか、--timeoutを長くしてください。")
    case .secretReadable(let secret):
      ErrorText(
        "\(name): \(sentence(secret))を含むファイルを、ほかのアカウントが読み取れます。",
        hint: "権限を変更してください: chmod 600 \(quoted(path))")
    case .othersCanWrite(let part):
      ErrorText(
        part == path
          ? "\(name): ほかのアカウントが書き込めます。"
          : "\(name): ほかのアカウントが\(part)に書き込めるため、このファイルを置き換えられます。",
        hint: "内容を確認してから、権限を変更してください: chmod go-w \(quoted(part))")
    case .othersOwn(let part):
      ErrorText(
        part == path
          ? "\(name): 所有者がほかのアカウントです。"
          : "\(name): \(part)の所有者がほかのアカウントのため、このファイルを置き換えられます。",
        hint: """
          内容を確認してから、所有者を変更してください: sudo chown -h "$(id -u)" \(quoted(part))
          """)
    case .isLink:
      ErrorText(
        "\(name): シンボリックリンクであるか、ほかのアカウントのシンボリックリンクを通るため、書き込みませんでした。",
        hint: "ファイルの実際のパスを指定してください: readlink -f \(quoted(path))")
    case .damaged(let what): ErrorText("\(name): 破損しています: \(what)", hint: repair(path, code))
    case .madeByNewerVersion(let format, let supported):
      ErrorText(
        """
        \(name): より新しいiapctlで作成されています。ファイルの形式: \(format)、このiapctlが対応する形式: \
        \(supported)まで
        """,
        hint: "ファイルを作成したiapctl、またはより新しいiapctlを使用してください。")
    case .madeByOlderVersion(let format, let supported):
      ErrorText(
        """
        \(name): 最初のリリースより前の形式です。ファイルの形式: \(format)、このiapctlに必要な形式: \
        \(supported)
        """,
        hint: """
          このファイルは、作成したiapctlで読み取ってください。ここには別のファイルを指定してください。
          """)
    case .commitFailed(let why):
      ErrorText(
        """
        \(name): 変更をディスクに書き込むときにエラーが発生しました: \(why)。変更は反映された可能性があり、\
        後から反映される可能性もあります。
        """,
        hint: """
          ディスクを確認し、コマンドを再実行する前にフィクスチャストアを確認してください: iapctl \
          unconsumed --all-users --store \(quoted(path))
          """)
    case .notDurable(let why):
      ErrorText(
        """
        \(name): ファイルは書き込みましたが、フォルダをディスクに保存できませんでした: \(why)。停電すると\
        失われる可能性があります。
        """,
        hint: "ディスクを確認し、ファイルが存在することを確認してください: ls -l \(quoted(path))")
    case .notAStore(let what):
      ErrorText(
        "\(name): フィクスチャストアではありません: \(what)",
        hint: "フィクスチャストアを作成してください: iapctl store init PATH --sample")
    case .problemsFound(let count):
      ErrorText(
        "\(name): \(count)件の問題があります。",
        hint: """
          このファイルは修復できません。シードまたは以前のダンプから、新しいフィクスチャストアを作成して\
          ください: iapctl store init PATH --from SEED
          """)
    case .notAPurchaseLog(let what):
      ErrorText(
        "\(name): 旧SDKの購入ログではありません: \(what)",
        hint: "旧SDKのファイルを指定してください。通常の名前はPurchaseLogDao.dbです。")
    case .notAJournal(let what):
      ErrorText(
        "\(name): ジャーナルではありません: \(what)",
        hint: """
          --journalで別のファイルを指定してください。ファイルがない場合は、iapctlが作成します。
          """)
    case .journalReadable:
      ErrorText(
        "\(name): 決済の記録を含むジャーナルを、ほかのアカウントが読み取れます。",
        hint: "権限を変更してください: chmod o= \(quoted(path))")
    case .replaced:
      ErrorText(
        "\(name): 使用中に、削除、移動または差し替えが行われました。",
        hint: """
          ファイルを元に戻してから、--resumeを付けて再実行してください。それまでは支給しないでください。
          """)
    case .logOfAnotherFile:
      ErrorText(
        """
        \(name)-wal: 別のファイルのログです。そのファイルは、プロセスが使用している間に、削除された、また\
        は差し替えられました。
        """,
        hint: """
          2つのファイルが同じバックアップのものである場合は、先に\(name)を復元し、その後でログを復元して\
          ください。それ以外の場合は、古いファイルを使用しているプロセスを終了してから、ログを削除して\
          ください: rm \(quoted(path + "-wal")) \(quoted(path + "-shm"))
          """)
    }
  }

  private func askOwner(_ path: String) -> Sentence {
    """
    ファイルの所有者にアクセス権を依頼してください。権限を確認するコマンド: ls -l \(quoted(path))
    """
  }

  var checkDisk: Sentence { "権限とディスクの空き容量を確認してください。" }

  func sentence(_ secret: IAPError.SecretKind) -> Sentence {
    switch secret {
    case .accessToken, .accessTokens: "アクセストークン"
    case .appKey: name(.appKey)
    case .secretKey: name(.secretKey)
    }
  }

  private func repair(_ path: String, _ code: IAPError.Code) -> Sentence {
    switch code {
    case .iapctl(.inputInvalid):
      """
      同じフォルダにある、このファイルの名前で始まるファイルとともに、もう一度コピーしてください。
      """
    case .iapctl(.journalDamaged):
      """
      バックアップからジャーナルを復元してください。新しいジャーナルでは、どの決済が消費済みか分かりませ\
      ん。
      """
    default:
      """
      シードまたはダンプから新しいフィクスチャストアを作成してください。詳細を確認するコマンド: iapctl \
      store check --store \(quoted(path))
      """
    }
  }
}

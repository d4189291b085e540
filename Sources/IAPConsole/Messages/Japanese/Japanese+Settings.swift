import CommandLine
import IAPCore
import Text

extension Japanese {
  func text(_ problem: PlaceProblem) -> ErrorText {
    switch problem {
    case .notChosen(let profiles):
      ErrorText(
        "実行先の指定がありません。",
        hint: profiles.isEmpty
          ? """
          --store PATHでフィクスチャストアを指定するか、--app-key-file PATHでREST APIのAppKeyを指定してくだ\
          さい。AppKeyを保存するプロファイルは「iapctl config init」で作成できます。
          """
          : """
          --profile NAMEでプロファイルを選ぶか、「iapctl config use NAME」ですべてのコマンドのプロファイル\
          を選んでください。\(list(profiles))
          """)
    case .twoPlaces(let store, let url):
      ErrorText(
        "実行先が2つ指定されています。フィクスチャストアの指定: \(store)、URLの指定: \(url)",
        hint: giveOne)
    case .twoKeysInProfile(let credential, let key):
      ErrorText(
        "\(name(credential))が2つ指定されています: \(key)と\(credential.fileKey)",
        hint: "どちらか1つを削除してください。")
    case .twoKeys(let credential, let other, let profile):
      ErrorText(
        "\(name(credential))が2つ指定されています: \(credential.variable)と\(other)",
        hint: """
          プロファイルのキーを使用する場合は、--profile \(profile)を指定するか、環境変\
          数\(credential.variable)の設定を解除してください。環境変数のキーを使用する場合は、環境変数\
          \(Variables.url)も設定してください。
          """)
    case .keysOfOtherPlaces(let credential, let url, let keys):
      ErrorText(
        """
        \(url): \(name(credential))の指定がありません。\
        \(sentences: keys.map { text($0, credential) }, separator: "")
        """,
        hint: """
          このサーバーのキーを、--\(credential.fileOption.specification.name) PATHで指定するか、\
          \(credential.variable)と\
          \(Variables.url)の両方で指定してください。
          """)
    case .unknownProfile(let name, let path, let suggestion, let profiles, let isCurrent):
      unknownProfile(name, path, suggestion, profiles, isCurrent)
    case .storeOnly:
      ErrorText(
        "このコマンドは、フィクスチャストアでのみ使用できます。REST APIが選択されています。",
        hint: "--store PATHでフィクスチャストアを指定してください。")
    case .settingOfStores(let name):
      ErrorText(
        "\(name): フィクスチャストアでのみ使用できます。",
        hint: "この指定を外すか、--store PATHでフィクスチャストアを指定してください。")
    case .unusedByStore(let option, let name):
      ErrorText(
        "--\(option): \(name)で指定されたフィクスチャストアでは使用できません。",
        hint: """
          サーバーを使用する場合は--url URLを追加し、使用しない場合は--\(option)を外してください。
          """)
    case .unusedByAPI(let option, let api):
      ErrorText(
        "--\(option): \(api) APIでは使用できません。",
        hint: "このオプションを外すか、--apiで別のAPIを選択してください。")
    case .severalMarkets(let markets, let name):
      ErrorText(
        "複数のマーケットが指定されています\(name.map { "(\($0))" as Sentence }): \(list: markets)",
        hint: "--market CODEで1つだけ指定してください。")
    case .noUser(let canListAll):
      ErrorText(
        "ユーザーの指定がありません。",
        hint: """
          --user ID、\(Variables.user)、またはプロファイルで指定してください。\
          \(canListAll ? "全ユーザーを対象にする場合は、--all-usersを指定してください。" : nil)
          """)
    }
  }

  private func unknownProfile(
    _ name: Identifier, _ path: String?, _ suggestion: String?, _ profiles: [Identifier],
    _ isCurrent: Bool
  ) -> ErrorText {
    ErrorText(
      """
      プロファイル「\(name)」はありません\(path.map { "(\($0))" as Sentence })。\
      \(didYouMean(suggestion))
      """,
      hint: profiles.isEmpty
        ? """
        プロファイルを追加してください: iapctl config set store \
        PATH\(TypedOptions.shellText(GlobalOptions.profile.specification.name, name.text))
        """
        : """
        \(list(profiles))\(isCurrent ? "。切り替えるコマンド: iapctl config use NAME" : nil)
        """)
  }

  func name(_ credential: Credential) -> Sentence {
    switch credential {
    case .appKey: "AppKey"
    case .secretKey: "シークレットキー"
    }
  }

  private func text(_ key: PlaceProblem.OtherKey, _ credential: Credential) -> Sentence {
    switch key {
    case .profile(let profile, let place):
      "プロファイル\(profile)のキーは、\(text(place))のものです。"
    case .environment(let place): "\(credential.variable)は、\(text(place))のものです。"
    }
  }

  /// The place: `フィクスチャストアgame.db`, `https://a.example`.
  func text(_ place: Place) -> Sentence {
    switch place {
    case .store(let path): "フィクスチャストア\(path)"
    case .server(let url): "\(ServerURL.masked(url))"
    }
  }

  /// `プロファイル: live, ci`.
  func list(_ profiles: [Identifier]) -> Sentence {
    let others = profiles.count - ConfigurationFile.mostNamed
    return """
      プロファイル: \(list: profiles.prefix(ConfigurationFile.mostNamed).map(\.text))\
      \(others > 0 ? "、ほか\(others)個" : nil)
      """
  }

  func text(_ message: ConfigMessage) -> Sentence {
    switch message {
    case .noProfiles(let path): "プロファイルはありません(\(path))。"
    case .wrote(let profile, let path, let isNowCurrent):
      """
      プロファイル\(profile): \(path)に書き込みました。\
      \(isNowCurrent ? "現在のプロファイルになりました。" : nil)
      """
    case .unusedKeyFile(let path):
      """
      \(path): アプリキーを含む可能性がありますが、どのプロファイルも使用していません。'config init'が中断さ\
      れると、このようなファイルが残ります。不要な場合は削除してください: rm \(quoted(path))
      """
    case .notSet(let key, let profile): "プロファイル\(profile): 設定「\(key)」はありません。"
    case .switched(let profile): "プロファイル\(profile)に切り替えました。"
    case .variableNames(let profile):
      """
      環境変数\(Variables.profile)で、プロファイル\(profile)が指定されています。環境変数の設定を解除する\
      まで、そのプロファイルを使用します。
      """
    case .unused(let variables, let profile):
      "--profile \(profile)を指定したため、使用しない環境変数: \(list: variables)"
    case .unknownTimeZone(let name):
      """
      \(Variables.timeZone): このコンピューターに、タイムゾーン「\(name)」はありません。日時はUTCです。
      """
    case .noKey(let credential, let profile):
      "プロファイル\(profile): \(name(credential))がないため、\(credential.variable)を使用します。"
    }
  }

  func text(_ problem: SettingProblem) -> ErrorText {
    switch problem {
    case .nullCharacter(let name): ErrorText("\(name): ヌル文字を含んでいます。")
    case .inputReadTwice(let option):
      ErrorText(
        "--\(option)とAppKeyの両方を標準入力から読むことはできません。",
        hint: "どちらか1つはファイルで指定してください。")
    case .unusedByCommand(let option, let command, let help):
      ErrorText("--\(option): 「\(command)」では使用できないオプションです。", hint: see(help))
    case .fileInvalid(let path, let place, let problem):
      ErrorText(
        "\(path)\(place.isEmpty ? nil : "、\(place)"): \(sentence(problem))",
        hint: "「man 5 iapctl-config」を参照してください。")
    case .noConfigurationFolder:
      ErrorText(
        "設定ファイルのフォルダがありません。",
        hint: "\(Variables.home)または\(Variables.configurationHome)を設定してください。")
    case .noJournalFolder:
      ErrorText(
        "ジャーナルのフォルダがありません。",
        hint: """
          --journal FILEを指定するか、\(Variables.home)または\(Variables.stateHome)を設定してください。
          """)
    case .notBoolean(let key, let value):
      ErrorText("\(key): 「\(value)」はtrueでもfalseでもありません。")
    case .notByMarket(let key, let part, let all):
      ErrorText(
        "\(key): 「\(part)」はMARKET=VALUEの形式ではありません。",
        hint: """
          AS=VALUE,GG=VALUEのように書くか、全マーケットに対して\(all)を設定してください。
          """)
    case .keyHasValue(let key, let command):
      ErrorText(
        "\(key)には値を指定できません。プロセス一覧に表示されるためです。",
        hint: "標準入力で渡してください: \(command)")
    case .notGiven(let option):
      ErrorText(
        "\(option)の指定がありません。", hint: "ターミナルでは、足りない値を質問します。")
    case .secretNotPrinted(let key, let path):
      ErrorText(
        "\(key): 秘密の値のため、表示しません。",
        hint: "コマンドはプロファイルからこの値を使用します。コピーする場合は\(path)で確認してください。")
    case .notSet(let key, let profile):
      ErrorText(
        "プロファイル「\(profile)」: 設定「\(key)」はありません。",
        hint: "有効な値と設定元は「iapctl config show」で確認できます。")
    case .nameTaken(let profile, let path):
      ErrorText(
        "プロファイル「\(profile)」はすでに存在します(\(path))。",
        hint: """
          別の名前を指定するか、そのプロファイルを変更してください: \
          「iapctl config set KEY VALUE --profile \(profile)」
          """)
    case .removesCurrentProfile(let profile, let others):
      ErrorText(
        "「\(profile)」は現在のプロファイルのため、削除できません。",
        hint: """
          先に「iapctl config use NAME」で別のプロファイルに切り替えてください。\(list(others))
          """)
    case .unknownTimeZone(let name, let source):
      ErrorText(
        "\(source): このコンピューターに、タイムゾーン「\(name)」はありません。",
        hint: "Asia/Seoul、Asia/Tokyo、UTCのような名前を指定してください。")
    case .noFields:
      ErrorText(
        "--fields: このコマンドはレコードを出力しません。", hint: "--fieldsを外してください。")
    case .unknownField(let name, let suggestion, let fields):
      ErrorText(
        "--fields: フィールド「\(name)」はありません。\(didYouMean(suggestion))",
        hint: "使用できるフィールド: \(list: fields)")
    case .orderNumber(let word, let name, let order):
      ErrorText(
        "\(name): 「\(word)」は決済番号ではなく、注文番号です(\(store(of: order)))。",
        hint: """
          \(lookingUpOrder)この番号で照会できるのは、フィクスチャストアの決済だけです: iapctl payment \
          show \(quoted(word))
          """)
    }
  }

  func store(of order: OrderNumber) -> Sentence {
    switch order {
    case .googlePlay: "Google Play"
    case .oneStore: "ONE store"
    case .appStore: "App Store"
    }
  }

  var giveOne: Sentence { "どちらか1つだけを指定してください。" }
}

import CommandLine
import IAPCore
import Text

extension Korean {
  func text(_ problem: PlaceProblem) -> ErrorText {
    switch problem {
    case .notChosen(let profiles):
      ErrorText(
        "사용할 서버나 픽스처 저장소가 지정되지 않았습니다.",
        hint: profiles.isEmpty
          ? """
          --store PATH로 픽스처 저장소를 지정하거나, --app-key-file PATH로 REST API의 앱 키를 \
          지정하십시오. 앱 키를 저장하는 프로필 만들기: iapctl config init
          """
          : """
          --profile NAME으로 프로필을 선택하십시오. 모든 명령에 적용: iapctl config use NAME; \
          \(list(profiles))
          """)
    case .twoPlaces(let store, let url):
      ErrorText(
        "픽스처 저장소와 URL을 함께 지정했습니다. 픽스처 저장소: \(store), URL: \(url)", hint: giveOne)
    case .twoKeysInProfile(let credential, let key):
      ErrorText(
        "\(name(credential))를 두 번 지정했습니다: \(key), \(credential.fileKey)",
        hint: "둘 중 하나를 삭제하십시오.")
    case .twoKeys(let credential, let other, let profile):
      ErrorText(
        "\(name(credential))를 두 번 지정했습니다: \(credential.variable), \(other)",
        hint: """
          프로필의 키를 사용하려면 --profile \(profile) 옵션을 지정하거나 \(credential.variable) 환경 \
          변수를 삭제하십시오. 환경 변수의 키를 사용하려면 \(Variables.url) 환경 변수도 설정하십시오.
          """)
    case .keysOfOtherPlaces(let credential, let url, let keys):
      ErrorText(
        """
        \(url): 이 서버의 \(name(credential))가 없습니다. \
        \(sentences: keys.map { text($0, credential) }, separator: ", ")
        """,
        hint: """
          --\(credential.fileOption.specification.name) PATH로 이 서버의 키를 지정하거나, \
          \(credential.variable) 환경 변수를 \
          \(Variables.url) 환경 변수와 함께 설정하십시오.
          """)
    case .unknownProfile(let name, let path, let suggestion, let profiles, let isCurrent):
      unknownProfile(name, path, suggestion, profiles, isCurrent)
    case .storeOnly:
      ErrorText(
        "픽스처 저장소에서만 사용할 수 있는 명령이지만 REST API가 선택되었습니다.",
        hint: "--store PATH로 픽스처 저장소를 지정하십시오.")
    case .settingOfStores(let name):
      ErrorText(
        "\(name): 픽스처 저장소에서만 사용할 수 있습니다.",
        hint: "이 설정을 빼거나 --store PATH로 픽스처 저장소를 지정하십시오.")
    case .unusedByStore(let option, let name):
      ErrorText(
        "--\(option): 픽스처 저장소에서는 사용하지 않는 옵션입니다(저장소 지정: \(name)).",
        hint: "서버를 사용하려면 --url URL을 추가하고, 아니면 --\(option) 옵션을 빼십시오.")
    case .unusedByAPI(let option, let api):
      ErrorText(
        "--\(option): \(api) API에서는 사용하지 않는 옵션입니다.",
        hint: "옵션을 빼거나 --api로 다른 API를 선택하십시오.")
    case .severalMarkets(let markets, let name):
      ErrorText(
        "마켓이 둘 이상 지정되었습니다\(name.map { "(\($0))" as Sentence }): \(list: markets)",
        hint: "--market CODE로 마켓을 하나만 지정하십시오.")
    case .noUser(let canListAll):
      ErrorText(
        "사용자가 지정되지 않았습니다.",
        hint: """
          --user ID, \(Variables.user) 또는 프로필로 사용자를 지정하십시오.\
          \(canListAll ? " 모든 사용자: --all-users" : nil)
          """)
    }
  }

  private func unknownProfile(
    _ name: Identifier, _ path: String?, _ suggestion: String?, _ profiles: [Identifier],
    _ isCurrent: Bool
  ) -> ErrorText {
    ErrorText(
      "없는 프로필입니다: '\(name)'\(path.map { "(\($0))" as Sentence })\(didYouMean(suggestion))",
      hint: profiles.isEmpty
        ? """
        프로필을 추가하십시오: iapctl config set store \
        PATH\(TypedOptions.shellText(GlobalOptions.profile.specification.name, name.text))
        """
        : "\(list(profiles))\(isCurrent ? ". 프로필 변경: iapctl config use NAME" : nil)")
  }

  func name(_ credential: Credential) -> Sentence {
    switch credential {
    case .appKey: "앱 키"
    case .secretKey: "비밀 키"
    }
  }

  private func text(_ key: PlaceProblem.OtherKey, _ credential: Credential) -> Sentence {
    switch key {
    case .profile(let profile, let place): "프로필 \(profile)의 앱 키: \(text(place))"
    case .environment(let place): "\(credential.variable)의 키: \(text(place))"
    }
  }

  /// The place: `픽스처 저장소 game.db`, `https://a.example`.
  func text(_ place: Place) -> Sentence {
    switch place {
    case .store(let path): "픽스처 저장소 \(path)"
    case .server(let url): "\(ServerURL.masked(url))"
    }
  }

  /// `프로필: live, ci`.
  func list(_ profiles: [Identifier]) -> Sentence {
    let others = profiles.count - ConfigurationFile.mostNamed
    return """
      프로필: \(list: profiles.prefix(ConfigurationFile.mostNamed).map(\.text))\
      \(others > 0 ? " 외 \(others)개" : nil)
      """
  }

  func text(_ message: ConfigMessage) -> Sentence {
    switch message {
    case .noProfiles(let path): "프로필이 없습니다(\(path))."
    case .wrote(let profile, let path, let isNowCurrent):
      """
      프로필 \(profile): 저장했습니다(\(path)).\(isNowCurrent ? " 현재 프로필로 설정되었습니다." : nil)
      """
    case .unusedKeyFile(let path):
      """
      \(path): 앱 키가 있을 수 있지만 어느 프로필도 사용하지 않는 파일입니다. 'config init'이 중단되면 이런 \
      파일이 남습니다. 필요하지 않으면 삭제하십시오: rm \(quoted(path))
      """
    case .notSet(let key, let profile): "프로필 \(profile): 설정되지 않은 키입니다: \(key)"
    case .switched(let profile): "현재 프로필: \(profile)"
    case .variableNames(let profile):
      "\(Variables.profile) 환경 변수를 삭제할 때까지 그 변수의 프로필을 사용합니다: \(profile)"
    case .unused(let variables, let profile):
      "--profile \(profile) 옵션을 지정했으므로 사용하지 않는 환경 변수: \(list: variables)"
    case .unknownTimeZone(let name):
      "\(Variables.timeZone): 이 컴퓨터에 없는 시간대입니다: '\(name)'. 시각은 UTC로 표시합니다."
    case .noKey(let credential, let profile):
      "프로필 \(profile): \(name(credential))가 없어 \(credential.variable) 환경 변수의 키를 사용합니다."
    }
  }

  func text(_ problem: SettingProblem) -> ErrorText {
    switch problem {
    case .nullCharacter(let name): ErrorText("\(name): 널 문자가 있습니다.")
    case .inputReadTwice(let option):
      ErrorText(
        "--\(option) 옵션과 앱 키를 모두 표준 입력에서 읽을 수는 없습니다.",
        hint: "둘 중 하나는 파일에서 읽으십시오.")
    case .unusedByCommand(let option, let command, let help):
      ErrorText(
        "--\(option): '\(command)' 명령에서 사용하지 않는 옵션입니다.", hint: "도움말: \(help)")
    case .fileInvalid(let path, let place, let problem):
      ErrorText(
        "\(path)\(place.isEmpty ? nil : ", \(place)"): \(sentence(problem))",
        hint: "설정 파일 설명: man 5 iapctl-config")
    case .noConfigurationFolder:
      ErrorText(
        "설정 파일을 저장할 폴더가 없습니다.",
        hint: "\(Variables.home) 또는 \(Variables.configurationHome) 환경 변수를 설정하십시오.")
    case .noJournalFolder:
      ErrorText(
        "저널을 저장할 폴더가 없습니다.",
        hint: """
          --journal FILE을 지정하거나 \(Variables.home) 또는 \(Variables.stateHome) 환경 변수를 \
          설정하십시오.
          """)
    case .notBoolean(let key, let value):
      ErrorText("\(key): '\(value)' 값은 true 또는 false여야 합니다.")
    case .notByMarket(let key, let part, let all):
      ErrorText(
        "\(key): '\(part)' 값은 MARKET=VALUE 형식이어야 합니다.",
        hint: "AS=VALUE,GG=VALUE 형식으로 쓰거나, 모든 마켓에 적용하는 키를 설정하십시오: \(all)")
    case .keyHasValue(let key, let command):
      ErrorText(
        "\(key)의 값은 명령줄에 쓸 수 없습니다. 프로세스 목록에 노출됩니다.",
        hint: "표준 입력으로 전달하십시오: \(command)")
    case .notGiven(let option):
      ErrorText(
        "지정하지 않은 옵션이 있습니다: \(option)", hint: "터미널에서는 빠진 값을 묻습니다.")
    case .secretNotPrinted(let key, let path):
      ErrorText(
        "\(key): 비밀 값이므로 출력하지 않습니다.",
        hint: "명령은 프로필을 통해 이 값을 사용합니다. 복사하려면 이 파일을 확인하십시오: \(path)")
    case .notSet(let key, let profile):
      ErrorText(
        "프로필 '\(profile)': 설정되지 않은 키입니다: \(key)",
        hint: "적용 중인 값과 출처는 'iapctl config show'로 확인할 수 있습니다.")
    case .nameTaken(let profile, let path):
      ErrorText(
        "이미 있는 프로필입니다: '\(profile)'(\(path))",
        hint: """
          다른 이름을 지정하거나, 그 프로필을 변경하십시오: iapctl config set KEY VALUE \
          --profile \(profile)
          """)
    case .removesCurrentProfile(let profile, let others):
      ErrorText(
        "현재 프로필은 삭제할 수 없습니다: '\(profile)'",
        hint: "먼저 다른 프로필로 변경하십시오: iapctl config use NAME. \(list(others))")
    case .unknownTimeZone(let name, let source):
      ErrorText(
        "\(source): 이 컴퓨터에 없는 시간대입니다: '\(name)'",
        hint: "시간대 이름의 예: Asia/Seoul, Asia/Tokyo, UTC")
    case .orderNumber(let word, let name, let order):
      ErrorText(
        "\(name): '\(word)' 값은 결제 번호가 아니라 스토어의 주문 번호입니다(\(store(of: order))).",
        hint: """
          \(lookingUpOrder). 이 번호로는 픽스처 저장소의 결제만 조회할 수 있습니다: iapctl payment \
          show \(quoted(word))
          """)
    case .noFields:
      ErrorText("--fields: 레코드를 출력하지 않는 명령입니다.", hint: "--fields를 빼십시오.")
    case .unknownField(let name, let suggestion, let fields):
      ErrorText(
        "--fields: 없는 필드입니다: '\(name)'\(didYouMean(suggestion))",
        hint: "사용할 수 있는 필드: \(list: fields)")
    }
  }

  func store(of order: OrderNumber) -> Sentence {
    switch order {
    case .googlePlay: "구글플레이"
    case .oneStore: "원스토어"
    case .appStore: "앱스토어"
    }
  }

  var giveOne: Sentence { "둘 중 하나만 지정하십시오." }
}

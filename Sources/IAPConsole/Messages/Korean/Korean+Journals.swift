import IAPCore
import Text

extension Korean {
  func text(_ message: JournalMessage) -> Sentence {
    switch message {
    case .imported(let imported):
      """
      항목 \(imported.attempts)건(실행 \(imported.runs)회)을 추가했습니다. 새 결제: \
      \(imported.payments)건
      """
    case .made: "저널을 만들었습니다."
    case .isNew(true): "저널을 만들었습니다."
    case .isNew(false): "저널이 이미 있습니다."
    case .entryWritten: "항목을 기록했습니다."
    case .pageWritten(let path): "보고서 페이지를 저장했습니다: \(path)"
    case .outcomeEntered(let payment, let path):
      "결제 번호 \(payment): 저널(\(path))에 같은 결과가 이미 있어 기록하지 않았습니다."
    case .empty(let path): "저널이 비어 있습니다(\(path))."
    case .noneMatch(let path): "저널(\(path))에 조건에 맞는 항목이 없습니다."
    case .noneUnknown(let path): "저널(\(path))에 결과를 알 수 없는 결제가 없습니다."
    case .onlyFixtures(let path):
      """
      저널(\(path))에서 조건에 맞는 항목은 모두 픽스처 저장소의 것입니다. 조회하려면 --fixtures를 \
      추가하십시오.
      """
    case .servers(let count):
      "서버 \(count)개의 결제가 섞여 있습니다. 서버 표시: --fields server,paymentSeq,outcome"
    case .notes(let count):
      "메모가 \(count)건 있습니다. 메모 내용 조회: --fields paymentSeq,operator,note"
    }
  }

  func text(_ name: String, _ problem: IAPError.JournalProblem) -> ErrorText {
    switch problem {
    case .badURL:
      ErrorText(
        "저널 \(name): URL이 올바르지 않습니다.",
        hint: "이 형식으로 쓰십시오: postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full")
    case .plaintext(let host):
      ErrorText(
        "저널 \(name): 네트워크의 호스트 '\(host)'에 TLS 없이 연결하게 됩니다.",
        hint: "URL에 sslmode=verify-full을 추가하십시오.")
    case .unreachable(let why):
      ErrorText(
        "저널 \(name): 연결할 수 없습니다: \(why)",
        hint: "전송한 것은 없습니다. URL, 네트워크, 데이터베이스를 확인하십시오.")
    case .absent:
      ErrorText(
        "저널 \(name): 저널이 없습니다. 데이터베이스에 iapctl의 테이블이 없습니다.",
        hint: """
          데이터베이스 이름을 확인하십시오. 저널은 데이터베이스 소유자가 만듭니다: iapctl journal init URL \
          --role ACCOUNT
          """)
    case .older(let format, let supported):
      ErrorText(
        "저널 \(name): 이전 버전의 저널입니다. 저널 형식: \(format), 이 iapctl에 필요한 형식: \(supported)",
        hint: "저널을 만든 버전의 iapctl로 읽고, 새 저널은 다른 데이터베이스에 만드십시오.")
    case .newer(let format, let supported):
      ErrorText(
        """
        저널 \(name): 더 새로운 버전의 저널입니다. 저널 형식: \(format), 이 iapctl이 지원하는 형식: \
        \(supported)까지
        """, hint: "저널을 만든 버전 또는 그 이후 버전의 iapctl을 사용하십시오.")
    case .noRight(let why):
      ErrorText(
        "저널 \(name): 이 계정으로는 사용할 수 없습니다: \(why)",
        hint: """
          필요한 권한은 데이터베이스 소유자가 확인할 수 있습니다: iapctl journal init URL --role ACCOUNT
          """)
    case .login(let why):
      ErrorText(
        "저널 \(name): 로그인이 거부되었습니다: \(why)",
        hint: """
          URL의 계정을 확인하고, 비밀번호를 ~/.pgpass 또는 PGPASSFILE에 지정한 파일에 넣으십시오.
          """)
    case .notDurable(let setting):
      ErrorText(
        "저널 \(name): 데이터베이스 설정 때문에 기록한 항목이 없어질 수 있습니다: \(setting)",
        hint: "데이터베이스 소유자가 이 설정을 변경해야 합니다.")
    case .busy(let why):
      ErrorText(
        "저널 \(name): 다른 프로세스가 제한 시간이 지나도록 잠그고 있습니다: \(why)",
        hint: "잠시 후 다시 시도하십시오.")
    case .refused(let why):
      ErrorText(
        "저널 \(name): 항목을 기록하지 못했습니다: \(why)",
        hint: "데이터베이스의 로그를 확인하십시오.")
    case .inUse(let count):
      ErrorText(
        "저널 \(name): 결제 \(count)건이 사용 중이어서 그 결과를 가져오지 못했습니다.",
        hint: "해당 실행이 끝난 뒤 파일을 다시 가져오십시오.")
    case .runOver:
      ErrorText(
        """
        저널 \(name): 이번 실행과의 연결이 오래 끊겨, 다른 실행이 이번 실행의 결제를 맡았을 수 있습니다.
        """, hint: checkConnection)
    case .cutOff(let why):
      ErrorText(
        """
        저널 \(name): 오랫동안 연결할 수 없어, 다른 실행이 이번 실행의 결제를 맡았을 수 있습니다: \(why)
        """, hint: checkConnection)
    case .replaced:
      ErrorText(
        """
        저널 \(name): 사용하는 동안 복원되었거나, 다시 만들어졌거나, 다른 서버로 옮겨졌습니다. 마지막 \
        항목이 없을 수 있습니다.
        """,
        hint: """
          데이터베이스에 무슨 일이 있었는지 확인한 뒤 --resume으로 다시 실행하십시오. 그전에는 지급하지 \
          마십시오.
          """)
    case .sharedSession:
      ErrorText(
        "저널 \(name): 트랜잭션마다 연결을 공유하는 커넥션 풀러를 통해 연결되어 있습니다.",
        hint: """
          세션 풀링을 사용하거나(PgBouncer: pool_mode = session) 데이터베이스에 직접 연결하십시오.
          """)
    case .encoding(let encoding):
      ErrorText(
        """
        저널 \(name): 데이터베이스의 인코딩(\(encoding))으로 표현할 수 없는 문자가 있어 저널을 만들 수 \
        없습니다.
        """,
        hint: """
          데이터베이스를 새로 만드십시오: createdb --encoding UTF8 --template template0 NAME
          """)
    }
  }

  private var checkConnection: Sentence {
    "데이터베이스 연결을 확인한 뒤 --resume으로 다시 실행하십시오."
  }
}

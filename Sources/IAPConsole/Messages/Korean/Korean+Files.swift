import IAPCore
import Text

extension Korean {
  /// The name of a file or of standard input.
  func input(_ path: String) -> Sentence { path == "-" ? "표준 입력" : "\(path)" }

  func sentence(_ file: IAPError.OpenedFile) -> Sentence {
    switch file {
    case .file(let path): input(path)
    case .connection(let origin): "서버 연결 \(origin)"
    case .socket: "소켓"
    case .filesOfBatch: "일괄 처리의 파일"
    case .filesOfRequest: "요청의 파일"
    case .filesOfServer: "서버의 파일"
    }
  }

  func text(
    _ path: String, _ problem: IAPError.FileProblem, _ code: IAPError.Code
  ) -> ErrorText {
    let name = input(path)
    return switch problem {
    case .missing:
      ErrorText(
        "\(name): 파일이 없습니다.",
        hint: code == .iapctl(.storeMissing)
          ? "저장소를 만드십시오: iapctl store init PATH --sample" : "경로를 확인하십시오.")
    case .isDirectory:
      ErrorText("\(name): 디렉터리입니다.", hint: "파일의 경로를 지정하십시오.")
    case .notRegular(takesPipe: false):
      ErrorText("\(name): 사용할 수 없습니다. 일반 파일이 아닙니다.", hint: askOwner(path))
    case .notRegular(takesPipe: true):
      ErrorText("\(name): 읽을 수 없습니다. 일반 파일도 파이프도 아닙니다.", hint: askOwner(path))
    case .unreadable(let why):
      ErrorText("\(name): 읽을 수 없습니다: \(why)", hint: path == "-" ? nil : askOwner(path))
    case .readOnly: ErrorText("\(name): 읽기 전용이어서 쓸 수 없습니다.", hint: checkDisk)
    case .cannotWrite(let why): ErrorText("\(name): 쓸 수 없습니다: \(why)", hint: checkDisk)
    case .folderMissing(let folder):
      ErrorText(
        "\(name): 쓸 수 없습니다. 폴더가 없습니다: \(folder)",
        hint: "폴더를 만드십시오: mkdir -p \(quoted(folder))")
    case .existsAlready:
      ErrorText(
        "\(name): 이미 있는 파일입니다.", hint: "다른 경로를 지정하거나 파일을 먼저 삭제하십시오.")
    case .lockedByOthers:
      ErrorText(
        "\(name): 다른 프로세스가 제한 시간이 지나도록 잠그고 있습니다.",
        hint: code == .iapctl(.journalBusy)
          ? "잠시 후 다시 시도하십시오." : "다시 시도하거나 --timeout으로 더 오래 기다리십시오.")
    case .noWriter:
      ErrorText(
        "\(name): 제한 시간 안에 이 FIFO에 쓴 프로세스가 없습니다.",
        hint: "FIFO에 쓰는 프로세스를 시작하거나 --timeout으로 더 오래 기다리십시오.")
    case .secretReadable(let secret):
      ErrorText(
        "\(name): 다른 계정이 읽을 수 있는 파일에 비밀 정보가 있습니다(\(sentence(secret))).",
        hint: "권한을 변경하십시오: chmod 600 \(quoted(path))")
    case .othersCanWrite(let part):
      ErrorText(
        part == path
          ? "\(name): 다른 계정이 쓸 수 있는 파일입니다."
          : "\(name): 다른 계정이 \(part)에 쓸 수 있으므로 이 파일을 바꿔치기할 수 있습니다.",
        hint: "내용을 확인한 후 권한을 변경하십시오: chmod go-w \(quoted(part))")
    case .othersOwn(let part):
      ErrorText(
        part == path
          ? "\(name): 다른 계정이 소유한 파일입니다."
          : "\(name): \(part)의 소유자가 다른 계정이므로 이 파일을 바꿔치기할 수 있습니다.",
        hint: """
          내용을 확인한 후 소유자를 변경하십시오: sudo chown -h "$(id -u)" \(quoted(part))
          """)
    case .isLink:
      ErrorText(
        "\(name): 심볼릭 링크이거나 경로에 다른 계정의 심볼릭 링크가 있어 쓰지 않았습니다.",
        hint: "파일의 실제 경로를 지정하십시오: readlink -f \(quoted(path))")
    case .damaged(let what):
      ErrorText("\(name): 손상된 파일입니다: \(what)", hint: repair(path, code))
    case .madeByNewerVersion(let format, let supported):
      ErrorText(
        "\(name): 더 새로운 버전의 파일입니다. 파일 형식: \(format), 이 iapctl이 지원하는 형식: \(supported)까지",
        hint: "파일을 만든 버전 또는 그 이후 버전의 iapctl을 사용하십시오.")
    case .madeByOlderVersion(let format, let supported):
      ErrorText(
        "\(name): 정식 출시 전 버전의 파일입니다. 파일 형식: \(format), 이 iapctl에 필요한 형식: \(supported)",
        hint: "이 파일은 만든 버전의 iapctl로 읽고, 여기에는 다른 파일을 지정하십시오.")
    case .commitFailed(let why):
      ErrorText(
        """
        \(name): 변경 내용을 디스크에 쓰는 중에 오류가 발생했습니다: \(why). 변경이 적용되었을 수 \
        있고, 나중에 적용될 수도 있습니다.
        """,
        hint: """
          디스크를 확인하십시오. 명령을 다시 실행하기 전에 저장소를 확인하십시오: iapctl unconsumed \
          --all-users --store \(quoted(path))
          """)
    case .notDurable(let why):
      ErrorText(
        """
        \(name): 파일은 썼지만 폴더를 디스크에 저장하지 못했습니다: \(why). 정전이 되면 파일이 없어질 수 \
        있습니다.
        """, hint: "디스크를 확인한 뒤 파일이 있는지 확인하십시오: ls -l \(quoted(path))")
    case .notAStore(let what):
      ErrorText(
        "\(name): 픽스처 저장소가 아닙니다: \(what)",
        hint: "저장소를 만드십시오: iapctl store init PATH --sample")
    case .problemsFound(let count):
      ErrorText(
        "\(name): 문제가 \(count)건 있습니다.",
        hint: """
          이 파일은 복구할 수 없습니다. 시드나 이전 덤프로 저장소를 새로 만드십시오: iapctl store init \
          PATH --from SEED
          """)
    case .notAPurchaseLog(let what):
      ErrorText(
        "\(name): (구)IAP SDK의 구매 기록 파일이 아닙니다: \(what)",
        hint: "(구)IAP SDK의 파일을 지정하십시오. 파일 이름은 보통 PurchaseLogDao.db입니다.")
    case .notAJournal(let what):
      ErrorText(
        "\(name): 저널이 아닙니다: \(what)",
        hint: "--journal에 다른 파일을 지정하십시오. 파일이 없으면 iapctl이 만듭니다.")
    case .journalReadable:
      ErrorText(
        "\(name): 결제 기록이 있는 저널을 다른 계정이 읽을 수 있습니다.",
        hint: "권한을 변경하십시오: chmod o= \(quoted(path))")
    case .replaced:
      ErrorText(
        "\(name): 사용하는 동안 파일이 삭제, 이동 또는 교체되었습니다.",
        hint: "파일을 복구한 뒤 --resume으로 다시 실행하십시오. 그전에는 지급하지 마십시오.")
    case .logOfAnotherFile:
      ErrorText(
        """
        \(name)-wal: 다른 파일의 로그입니다. 프로세스가 사용하는 동안 그 파일이 삭제되거나 \
        교체되었습니다.
        """,
        hint: """
          이전 파일을 사용하는 프로세스를 종료한 뒤 로그를 삭제하십시오: rm \(quoted(path + "-wal")) \
          \(quoted(path + "-shm")). 두 파일이 같은 백업에 있다면 파일을 먼저 복구하고(\(name)), 그다음에 \
          로그를 복구하십시오.
          """)
    }
  }

  private func askOwner(_ path: String) -> Sentence {
    "파일 소유자에게 접근 권한을 요청하십시오. 권한 확인: ls -l \(quoted(path))"
  }

  var checkDisk: Sentence { "권한과 디스크 여유 공간을 확인하십시오." }

  func sentence(_ secret: IAPError.SecretKind) -> Sentence {
    switch secret {
    case .accessToken, .accessTokens: "토큰"
    case .appKey: name(.appKey)
    case .secretKey: name(.secretKey)
    }
  }

  private func repair(_ path: String, _ code: IAPError.Code) -> Sentence {
    switch code {
    case .iapctl(.inputInvalid): "같은 이름으로 시작하는 옆의 파일들과 함께 파일을 다시 복사하십시오."
    case .iapctl(.journalDamaged):
      "백업에서 저널을 복구하십시오. 새 저널에는 어떤 결제가 소비되었는지 기록되어 있지 않습니다."
    default:
      """
      시드나 덤프로 저장소를 새로 만드십시오. 상세 내용: iapctl store check --store \(quoted(path))
      """
    }
  }
}

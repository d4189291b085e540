extension ConsoleCode {
  /// A short phrase for it. iapctl's own errors are not in the SDK's guide, so the phrases are ours.
  package var meaning: Meaning {
    switch self {
    case .usage:
      Meaning("Invalid command line", "명령줄 오류", "コマンドラインの誤り")
    case .unsupported:
      Meaning("Not supported by this API", "이 API가 지원하지 않음", "このAPIでは未対応")
    case .configuration:
      Meaning("Invalid configuration", "설정 오류", "設定の誤り")
    case .configurationBusy:
      Meaning("Configuration is locked", "설정 파일이 잠겨 있음", "設定ファイルがロック中")
    case .notConfirmed:
      Meaning("Not confirmed", "확인되지 않음", "確認されていない")
    case .checkFailed:
      Meaning("Check failed", "검사 실패", "検査に失敗")
    case .paymentNotFound:
      Meaning("Payment not found", "결제를 찾을 수 없음", "決済が見つからない")
    case .productUnlisted:
      Meaning("Product not in the item list", "아이템 목록에 없는 상품", "アイテム一覧にない商品")
    case .codeNotFound:
      Meaning("Error code not listed", "등록되지 않은 오류 코드", "登録されていないエラーコード")
    case .inputMissing:
      Meaning("Input file is missing", "입력 파일이 없음", "入力ファイルがない")
    case .inputInvalid:
      Meaning("Input file is invalid", "입력 파일 오류", "入力ファイルの誤り")
    case .inputUnreadable:
      Meaning("Input file cannot be read", "입력 파일을 읽을 수 없음", "入力ファイルを読み込めない")
    case .storeExists:
      Meaning("File already exists", "파일이 이미 있음", "ファイルがすでに存在する")
    case .storeMissing:
      Meaning("Fixture store is missing", "픽스처 저장소가 없음", "フィクスチャストアがない")
    case .storeIsDirectory:
      Meaning("Store is a directory", "저장소가 디렉터리임", "ストアがディレクトリである")
    case .storeUnreadable:
      Meaning("Fixture store cannot be read", "픽스처 저장소를 읽을 수 없음", "フィクスチャストアを読み込めない")
    case .storeDamaged:
      Meaning("Fixture store is damaged", "픽스처 저장소 손상", "フィクスチャストアの破損")
    case .storeTooNew:
      Meaning("Fixture store of a newer version", "더 새로운 버전의 픽스처 저장소", "新しいバージョンのフィクスチャストア")
    case .storeReadOnly:
      Meaning("Fixture store is read-only", "픽스처 저장소가 읽기 전용임", "フィクスチャストアが読み取り専用")
    case .storeBusy:
      Meaning("Fixture store is locked", "픽스처 저장소가 잠겨 있음", "フィクスチャストアがロック中")
    case .storeNotWritten:
      Meaning("Fixture store cannot be written", "픽스처 저장소에 쓸 수 없음", "フィクスチャストアに書き込めない")
    case .storeReplaced:
      Meaning("Fixture store was replaced", "픽스처 저장소가 교체됨", "フィクスチャストアが差し替えられた")
    case .seedInvalid:
      Meaning("Seed is invalid", "시드 오류", "シードの誤り")
    case .seedContradicts:
      Meaning("Seed contradicts the store", "시드가 저장소와 모순됨", "シードがストアと矛盾する")
    case .outputNotWritten:
      Meaning("Output cannot be written", "출력할 수 없음", "出力できない")
    case .journalForeign:
      Meaning("File is not a journal", "저널 파일이 아님", "ジャーナルファイルではない")
    case .journalDamaged:
      Meaning("Journal is damaged", "저널 손상", "ジャーナルの破損")
    case .journalTooNew:
      Meaning("Journal of a newer version", "더 새로운 버전의 저널", "新しいバージョンのジャーナル")
    case .journalUnreadable:
      Meaning("Journal cannot be read", "저널을 읽을 수 없음", "ジャーナルを読み込めない")
    case .journalUnreachable:
      Meaning("Journal's database cannot be reached", "저널 데이터베이스에 연결할 수 없음", "ジャーナルのデータベースに接続できない")
    case .journalBusy:
      Meaning("Journal is locked", "저널이 잠겨 있음", "ジャーナルがロック中")
    case .journalNotWritten:
      Meaning("Journal cannot be written", "저널에 쓸 수 없음", "ジャーナルに書き込めない")
    case .interrupted:
      Meaning("Interrupted", "중단됨", "中断された")
    case .clockMovedBack:
      Meaning("Clock of the store cannot go back", "저장소의 시계를 되돌릴 수 없음", "ストアの時計は戻せない")
    case .clockOutOfRange:
      Meaning("Clock out of range", "시계 범위 초과", "時計の範囲外")
    case .clockFollowsRealTime:
      Meaning("Store follows the real time", "저장소가 실제 시간을 따름", "ストアが実時間に従う")
    case .unsettled:
      Meaning("Outcome is unknown", "결과를 알 수 없음", "結果が不明")
    case .deliveryFailed:
      Meaning("Delivery command failed", "지급 명령 실패", "付与コマンドの失敗")
    case .undoFailed:
      Meaning("Undo command failed", "회수 명령 실패", "取り消しコマンドの失敗")
    case .outage:
      Meaning("Service is not available", "서비스 장애", "サービス障害")
    case .libraryMissing:
      Meaning("Library is missing", "라이브러리가 없음", "ライブラリがない")
    case .addressUnusable:
      Meaning("Address cannot be used", "주소를 사용할 수 없음", "アドレスを使用できない")
    case .programNotStarted:
      Meaning("Program cannot be started", "프로그램을 시작할 수 없음", "プログラムを開始できない")
    case .tooManyOpenFiles:
      Meaning("Too many open files", "열린 파일이 너무 많음", "開いているファイルが多すぎる")
    case .tooManyThreads:
      Meaning("Too many threads", "스레드가 너무 많음", "スレッドが多すぎる")
    case .tooLittleMemory:
      Meaning("Too little memory", "메모리 부족", "メモリ不足")
    case .bug:
      Meaning("A bug in iapctl", "iapctl의 버그", "iapctlのバグ")
    }
  }
}

import IAPCore
import Text

extension Korean {
  func text(_ payment: Identifier, _ problem: IAPError.PaymentProblem) -> ErrorText {
    switch problem {
    case .notFound:
      ErrorText(
        "결제 번호 \(payment): 없는 결제입니다.",
        hint: "소비할 수 있는 결제 조회: iapctl unconsumed --user ID",
        several: { "없는 결제가 \($0)건 있습니다." })
    case .isTransaction(let owner):
      ErrorText(
        "\(payment): 결제 번호가 아니라 스토어의 결제 ID(transactionIdentifier)입니다. 결제 번호: \(owner)",
        hint: "결제 번호를 지정하십시오: \(owner)")
    case .nowhere(let users) where users.isEmpty:
      ErrorText(
        "\(payment): 저장소와 저널에 없는 결제 번호 또는 주문 번호입니다.",
        hint: "번호를 확인하십시오.")
    case .nowhere(let users):
      ErrorText(
        "결제 번호 \(payment): 저널에 없고, 사용자 \(list: users)의 미소비 결제 내역에도 없습니다.",
        hint: hint(payment) ?? """
          소비 또는 환불되었거나 다른 사용자의 결제일 수 있습니다. IAP 콘솔(Transaction 탭)에서만 확인할 \
          수 있습니다.
          """)
    case .notListed(let user):
      ErrorText(
        "결제 번호 \(payment): 사용자 \(user)의 미소비 결제 내역에 없습니다.",
        hint: hint(payment) ?? """
          아직 지급하지도 회수하지도 마십시오. 결제 번호, 사용자, 마켓을 확인한 다음 IAP 콘솔(Transaction \
          탭)에서 결제를 조회하십시오. 이미 소비 또는 환불된 결제일 수도 있습니다.
          """,
        several: { "사용자 \(user)의 미소비 결제 내역에 없는 결제가 \($0)건 있습니다." })
    case .inAnotherMarket(let market):
      ErrorText(
        "결제 번호 \(payment): 지정하지 않은 마켓의 결제입니다. 마켓: \(market)",
        hint: "다음을 추가하십시오: --market \(market)",
        several: { "지정하지 않은 마켓(\(market))의 결제가 \($0)건 있습니다." })
    case .ofAnotherUser:
      ErrorText(
        "결제 번호 \(payment): 다른 사용자의 결제입니다.",
        hint: "지급하지 마십시오. 결제 번호와 사용자를 확인하십시오.",
        several: { "다른 사용자의 결제가 \($0)건 있습니다." })
    case .ownerMissing:
      ErrorText(
        "결제 번호 \(payment): 어느 사용자의 결제인지 알 수 없습니다.",
        hint: "다음을 추가하십시오: --user ID (또는 --token-file FILE)")
    case .productSeqMissing:
      ErrorText(
        "결제 번호 \(payment): legacy API에 필요한 productSeq가 지정되지 않았습니다.",
        hint: "--from의 파일에 productSeq 열을 추가하거나 --api service를 사용하십시오.")
    case .tokenWrong: ErrorText("결제 번호 \(payment): 토큰이 이 결제의 것이 아닙니다.")
    case .receiptRejected: ErrorText("결제 번호 \(payment): 영수증이 유효하지 않습니다.")
    case .sdkCannotVerify(let sdk, let verification):
      ErrorText(
        """
        결제 번호 \(payment): 마켓의 영수증 검증 방식(\(verification.rawValue))을 SDK \(sdk)에서 지원하지 \
        않아 결제가 실패했습니다.
        """, hint: useOtherSDK(than: verification))
    case .receiptOfAnotherProduct(let bought, let receipt):
      ErrorText(
        "결제 번호 \(payment): 결제와 영수증의 상품이 다릅니다. 결제: \(bought), 영수증: \(receipt)")
    case .loggedForAnotherProduct(let bought, let market, let logged, let loggedMarket):
      ErrorText(
        """
        결제 번호 \(payment): 결제와 파일의 상품 또는 마켓이 다릅니다. 결제: 상품 \(bought), 마켓 \
        \(market). 파일: 상품 \(logged), 마켓 \(loggedMarket)
        """, hint: "변경된 것은 없습니다. 파일의 행을 고친 뒤 다시 재처리하십시오.")
    case .periodOver(let since):
      ErrorText(
        """
        결제 번호 \(payment): 구독이 만료되었습니다(\(since)). 결제는 실패 상태가 되었으며 환불해야 \
        합니다.
        """)
    case .renewalWithoutReceipt:
      ErrorText("결제 번호 \(payment): 구독의 갱신 결제이지만, 이 결제가 있는 영수증이 없습니다.")
    case .notConsumable(let type):
      ErrorText(
        "결제 번호 \(payment): 소비할 수 없는 상품의 결제입니다. 상품 유형: \(type)",
        several: { "소비할 수 없는 상품(\(type))의 결제가 \($0)건 있습니다." })
    case .notPaid(let state):
      ErrorText(
        "결제 번호 \(payment): \(state.rawValue) 상태의 결제입니다.",
        hint: state == .refund ? "환불된 결제입니다. 상품을 지급하지 마십시오." : nil,
        several: { "\(state.rawValue) 상태의 결제가 \($0)건 있습니다." })
    case .notPending(let state):
      ErrorText(
        "결제 번호 \(payment): 승인을 기다리는 결제가 아닙니다. 현재 상태: \(state.rawValue)",
        hint: unchanged)
    case .notSubscription(let type):
      ErrorText(
        "결제 번호 \(payment): 구독 상품의 결제가 아닙니다. 상품 유형: \(type)", hint: unchanged)
    case .changeRefused(let old, let new, let market):
      changeRefused(payment, old, new, market)
    case .subscriptionRevoked:
      ErrorText(
        "결제 번호 \(payment): 구독이 철회되었습니다.",
        several: { "구독이 철회된 결제가 \($0)건 있습니다." })
    case .subscriptionWithheld(let status):
      ErrorText(
        "결제 번호 \(payment): 구글플레이가 결제를 보류하고 있습니다. 구독 상태: \(status.name)")
    case .consumedBefore:
      ErrorText(
        "결제 번호 \(payment): 이미 소비된 결제입니다. 이번 호출이 소비한 것이 아닙니다.",
        hint: """
          지급하지도 회수하지도 마십시오. 다른 클라이언트가 같은 결제 번호로 상품을 지급했을 수 있습니다. 먼저 \
          지급 기록을 확인하십시오.
          """,
        several: { "이미 소비된 결제가 \($0)건 있습니다. 이번 호출이 소비한 것이 아닙니다." })
    case .consumedByRun:
      ErrorText(
        "결제 번호 \(payment): 저널에 소비된 결제로 기록되어 있습니다.",
        hint: text(ConsumeMessage.consumedEarlier(command: "iapctl journal show \(payment)")),
        several: { "저널에 소비된 것으로 기록된 결제가 \($0)건 있습니다." })
    case .consumedAfterUnknown:
      ErrorText(
        """
        결제 번호 \(payment): 이미 소비된 결제입니다. 응답을 받지 못한 iapctl의 이전 시도에서 소비되었을 \
        가능성이 높습니다.
        """, hint: "지급 기록을 확인하고, 상품을 지급하지 않은 경우에만 지급하십시오.")
    case .leftUnknown:
      ErrorText(
        "결제 번호 \(payment): 소비되었을 수 있습니다. 이전 실행에서 응답을 받지 못했습니다.",
        hint: """
          지급하지도 회수하지도 마십시오. 결과를 확정하십시오: iapctl consume \(payment) --resume
          """,
        several: { "소비되었을 수 있는 결제가 \($0)건 있습니다. 이전 실행에서 응답을 받지 못했습니다." })
    case .unlisted:
      ErrorText(
        "결제 번호 \(payment): 미소비 결제 내역에 없습니다. 소비되었을 수 있습니다.",
        hint: """
          토큰으로 결과를 확정하십시오: iapctl consume \(payment) --resume --token-file FILE
          """,
        several: { "미소비 결제 내역에 없는 결제가 \($0)건 있습니다. 소비되었을 수 있습니다." })
    case .heldByRun(let user, let host, let process, let since, let commands)
    where !commands.isEmpty:
      ErrorText(
        """
        결제 번호 \(payment): 이전 실행의 명령이 아직 실행 중입니다. 명령의 프로세스: \(list: commands). \
        이전 실행: 담당자 \(user), 컴퓨터 \(host), 시작 \(since), 프로세스 \(process)(종료됨)
        """,
        hint: """
          명령이 끝날 때까지 기다리거나 종료하십시오: kill \
          \(commands.map(String.init).joined(separator: " "))
          """)
    case .heldByRun(let user, let host, let process, let since, _):
      ErrorText(
        """
        결제 번호 \(payment): 다른 실행에서 소비하는 중입니다. 담당자 \(user), 컴퓨터 \(host), 프로세스 \
        \(process), 시작 \(since)
        """, hint: text(ConsumeMessage.waitForRun(command: "iapctl journal show \(payment)")))
    case .commandOpen(let user, let host, let process, let since):
      ErrorText(
        """
        결제 번호 \(payment): 지급 또는 회수 명령이 아직 실행 중일 수 있습니다. 명령의 종료가 기록되지 않았습니다. \
        실행: 담당자 \(user), 컴퓨터 \(host), 프로세스 \(process), 시작 \(since)
        """,
        hint: """
          \(host)에서 그 명령의 프로세스가 모두 끝났는지 확인한 뒤, --take-over를 붙여 다시 실행하십시오.
          """)
    case .contradictsDelivery(let problem):
      ErrorText(
        "결제 번호 \(payment): 지급할 때와 내용이 다릅니다. \(text(problem))",
        hint: """
          지급하거나 소비하기 전에 누구의 결제인지 확인하십시오: iapctl journal show \(payment). \
          지급이 잘못되었으면 사용자에게 상품이 있는지 확인한 다음 실행하십시오: iapctl journal settle \
          \(payment) --as not-consumed --ticket TEXT
          """)
    case .undoFailed(let failure, let lastLine):
      ErrorText(
        "결제 번호 \(payment): 회수 명령이 실패했습니다: \(sentence(failure, lastLine))",
        hint: """
          회수 명령을 고치십시오. 결제는 소비되지 않았고, 사용자가 상품을 아직 가지고 있을 수 있습니다. 다음 실행은 \
          상품을 다시 지급한 다음 결제를 소비합니다.
          """)
    case .deliveryFailed(let failure, let lastLine):
      ErrorText(
        "결제 번호 \(payment): 지급 명령이 실패했습니다: \(sentence(failure, lastLine))",
        hint: """
          지급 명령을 고친 뒤 iapctl을 다시 실행하십시오. 그러면 다시 지급합니다. 지급 명령이 몇 번 실행되더라도 \
          사용자에게는 상품이 하나만 있어야 합니다.
          """)
    case .outcomeUnrecorded(let outcome):
      ErrorText(
        "결제 번호 \(payment): 결과(\(outcome))를 저널에 기록하지 못했습니다.",
        hint: "저널이 있는 디스크의 문제를 해결한 뒤 --resume으로 다시 실행하십시오.")
    case .notInJournal(let path):
      ErrorText(
        "결제 번호 \(payment): 저널에 없는 결제입니다(\(path)).",
        hint: hint(payment) ?? "저널의 결제 조회: iapctl journal list")
    case .onServers(let servers):
      ErrorText(
        """
        결제 번호 \(payment): 저널에 이 번호의 결제가 서버 \(servers.count)개에 있습니다: \
        \(list: servers.map(\.text))
        """,
        hint: """
          서버를 하나 지정하십시오: \
          \(sentences: servers.map { "--server \($0)" }, separator: " 또는 ")
          """)
    case .entryUncertain(let path, let why):
      ErrorText(
        """
        결제 번호 \(payment): 저널(\(path))에 항목을 쓰는 중에 오류가 발생했습니다: \(why). 항목이 \
        기록되었을 수 있습니다.
        """,
        hint: """
          디스크를 확인한 뒤 저널을 확인하십시오: iapctl journal show \(payment) --journal \
          \(quoted(path))
          """)
    case .outcomeKnown(let outcome):
      ErrorText(
        """
        결제 번호 \(payment): 결과가 이미 확정되어 있습니다: \
        \(outcome.map { Sentence(verbatim: $0) } ?? "소비되지 않음")
        """,
        hint: """
          결과 조회: iapctl journal show \(payment); 메모 추가: iapctl journal note \(payment) TEXT
          """)
    }
  }

  /// What to do if an SDK cannot verify receipts as the market does.
  private func useOtherSDK(than verification: Verification) -> Sentence {
    """
    SDK 1.8 이상은 V1과 V2, 1.7은 V2, 그 이전 버전은 V1을 지원합니다. 다른 SDK를 사용하거나 검증 방식을 \
    변경하십시오: iapctl store set-verification AS \(verification == .v1 ? "V2" : "V1")
    """
  }

  /// What to do if a number looks like an order number, and not like that of a payment.
  private func hint(_ payment: Identifier) -> Sentence? {
    guard OrderNumber.mayBeTransaction(payment) else { return nil }
    return "결제 번호가 아니라 앱스토어의 주문 번호로 보입니다. \(lookingUpOrder)."
  }

  /// What to do with an order number.
  var lookingUpOrder: Sentence {
    """
    IAP 콘솔의 Transaction 탭에서 Store Reference Key로 검색하면 결제 번호를 확인할 수 있습니다
    """
  }

  private var unchanged: Sentence {
    "변경된 것은 없습니다. 저장소의 이벤트 조회: iapctl store log"
  }

  private func changeRefused(
    _ payment: Identifier, _ old: PaymentState, _ new: PaymentState, _ market: StoreCode?
  ) -> ErrorText {
    let dependsOnMarket = [.reserved, .charged].contains(old) && new == .success
    let place: Sentence? = dependsOnMarket ? "(마켓 \(market?.text ?? "?"))" : nil
    return ErrorText(
      """
      결제 번호 \(payment): IAP 콘솔에서 변경할 수 없는 상태입니다: \(old.rawValue) → \(new.rawValue)\
      \(place)
      """,
      hint: old == .refund
        ? "환불은 되돌릴 수 없습니다."
        : """
        IAP 콘솔에서 변경할 수 있는 상태: SUCCESS → REFUND; RESERVED, CHARGED → REFUND, SUCCESS(구글플레이 \
        제외); FAILURE → SUCCESS, REFUND
        """)
  }
}

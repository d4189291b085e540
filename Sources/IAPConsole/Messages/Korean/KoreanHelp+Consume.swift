extension KoreanHelp {
  /// The help of `consume`.
  static let consume: [String: String] = [
    """
    Marks payments as delivered. Consuming a payment cannot be undone. You can grant the item \
    before or after consuming. By hand: grant, then consume. In a script: 'iapctl consume X && \
    grant X'; make sure that the grant succeeds, because a payment that was consumed and not \
    granted is lost to the player. Or let iapctl do both: --deliver runs a command for each \
    payment before it is consumed, and --undo runs a command if the consume was refused.
    """: """
    결제를 지급 완료로 표시합니다. 소비는 되돌릴 수 없습니다. 상품은 소비하기 전에 지급해도 되고, \
    소비한 후에 지급해도 됩니다. 직접 처리할 때는 지급한 후에 소비합니다. 스크립트에서는 'iapctl \
    consume X && grant X'를 사용합니다. 이때 지급이 반드시 성공해야 합니다. 소비한 결제의 상품을 \
    지급하지 않으면 사용자는 상품을 받지 못합니다. 지급과 소비를 모두 iapctl에 맡길 수도 있습니다. \
    --deliver는 결제마다 소비하기 전에 명령을 실행하고, --undo는 소비가 거부되면 명령을 \
    실행합니다.
    """,
    """
    The commands are run by /bin/sh, with the purchase as JSON on standard input and \
    IAPCTL_PAYMENT_SEQ, IAPCTL_USER, IAPCTL_PRODUCT, IAPCTL_PRODUCT_SEQ and IAPCTL_DEADLINE (when \
    iapctl ends the command) in the environment. Each \
    command makes a state true, and may run any number of times: after --deliver the player has the \
    item of this payment once, after --undo the player does not have it. So a command must look at \
    what the player has now. A command that skips the payments that it processed before is wrong: \
    after an undo it would deliver nothing, and the payment would be consumed.
    """: """
    명령은 /bin/sh로 실행됩니다. 구매 정보는 표준 입력에 JSON으로 전달되고, 환경 변수 \
    IAPCTL_PAYMENT_SEQ, IAPCTL_USER, IAPCTL_PRODUCT, IAPCTL_PRODUCT_SEQ, IAPCTL_DEADLINE(iapctl이 명령을 \
    종료하는 시각)으로도 전달됩니다. 두 명령은 \
    상태를 맞추는 명령이며, 몇 번이든 실행될 수 있습니다. --deliver 명령이 끝나면 사용자에게 이 결제의 상품이 \
    하나 있어야 하고, --undo 명령이 끝나면 없어야 합니다. 따라서 명령은 사용자가 지금 상품을 가지고 있는지 \
    확인해야 합니다. 이전에 처리한 결제를 건너뛰는 명령은 잘못된 것입니다. 회수한 뒤에 아무것도 지급하지 않은 채 \
    결제가 소비됩니다.
    """,
    """
    If a delivery fails, its payment is not consumed, and the next run delivers again. The undo runs \
    only after a refusal that proves that the payment is not consumed: never after already-consumed, \
    unknown or 429. Each run with --deliver delivers before it consumes, also what an earlier run \
    has delivered or taken back. If a payment was delivered and is already consumed, another client may have granted \
    the item too: it is not revoked, and the summary and 'iapctl journal report' name the payment. \
    Check that the player has the item once.
    """: """
    지급이 실패한 결제는 소비하지 않으며, 다음 실행에서 다시 지급합니다. 회수 명령은 결제가 소비되지 않았음을 \
    증명하는 거부 뒤에만 실행됩니다. 이미 소비된 결제, 결과를 알 수 없는 결제, 429 응답에는 실행되지 않습니다. \
    --deliver를 지정한 실행은 이전 실행에서 지급하거나 회수한 결제도 언제나 지급한 다음 소비합니다. 지급한 결제가 이미 소비되어 있으면 \
    다른 클라이언트도 상품을 지급했을 수 있습니다. 이때는 회수하지 않으며, 요약과 'iapctl journal report'에 그 \
    결제를 표시합니다. 사용자에게 상품이 하나만 있는지 확인하십시오.
    """,
    """
    Both commands of a payment get the values of its last delivery; a row or a list that contradicts \
    them is refused (65). When a command ends or reaches its limit, iapctl ends all processes that it \
    started.
    """: """
    한 결제의 두 명령은 마지막 지급의 값을 받습니다. 행이나 목록의 값이 그 값과 다르면 거부합니다(65). 명령이 \
    끝나거나 제한 시간에 이르면, iapctl은 그 명령이 시작한 프로세스를 모두 종료합니다.
    """,
    """
    Over the REST API, and with --deliver, a journal records every attempt and its outcome \
    ('iapctl journal'). A payment that is consumed according to the journal is not sent again, so \
    that a script that runs twice grants once. A payment that was already consumed is reported as \
    already-consumed.
    """: """
    REST API를 사용하거나 --deliver를 지정하면, 모든 시도와 결과를 저널에 기록합니다('iapctl \
    journal'). 저널에 소비된 것으로 기록된 결제는 다시 전송하지 않으므로, 스크립트를 두 번 \
    실행해도 한 번만 지급됩니다. 이미 소비된 결제는 already-consumed로 표시합니다.
    """,
    """
    Exit 7 means that a payment may or may not have been consumed: neither grant nor revoke the \
    item. Each such payment is named, with the command that settles it. It stays unknown, and is \
    not sent again, until a run with --resume asks the service again. If it is already consumed \
    then, your own earlier attempt may have done it, and priorUnknown is true. A run with --resume \
    that settles everything exits 0.
    """: """
    종료 코드 7은 결제가 소비되었을 수도, 소비되지 않았을 수도 있다는 뜻입니다. 상품을 지급하지도 \
    회수하지도 마십시오. 이러한 결제는 결과를 확정하는 명령과 함께 하나씩 표시됩니다. --resume으로 \
    서비스에 다시 확인할 때까지 결과는 알 수 없는 상태로 남고, 결제는 다시 전송되지 않습니다. 다시 \
    확인했을 때 이미 소비된 상태라면 이전 시도가 소비했을 수 있으며, 이때 priorUnknown은 \
    true입니다. --resume으로 모든 결과를 확정하면 종료 코드는 0입니다.
    """,
    """
    Over the REST API, an unknown consume is repeated in the same run for 30 seconds, or for the \
    time of --settle. A consumed payment is in no list, so its token cannot be looked up later: \
    --keep-unknown writes unknown payments with their tokens to a file, for 'iapctl consume \
    --resume --from FILE'.
    """: """
    REST API에서는 결과를 알 수 없는 소비를 같은 실행에서 30초 동안, 또는 --settle에 지정한 시간 \
    동안 다시 시도합니다. 소비된 결제는 어느 목록에도 없으므로 나중에 토큰을 조회할 수 없습니다. \
    --keep-unknown은 결과를 알 수 없는 결제를 토큰과 함께 파일에 저장하며, 이 파일은 'iapctl \
    consume --resume --from FILE'에 사용합니다.
    """,
    """
    --from reads the output of iapctl in every format except table, and files made by hand: one \
    JSON object a line, CSV with a header (separated by commas, semicolons or tabs), or payment \
    numbers alone. The columns are those of 'iapctl unconsumed', and ticket; only paymentSeq is \
    required. A column that iapctl does not know stops the run: --columns user=player says what a \
    column is, and --ignore-columns memo that it does not matter. All lines are checked before the \
    first payment is sent. If --user is given, it must match every line that has a user. A file \
    that contains tokens must be readable only by its owner.
    """: """
    --from은 table을 제외한 모든 형식의 iapctl 출력과, 직접 만든 파일을 읽습니다. 직접 만든 파일은 \
    한 줄에 JSON 객체 하나씩 적은 파일, 헤더가 있는 CSV(쉼표, 세미콜론 또는 탭으로 구분), 또는 \
    결제 번호만 적은 파일입니다. 열은 'iapctl unconsumed'의 열과 ticket이며, paymentSeq만 \
    필수입니다. iapctl이 모르는 열이 있으면 실행을 중단합니다. 열의 의미는 --columns \
    user=player처럼, 무시할 열은 --ignore-columns memo처럼 지정합니다. 첫 결제를 전송하기 전에 \
    모든 행을 검사합니다. --user를 지정하면 사용자가 있는 모든 행과 일치해야 합니다. 토큰이 들어 \
    있는 파일은 소유자만 읽을 수 있어야 합니다.
    """,
    """
    --all needs --user on the command line: a variable or a profile is not enough. The service API \
    gives no times of purchase, so --all takes no --limit there.
    """: """
    --all을 사용하려면 명령줄에 --user를 지정해야 합니다. 환경 변수나 프로필의 사용자로는 실행되지 \
    않습니다. service API에서는 구매 시간을 알 수 없으므로, --all에 --limit을 지정할 수 없습니다.
    """,
    """
    On a terminal iapctl asks before it consumes. Without a terminal, --all and --from need --yes; \
    payments that are given by number are consumed without a question.
    """: """
    터미널에서는 소비하기 전에 확인 질문을 합니다. 터미널이 아니면 --all과 --from에는 --yes가 \
    필요하며, 번호로 지정한 결제는 질문 없이 소비합니다.
    """,
    "a payment number": "결제 번호",
    "consume everything that 'iapctl unconsumed' lists with the same filters":
      "같은 필터의 'iapctl unconsumed'에서 조회되는 모든 결제를 소비",
    "a file of payments: iapctl's output, JSON, CSV or numbers; - is standard input":
      "결제 파일: iapctl의 출력, JSON, CSV 또는 번호(-는 표준 입력)",
    "the format of the file, if its first line does not show it":
      "파일 형식(첫 행으로 알 수 없는 경우)",
    "which column of the file is what, such as user=player":
      "파일의 열이 무엇인지 지정(예: user=player)",
    "columns of the file that do not matter; 'all' for all that iapctl does not know":
      "무시할 열('all'은 iapctl이 모르는 모든 열)",
    "report invalid lines and consume the others": "잘못된 행은 알려 주고 나머지를 소비",
    "the access token of a single payment; - is standard input":
      "결제 1건의 토큰이 들어 있는 파일(-는 표준 입력)",
    "check and list what would be consumed; consume nothing":
      "소비할 결제를 검사하여 표시(소비하지 않음)",
    "how many payments at a time": "동시에 처리할 결제 수",
    "at most this many requests a second, such as 5/s": "초당 최대 요청 수(예: 5/s)",
    "deliver each payment with this command, then consume it":
      "결제마다 이 명령으로 지급한 후 소비",
    "if a consume is refused, revoke what was delivered with this command":
      "소비가 거부되면 이 명령으로 회수",
    "take payments whose command on another machine has no recorded end, and has ended":
      "다른 컴퓨터에서 실행한 명령의 종료가 기록되지 않았지만 실제로는 끝난 결제도 처리",
    "the time limit of each command": "각 명령의 제한 시간",
    "60s": "60s",
    "settle what earlier runs left unknown, and skip what they consumed":
      "이전 실행이 남긴 알 수 없는 결과를 확정하고, 소비한 결제는 건너뜀",
    "repeat unknown consumes in this run, for at most this long; 0s: not at all":
      "결과를 알 수 없는 소비를 같은 실행에서 다시 시도할 최대 시간(0s: 하지 않음)",
    "30s over the REST API, 0s on a fixture store": "REST API 30s, 픽스처 저장소 0s",
    "write payments that stay unknown, with tokens, to a new file for --resume --from":
      "결과를 알 수 없는 결제를 토큰과 함께 새 파일에 저장(--resume --from용)",
    "the reason, for the journal, such as a ticket number": "저널에 남길 사유(예: 티켓 번호)",
    "treat already consumed payments as success": "이미 소비된 결제를 성공으로 처리",
    "the user that the input or --user names, if no list confirms whose the payment is":
      "입력 또는 --user에 지정된 사용자(결제한 사용자를 목록에서 확인하지 못한 경우)",
    """
    consumed; already-consumed (not by this call: neither grant nor revoke); refused; not-sent; \
    unknown (it may or may not have been consumed); skipped
    """: """
    consumed(소비됨), already-consumed(이번 호출이 소비한 것이 아님: 지급하지도 회수하지도 마십시오), \
    refused(거부됨), not-sent(전송하지 않음), unknown(소비되었을 수도, 소비되지 않았을 수도 있음), \
    skipped(건너뜀)
    """,
    "whether the outcome of an earlier attempt of iapctl was left unknown":
      "iapctl의 이전 시도가 결과를 알 수 없는 상태로 남았는지 여부",
    """
    delivered; failed; taken-back (after a refusal); undo-failed (the player may still have the \
    item, and the next run delivers again); or null if nothing was delivered
    """: """
    delivered(지급함), failed(지급 실패), taken-back(거부된 뒤 회수함), undo-failed(회수 실패: 사용자가 \
    아직 상품을 가지고 있을 수 있으며 다음 실행에서 다시 지급함). 지급한 것이 없으면 null
    """,
    "how many times it was sent": "전송한 횟수",
    "the error, with the keys of 'iapctl help output', or null":
      "오류(키는 'iapctl help output' 참고) 또는 null",
    "preview what would be consumed": "소비할 결제 미리 보기",
    "mark all of alice's payments as delivered": "alice의 모든 결제를 지급 완료로 표시",
  ]
}

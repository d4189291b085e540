extension KoreanHelp {
  /// The help of the commands of `journal`.
  static let journal: [String: String] = [
    "Commands": "명령",
    "list the outcome of each payment": "결제별 결과 조회",
    "show every attempt on a payment": "결제의 모든 시도 조회",
    "print every entry of the journal": "저널의 모든 항목 출력",
    "settle an unknown outcome by hand": "알 수 없는 결과를 직접 확정",
    "add a note to a payment": "결제에 메모 추가",
    "count the payments of the journal, and sum their prices":
      "저널에 있는 결제의 건수와 금액 합계",
    "make the journal of a team in a database": "데이터베이스에 팀 저널 만들기",
    "bring the history of a journal file into the journal of a team":
      "저널 파일의 기록을 팀 저널로 가져오기",
    // journal list
    """
    One line for each payment: its latest outcome, with who did it and when. The oldest is first. \
    If the payment was never sent, the line is its last delivery.
    """: """
    결제마다 한 줄씩, 가장 최근 결과와 담당자, 시간을 표시합니다. 오래된 순입니다. \
    전송한 적이 없는 결제는 마지막 지급을 표시합니다.
    """,
    """
    If a process died during a consume, the outcome is unknown: the payment may or may not have \
    been consumed.
    """: """
    소비하는 중에 프로세스가 비정상 종료되면 결과를 알 수 없습니다. 결제가 소비되었을 수도, \
    소비되지 않았을 수도 있습니다.
    """,
    """
    Payments of fixture stores are left out, unless --fixtures is given or --server names the \
    store. Profile and environment do not filter the journal: only options do.
    """: """
    픽스처 저장소의 결제는 --fixtures를 지정하거나 --server로 그 저장소를 지정할 때만 표시합니다. \
    프로필과 환경 변수는 저널 조회에 적용되지 않고, 옵션만 적용됩니다.
    """,
    "only payments that may or may not be consumed": "소비되었는지 알 수 없는 결제만",
    "only entries with this ticket": "이 티켓의 항목만",
    "only entries of this operator": "이 담당자의 항목만",
    "only entries from then on: 30d (30 days ago), 2026-01-31, or an instant":
      "이 시점부터의 항목만: 30d(30일 전), 2026-01-31 또는 시각",
    "only entries before then: 12h (12 hours ago), 2026-01-31 (inclusive), or an instant":
      "이 시점 전의 항목만: 12h(12시간 전), 2026-01-31(당일 포함) 또는 시각",
    "only payments of this server, by its name in the journal":
      "이 서버의 결제만(저널에 기록된 이름)",
    "payments of fixture stores too": "픽스처 저장소의 결제도 포함",
    "deliver, consume or undo; settle or note if it was entered by hand":
      "deliver(지급), consume(소비), undo(회수). 직접 입력한 항목은 settle(확정), note(메모)",
    """
    consumed, already-consumed, refused, not-sent or unknown (it may or may not have happened); \
    not-consumed (entered by hand); done or failed (a delivery or an undo); open (still running)
    """: """
    consumed(소비됨), already-consumed(이미 소비됨), refused(거부됨), not-sent(전송하지 않음), \
    unknown(소비되었을 수도, 소비되지 않았을 수도 있음), not-consumed(소비되지 않았다고 직접 \
    입력함), done 또는 failed(지급 또는 회수의 성공, 실패), open(진행 중)
    """,
    "when it began": "시작한 시간",
    "when it ended; null if it is still running or its process died":
      "끝난 시간. 진행 중이거나 프로세스가 비정상 종료되었으면 null",
    "the error: name, domain, code, serverCode, httpStatus and message; or null":
      "오류(name, domain, code, serverCode, httpStatus, message) 또는 null",
    "the login name of the operator": "담당자의 로그인 이름",
    "the machine": "컴퓨터 이름",
    "the process ID on that machine": "해당 컴퓨터의 프로세스 ID",
    "the profile that was used, or null": "사용한 프로필 또는 null",
    "the server, or the fixture store, that issued the payment's number":
      "결제 번호를 발급한 서버 또는 픽스처 저장소",
    "a hash that identifies the app key without revealing it, or null":
      "앱 키를 노출하지 않고 구별하는 해시 또는 null",
    "the ticket from --ticket or from the payment's line, or null":
      "--ticket 또는 결제의 행에 지정한 티켓. 없으면 null",
    "the note, or null": "메모 또는 null",
    "list payments whose outcome is unknown": "결과를 알 수 없는 결제 조회",
    "export the payments of the last day for a spreadsheet":
      "최근 하루의 결제를 스프레드시트용으로 저장",
    // journal show
    """
    Shows every delivery, consume and undo of a payment, and every entry made by hand, oldest \
    first, for all servers or for the one that --server names. Exits 3 if the journal does not \
    have the payment.
    """: """
    결제의 모든 지급, 소비, 회수와 직접 입력한 항목을 오래된 순으로 표시합니다. 모든 서버 또는 \
    --server로 지정한 서버의 기록입니다. 저널에 결제가 없으면 종료 코드는 3입니다.
    """,
    "show who tried it, when, and with what outcome": "누가 언제 시도했고 결과가 무엇인지 조회",
    "the same with the full errors, as JSON": "전체 오류 내용까지 JSON으로 출력",
    // journal export
    """
    Prints every delivery, consume and undo, and every entry made by hand, in the order in which \
    they began. The journal contains no tokens and no app keys.
    """: """
    모든 지급, 소비, 회수와 직접 입력한 항목을 시작한 순서대로 출력합니다. 저널에는 토큰과 앱 키가 \
    없습니다.
    """,
    "Profile and environment do not filter the journal: only options do.":
      "프로필과 환경 변수는 저널 조회에 적용되지 않고, 옵션만 적용됩니다.",
    "write the whole journal, one entry a line": "저널 전체를 한 줄에 항목 하나씩 저장",
    "export the entries of a ticket for a spreadsheet": "티켓의 항목을 스프레드시트용으로 저장",
    // journal settle
    """
    If the answer to a consume and its token are lost, iapctl cannot find out whether the payment \
    was consumed. Look the payment up in the IAP console, then enter the outcome. It is recorded \
    as a separate entry with your name.
    """: """
    소비의 응답과 토큰을 모두 잃으면 iapctl은 결제가 소비되었는지 확인할 수 없습니다. IAP 콘솔에서 \
    결제를 조회한 뒤 결과를 입력하십시오. 입력한 결과는 담당자의 이름과 함께 별도의 항목으로 \
    기록됩니다.
    """,
    """
    A payment that is settled as consumed is never sent again. A payment that is settled as \
    not-consumed can be consumed again. Only an unknown outcome can be settled, and a settlement \
    by hand can be corrected by another one; both stay in the journal. Also, \
    --as not-consumed makes the journal forget for whom a delivery ran: if it was wrong, a corrected \
    row is accepted again.
    """: """
    consumed로 확정한 결제는 다시 전송하지 않습니다. not-consumed로 확정한 결제는 다시 소비할 수 \
    있습니다. 결과를 알 수 없는 결제만 확정할 수 있습니다. 직접 확정한 결과는 다시 확정하여 정정할 \
    수 있으며, 두 항목 모두 저널에 남습니다. 또한 \
    --as not-consumed를 입력하면 저널은 지급할 때의 값을 잊습니다. 지급이 잘못되었을 때 고친 행을 다시 \
    사용할 수 있습니다.
    """,
    "the outcome that the IAP console shows": "IAP 콘솔에 표시된 결과",
    "the ticket that documents the check": "확인한 근거를 남긴 티켓",
    "the console shows that it was consumed": "콘솔에 소비된 것으로 표시된 경우",
    "the console shows that it was not consumed": "콘솔에 소비되지 않은 것으로 표시된 경우",
    // journal note
    """
    Adds a note with your name to the journal. 'iapctl journal show' and 'iapctl journal export' \
    show it. The outcome of the payment does not change.
    """: """
    담당자의 이름으로 저널에 메모를 추가합니다. 메모는 'iapctl journal show'와 'iapctl journal \
    export'에 표시됩니다. 결제의 결과는 바뀌지 않습니다.
    """,
    "the note": "메모",
    "the ticket of the note": "메모의 티켓",
    "leave a note for your colleagues": "동료에게 메모 남기기",
    "leave a note with its ticket": "티켓과 함께 메모 남기기",
    // journal report
    """
    Counts each payment once, with its latest entry, as 'iapctl journal list' shows it: separately \
    for each outcome and each currency. The sums are exact. Payments that were delivered here and \
    consumed elsewhere are named: check that each was granted once.
    """: """
    결제를 한 번씩, 'iapctl journal list'에 표시되는 가장 최근 항목으로 집계합니다. 결과와 \
    통화별로 나누어 집계하며, 합계는 정확한 값입니다. 여기에서 지급했고 다른 곳에서 소비된 결제는 번호를 \
    표시합니다. 각 상품이 한 번만 지급되었는지 확인하십시오.
    """,
    """
    On a terminal, the table also has a bar for each line, which compares its count with the \
    largest count. No other output has bars.
    """: """
    터미널에서는 표의 줄마다 건수를 가장 큰 건수와 비교하는 막대가 표시됩니다. 다른 출력에는 \
    막대가 없습니다.
    """,
    """
    --html writes a page for the lead of a support team, in your language (--lang) and time zone: \
    what was consumed by currency, day and operator, as tables and plots, and each payment whose \
    outcome is unknown, with the commands that settle it. The page is one file without scripts, \
    and loads nothing from the network.
    """: """
    --html은 고객 지원 책임자를 위한 페이지를 표시 언어(--lang)와 시간대에 맞추어 저장합니다. \
    통화별, 날짜별, 담당자별로 소비된 결제의 표와 그래프, 그리고 결과를 알 수 없는 결제마다 결과를 \
    확정하는 명령이 있습니다. 페이지는 스크립트가 없는 파일 하나이며, 네트워크에서 아무것도 \
    불러오지 않습니다.
    """,
    "write a page for a browser to a new file as well":
      "브라우저에서 볼 페이지도 새 파일로 저장",
    "the last 30 days, as a page as well": "최근 30일의 집계를 페이지로도 저장",
    "what to count the payments by; days are in your time zone (--time-zone)":
      "집계 기준. 날짜는 시간대(--time-zone) 기준",
    "outcome": "outcome",
    "what is counted by: operator, ticket, outcome, currency, day or server":
      "집계 기준: operator, ticket, outcome, currency, day 또는 server",
    "the operator, ticket, outcome, currency, day or server; or null":
      "담당자, 티켓, 결과, 통화, 날짜 또는 서버. 없으면 null",
    "the outcome of these payments, as in 'iapctl journal list'":
      "해당 결제의 결과('iapctl journal list'와 같음)",
    "the currency of these payments, or null": "해당 결제의 통화 또는 null",
    "how many payments these are": "해당 결제의 건수",
    "the exact sum of their prices; null if the price of one is not known":
      "정확한 가격 합계. 가격을 모르는 결제가 있으면 null",
    "who did how much in a week": "일주일 동안 담당자별로 처리한 건수",
    "the days, for a spreadsheet": "날짜별 집계를 스프레드시트용으로 저장",
    // journal init
    """
    Makes the tables of the journal in the schema 'iapctl' of a PostgreSQL database, or of one \
    that speaks its protocol, such as CockroachDB. Only this command needs the right to create \
    tables. If the journal exists, nothing is changed.
    """: """
    PostgreSQL 데이터베이스, 또는 같은 프로토콜을 사용하는 데이터베이스(예: CockroachDB)의 \
    'iapctl' 스키마에 저널의 테이블을 만듭니다. 이 명령에만 테이블을 만들 권한이 필요합니다. \
    저널이 이미 있으면 아무것도 변경하지 않습니다.
    """,
    """
    Prints the statements that give an account the rights to consume payments with this journal. \
    The owner of the database runs them, for example with psql.
    """: """
    이 저널을 사용하여 결제를 소비할 권한을 계정에 부여하는 SQL 문을 출력합니다. 데이터베이스 \
    소유자가 psql 등으로 실행합니다.
    """,
    """
    The usual rules of PostgreSQL hold for passwords: ~/.pgpass, PGPASSFILE, or a service file. \
    Without TLS, a database is used on this machine only: give sslmode=verify-full.
    """: """
    비밀번호는 PostgreSQL의 일반적인 규칙을 따릅니다(~/.pgpass, PGPASSFILE 또는 서비스 파일). TLS \
    없이는 이 컴퓨터의 데이터베이스만 사용할 수 있습니다. 다른 컴퓨터의 데이터베이스에는 \
    sslmode=verify-full을 지정하십시오.
    """,
    "the database: postgresql://OWNER@HOST:PORT/DATABASE":
      "데이터베이스: postgresql://OWNER@HOST:PORT/DATABASE",
    "the account whose rights are printed": "권한을 출력할 계정",
    "support": "support",
    "make the journal, and print the rights to grant": "저널을 만들고, 부여할 권한 출력",
    "the same, for the account 'desk'": "'desk' 계정에 부여할 권한 출력",
    // journal import
    """
    Adds all runs and entries of a journal file to a journal in a database. What is there already \
    is not added again, so the command can be repeated, also while others work.
    """: """
    저널 파일의 모든 실행과 항목을 데이터베이스의 저널에 추가합니다. 이미 있는 것은 다시 추가하지 \
    않으므로, 다른 사람이 작업하는 중에도 명령을 반복해서 실행할 수 있습니다.
    """,
    """
    A payment that is consumed in one of the two is consumed; one that is unknown in one of them \
    is unknown. While a run is working on a payment, its outcome is not changed: the command says \
    so, and exits 75. Run it again later.
    """: """
    둘 중 한쪽에서 소비된 결제는 소비된 것으로, 한쪽에서 결과를 알 수 없는 결제는 알 수 없는 \
    것으로 처리합니다. 다른 실행이 처리하고 있는 결제의 결과는 변경하지 않습니다. 이때 명령은 이를 \
    알려 주고 종료 코드 75로 종료합니다. 나중에 다시 실행하십시오.
    """,
    """
    No run may use the file meanwhile. The file is not changed. Afterwards, use only the database: \
    the file would not know what others consume.
    """: """
    가져오는 동안 다른 실행이 이 파일을 사용하면 안 됩니다. 파일은 변경되지 않습니다. 가져온 \
    후에는 데이터베이스만 사용하십시오. 다른 사람이 소비한 내용은 파일에 기록되지 않습니다.
    """,
    "the journal file": "저널 파일",
    "the journal in the database": "데이터베이스의 저널",
    "add the history of a file": "파일의 기록 추가",
    "add the history of your usual journal": "평소에 사용하는 저널의 기록 추가",
  ]
}

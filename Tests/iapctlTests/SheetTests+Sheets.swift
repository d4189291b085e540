extension SheetTests {
  /// The sheet, its options, the payments that are found, and what is said.
  static let sheets: [(sheet: String, more: [String], found: String, said: String)] = [
    ("paymentSeq,user\r1,user11\r3,user49\r", [], "1 3", "would consume 2"),
    ("paymentSeq,user,payload\r1,user11,\"a\nb\"\r3,user49,b\r", [], "1 3", "would consume 2"),
    (
      "결제 고유 넘버\t유저\t상태\n2026011210000001\tuser11\t보류\n", [], "",
      "add --columns 'paymentSeq=결제 고유 넘버'"
    ),
    (
      "Nr,유저\n2026011210000001,user11\n", ["--header-line", "1"], "", "add --columns paymentSeq=Nr"
    ),
    ("paymentSeq,user\n1,user11\n", ["--header-line", "2"], "", "leave out --header-line"),
    ("x\npaymentSeq,user\n1,user11\n", ["--header-line", "3"], "", "give --header-line 2 instead"),
    (
      "paymentSeq,user,payload\n1,user11,p1\n,,★ do not grant the two below\n",
      ["--skip-bad-lines"],
      "1", "line 3: it has no payment number, only the text '★ do not grant the two below'"
    ),
    (
      "paymentSeq,user,payload\n1,user11,p1\n▼ 아래는 환불 진행 건,,\n3,user49,p\n",
      ["--skip-bad-lines"],
      "1", "line 4: it stands below '▼ 아래는 환불 진행 건': give it in a file without this text"
    ),
    (
      "paymentSeq,user,status\n1,user11,\n3,user49,refunded\n", ["--ignore-columns", "all"], "1 3",
      "line 3 says 'refunded' in 'status'"
    ),
    (
      "paymentSeq,user,상태\n1,user11,미지급\n3,user49,보류\n", [], "",
      "line 3 says '보류' in '상태'"
    ),
    (
      "paymentSeq,user,memo,shelf\n1,user11,hold,a\n3,user49,,a\n", [], "", "--ignore-columns shelf"
    ),
    (
      "paymentSeq,user,memo\n1,user11,hold\n3,user49,\n", [], "",
      "take out the rows that are not to be consumed; if all of them are, run again with --ignore-columns memo"
    ),
    (
      "paymentSeq,user,memo\n1,user11,hold\n3,user49,\n", ["--ignore-columns", "memo"], "1 3",
      "line 2 says 'hold' in 'memo'; nothing is compared with it: check that this"
    ),
    ("paymentSeq,user,결제액\n1,user11,1500\n", [], "", "--columns price=결제액"),
    ("Stuck\n\nby Kim\npaymentSeq,user\n1,user11\n", ["--header-line", "4"], "1", ""),
    ("a,b\n결제번호;유저\n1;user11\n", ["--header-line", "2"], "1", ""),
    ("Stuck\npaymentSeq,user\n1,user11\n", [], "", "--header-line 2"),
    (
      "paymentSeq,user\n1,user11\n", ["--header-line", "99"], "",
      "line 99: there is no such line: the input has 2 lines"
    ),
    ("[CS] stuck\npaymentSeq,user\n1,user11\n", ["--header-line", "2"], "1", ""),
    // What a title above the header says is said of its rows.
    (
      "6월 환불 완료 목록,\n결제번호,유저\n1,user11\n", ["--header-line", "2", "--skip-bad-lines"], "",
      "line 3: it stands below '6월 환불 완료 목록': give it in a file without this text"
    ),
    (
      "결제번호,환불여부\n2026011210000001,Y\n\n결제번호,유저\n1,user11\n", ["--header-line", "4"], "",
      "line 2: payment 2026011210000001 stands above the header, where nothing is read"
    ),
    (
      "결제번호,환불여부\n77,Y\n\n결제번호,유저\n1,user11\n", ["--header-line", "4"], "1", ""
    ),
    (
      "user11,\"=\"\"2026011210000001\"\"\"\npaymentSeq,user\n1,user11\n",
      ["--header-line", "2"], "", "line 1: payment 2026011210000001 stands above the header"
    ),
    (
      "조회기간,20260101000000,20260131235959,20260131235959999\npaymentSeq,user\n1,user11\n",
      ["--header-line", "2"], "1", ""
    ),
    // A first row that is no header is no header by an option either.
    (
      "2026011210000001,user11\n2026011310000001,user49\n", [], "",
      "line 1: 2026011210000001 is a payment number, and not the name of a column"
    ),
    (
      "2026011210000001,user11\n2026011310000001,user49\n",
      ["--columns", "paymentSeq=2026011210000001,userID=user11"], "",
      "line 1: 2026011210000001 is a payment number, and not the name of a column"
    ),
    (
      "2026011210000001,user11\n2026011310000001,user49\npaymentSeq,user\n1,user11\n", [], "",
      "line 1: 2026011210000001 is a payment number, and not the name of a column"
    ),
    ("환불완료 결제번호\n2026011210000001\n", [], "", "the header has no column paymentSeq"),
    (
      "결제번호,정정 결제번호,user\n1,,user11\n3,1,user49\n", [], "",
      "line 3 says '1' in '정정 결제번호'"
    ),
    ("결제번호,결제승인번호,user\n1,77,user11\n", [], "", "--ignore-columns 결제승인번호"),
    ("paymentSeq,payment_at,user\n1,7,user11\n", [], "", "--ignore-columns payment_at"),
    (
      "결제번호,정정 결제번호,user\n1,,user11\n3,1,user49\n",
      ["--ignore-columns", "정정 결제번호"], "1 3",
      "line 3 says '1' in '정정 결제번호'; nothing is compared with it"
    ),
    // A second table is told before the columns.
    (
      "결제번호,유저,처리\n1,user11,\npaymentSeq,user,처리\n3,user49,제외\n", [], "",
      "line 4: it stands below a second header"
    ),
    (
      "결제번호,유저\n1,user11\n합계 1건,\n\n3,user49\n", ["--skip-bad-lines"], "1",
      "line 5: it stands below '합계 1건'"
    ),
    (
      "결제번호,유저\n1,user11\n소계 1건,\n3,user49\n", ["--skip-bad-lines"], "1 3",
      "line 3: paymentSeq '소계 1건'"
    ),
    ("결제번호,유저\n합계 2건,\n1,user11\n", ["--skip-bad-lines"], "1", "line 2: paymentSeq '합계 2건'"),
    // A legend is quoted wherever it stands.
    (
      "결제번호,유저,색\n1,user11,\n합계 1건,,\n,,노랑 = 환불 신청함\n3,user49,노랑\n",
      ["--ignore-columns", "색"], "", "line 4: it has no payment number, only the text '노랑 = 환불 신청함'"
    ),
    (
      "결제번호,유저,색\n1,user11,\npaymentSeq,user,색\n3,user49,노랑\n노랑은 환불 신청함,,\n",
      [], "", "line 5: it has no payment number, only the text '노랑은 환불 신청함'"
    ),
    // Nothing would be left, so nothing is offered to be skipped.
    (
      "소비 제외\n결제번호,유저\n1,user11\n", ["--header-line", "2"], "",
      "hint: correct these lines and run again"
    ),
    ("결제번호,유저,수량\n1,user11,1\n3,user49,2개\n", [], "", "line 3 says '2개' in '수량'"),
    ("결제번호,유저,수량\n1,user11,1\n3,user49,1\n", [], "", "--ignore-columns 수량"),
    // People write the product's name where its identifier is expected.
    (
      "결제번호,유저,상품\n1,user11,루비 330개\n3,user49,루비 330개\n", [], "1 3",
      "not compared, because the list does not have it: productName"
    ),
    (
      "결제번호,유저,상품명,메모\n1,user11,루비,\n", ["--ignore-columns", "메모"], "1",
      "columns used: paymentSeq, userID; ignored: 메모"
    ),
    ("결제번호,유저,상품\n1,user11,ruby\n", [], "", "store says gem; the row says ruby"),
    (
      "결제번호,유저,문의번호\n1,user11,CS-7\n", ["--ticket", "T-1"], "1",
      "the rows have tickets of their own: the journal records them beside --ticket T-1"
    ),
    // These are no titles that warn, and no totals.
    ("미지급 목록 (환불/취소 제외)\n결제번호,유저\n1,user11\n", ["--header-line", "2"], "1", ""),
    ("6월 입금 지연 목록\n결제번호,유저\n1,user11\n", ["--header-line", "2"], "1", ""),
    (
      "소비 제외 (CS)\n결제번호,유저\n1,user11\n", ["--header-line", "2"], "",
      "line 3: it stands below '소비 제외 (CS)'"
    ),
    (
      "소비 제외\n결제번호,유저\n1,user11\n", ["--header-line", "2"], "", "line 3: it stands below '소비 제외'"
    ),
    (
      "결제번호,유저\n1,user11\n▼ 아래 건 제외,\n3,user49\n", ["--skip-bad-lines"], "1",
      "line 4: it stands below '▼ 아래 건 제외'"
    ),
    ("환불 건수,0\n결제번호,유저\n1,user11\n", ["--header-line", "2"], "1", ""),
    (
      "환불 목록\n결제번호,유저\n7,user49\n\n미지급 목록\n결제번호,유저\n1,user11\n",
      ["--header-line", "6"], "1", ""
    ),
    ("결제번호,유저\n1,user11\n,sumin\n3,user49\n", ["--skip-bad-lines"], "1 3", "line 3: paymentSeq"),
    (
      "결제번호,유저\n1,user11\n합계(애플),\n3,user49\n", ["--skip-bad-lines"], "1 3",
      "line 3: paymentSeq '합계(애플)'"
    ),
    ("결제번호,유저\n1,user11\n,sumin\n", ["--header-line", "1"], "", "line 3: paymentSeq is empty"),
    ("[별의기사] 미지급\n결제번호,유저\n1,user11\n", [], "", "add --header-line 2"),
    ("{별의기사} 미지급\n결제번호,유저\n1,user11\n", [], "", "add --header-line 2"),
    ("rejection,paymentSeq,user,\nx,1,user11,y\n", ["--ignore-columns", "column 3"], "1", ""),
    (
      "paymentSeq,user,일시\n1,user11,2026-01-12 11:20\n1,user11,2026-01-12 11:31\n1,user11,2026-01-12 11:20\n",
      [], "1", "line 3: an earlier row has the same payment number and another time"
    ),
    ("paymentSeq,user\n1, user11 \n", [], "1", ""),
    // A second table below a title is another one, whatever its header.
    (
      "paymentSeq,user\n1,user11\n\nRefunds,\npaymentSeq,user\n3,user49\n", ["--skip-bad-lines"],
      "1",
      "line 5: it stands below 'Refunds': give it in a file without this text"
    ),
    (
      "paymentSeq,user\n1,user11\npaymentSeq,user\n3,user49\n", ["--skip-bad-lines"], "1 3",
      "line 3: a second header"
    ),
    ("\"결제\n번호\",\"회원\n번호\"\n1,user11\n", [], "1", ""),
    ("paymentSeq,user,\n1,user11,x\n", [], "", "--ignore-columns 'column 3'"),
    ("paymentSeq,user,\n1,user11,x\n", ["--ignore-columns", "column 3"], "1", ""),
    ("paymentSeq,결제 ID,user\n1,7,user11\n", [], "", "add --columns paymentSeq=paymentSeq, or else"),
    (
      "결제번호,결제 번호,user\n1,7,user11\n", [], "",
      "give the columns different names, or remove one"
    ),
    (
      "결제번호,결제 ID,user\n1,7,user11\n",
      ["--columns", "paymentSeq=결제번호", "--ignore-columns", "결제 ID"], "1", ""
    ),
    (
      "결제 ID,결제번호,user\n7,1,user11\n",
      ["--columns", "paymentSeq=결제번호", "--ignore-columns", "결제 ID"], "1", ""
    ),
    (
      "paymentSeq,user,금액(원),금액(달러)\n1,user11,1500,\n2,user12,,2.29\n", [], "",
      "'금액(원)', '금액(달러)' look like price: put them into one column"
    ),
    (
      "paymentSeq,user,결제일시\n1,user11,2026. 1. 12. 오후 8:20\n", ["--time-zone", "Asia/Seoul"], "",
      "the row says 2026-01-12 20:20:00 +09:00"
    ),
    (
      "paymentSeq,user,결제일시\n1,user11,02/03/2026 10:15\n", [], "",
      "purchaseTime '02/03/2026 10:15' is not a time"
    ),
    (
      "paymentSeq,user,ticket\n1,user11,T-1\n3,user49,\n", [], "1 3",
      "some rows have no ticket (the first is line 3)"
    ),
    (
      "paymentSeq,player no,amount_krw,memo\n1,user11,1500,x\n", [], "",
      "--columns price=amount_krw --ignore-columns memo"
    ),
    ("paymentSeq,user,price (KRW)\n1,user11,9999\n", [], "", "--columns 'price=price (KRW)'"),
    (
      #"{"paymentSeq":"1","price_krw":9}"#, [], "", "unknown key 'price_krw': did you mean 'price'?"
    ),
    ("paymentSeq,user\u{2028}1,user11\u{2028}", [], "", "end in U+2028, and not in LF"),
    ("paymentSeq,user\u{85}1,user11\u{85}", [], "", "end in U+0085"),
    ("paymentSeq,user\u{c}1,user11\n", [], "", "end in U+000C"),
    ("paymentSeq,user\r\r\n1,user11\r\r\n", [], "", "end in CR CR LF, and not in LF or CR LF"),
    ("1\r\r\n3\r\r\n", [], "", "end in CR CR LF"),
    ("stuck\r\r\npaymentSeq\r\r\n1\r\r\n", ["--header-line", "2"], "", "end in CR CR LF"),
    ("<html><table><tr><td>paymentSeq</td></tr>\n", [], "", "is a workbook (HTML), not a CSV"),
    ("\u{feff}\r\n <TABLE><tr><td>1</td>\n", [], "", "is a workbook (HTML)"),
    ("<?xml version=\"1.0\"?>\n<Workbook>\n", [], "", "is a workbook (XML)"),
    ("payment\u{2060}Seq,us\u{200b}er\n1,user11\n", [], "1", #"ignored: 'payment\u2060Seq'"#),
    ("\u{feff}\u{feff}paymentSeq,user\n1,user11\n", [], "1", ""),
    (
      "paymentSeq,user,me\u{200b}mo\n1,user11,x\n", [], "",
      "does not matter, with --ignore-columns memo"
    ),
    ("paymentSeq,user\n1,user11\n", ["--ignore-columns", "usr"], "", "did you mean 'user'?"),
    (
      "paymentSeq,user\n1,user11\n", ["--ignore-columns", "nope"], "",
      "has no column 'nope', which --ignore-columns names"
    ),
    (#"{"paymentSeq":"1","memo":1}"#, ["--ignore-columns", "memo"], "1", ""),
    (#"{"paymentSeq":"1","price":1500}"#, ["--ignore-columns", "price"], "1", ""),
    (#"{"paymentSeq":"1"}"#, ["--ignore-columns", "memo"], "", "has no column 'memo'"),
    (
      #"{"paymentSeq":"1","memo":" 환불 "}"#, [], "",
      "line 1 says '환불' in 'memo'"
    ),
    (
      #"{"paymentSeq":"1","memo":" 환불 "}"#, ["--ignore-columns", "memo"], "1",
      "line 1 says '환불' in 'memo'; nothing is compared with it: check that this payment is"
    ),
    (
      #"[{"paymentSeq":"1","x":"보류"},"# + "\n" + #"{"paymentSeq":"3","x":"hold it"}]"#,
      ["--ignore-columns", "all"], "1 3", "check that these payments are to be consumed"
    ),
    (#"{"paymentSeq":"1","note":"返金"}"#, ["--ignore-columns", "note"], "1", "line 1 says '返金'"),
    (#"{"paymentSeq":"1","note":"返金"}"#, [], "", "run again with --ignore-columns note"),
    (
      #"{"paymentSeq":"1","status":"refunded"}"#, [], "", "line 1 says 'refunded' in 'status'"
    ),
    (
      #"{"paymentSeq":"1","done":true}"# + "\n" + #"{"paymentSeq":"3","done":false}"#, [], "",
      "line 1 says 'true' in 'done'"
    ),
    (
      #"{"paymentSeq":"1","memo":"\ud800","x":{"y":"vip"},"z":[1]}"#, [], "1",
      "ignored: memo, x, z"
    ),
    (
      "paymentSeq,user,outcome,x\n1,user11,Consumed,y\n", ["--ignore-columns", "all"], "",
      "outcome Consumed"
    ),
    ("paymentSeq,user,outcome\n1,user11,완료\n", [], "", "outcome 완료"),
    ("paymentSeq,user,Outcome\n1,user11,already_consumed\n", [], "", "outcome already_consumed"),
    (
      "paymentSeq,user,outcome\n1,user11,완료\n", ["--ignore-columns", "outcome"], "1",
      "ignored: outcome"
    ),
    ("paymentSeq,user,consumed\n1,user11,True\n", [], "", "outcome consumed"),
    (
      "paymentSeq,user,Server,App_Key_Fingerprint\n1,user11,other.example,abc\n",
      ["--ignore-columns", "all"], "", "the row is of another server: other.example"
    ),
    (
      "paymentSeq,userID,who\n1,user11,user11\n", ["--columns", "user=who"], "",
      "put them into one column"
    ),
    ("paymentSeq,user,ticket\n1,user11,#N/A\n", [], "", "ticket '#N/A' is not a ticket"),
    ("paymentSeq,user,ticket\n1,user11,미정\n", [], "", "ticket '미정' is not a ticket"),
    (
      "paymentSeq,user,price\n1,user11,1500\nTotal,,1500\n", ["--header-line", "1"], "1",
      "line 3 is a total"
    ),
    (
      "user,paymentSeq,price\nuser11,1,1500\n합계,,1500\n\n", ["--header-line", "1"], "1",
      "line 3 is a total"
    ),
    ("user,paymentSeq\nuser11,1\n합계: 1건,\n", ["--header-line", "1"], "1", "line 3 is a total"),
    ("paymentSeq,user\n소계,\n1,user11\n", ["--header-line", "1"], "", "line 2: paymentSeq '소계'"),
    ("paymentSeq,user\n1,user11\n결제번호,user\n3,user49\n", [], "", "line 3: a second header"),
    (
      "paymentSeq,user\n100000000000000000,a\n200000000000000000,a\n300000000000000000,a\n", [],
      "", "--exact-numbers"
    ),
    (
      "paymentSeq,user,productSeq,purchaseTime,storePayment\n"
        + "1,user11,7.0,2026-06-01 00:00:00+00,False\n",
      ["--ignore-columns", "purchaseTime"], "1", ""
    ),
    (
      "paymentSeq,user,purchaseTime\n1,user11,2026-06-01 00:00:00\n", [], "",
      "the row says 2026-06-01 00:00:00Z"
    ),
    ("paymentSeq,user,구매일시\n1,user11,2026-06-01 00:00\n", [], "", "the row says 2026-06-01 00"),
    ("paymentSeq,user,date\n1,user11,2026-06-01 00:00\n", [], "1", "another purchaseTime"),
    (
      #"{"paymentSeq":"1","state":"SUCCESS"}"# + "\n" + #"{"paymentSeq":"3","state":"cancelled"}"#,
      [], "",
      "line 2: the row says that its payment has the outcome cancelled"
    ),
    (#"{"paymentSeq":"1","consumed":"Y"}"#, [], "", "outcome consumed"),
    (
      #"{"paymentSeq":"1","meta":{"a":1,"refunded":true}}"#, [], "",
      "says 'refunded: true' in 'meta'"
    ),
    (#"{"paymentSeq":"1","refund":{"amount":1500}}"#, [], "", "says 'amount: 1500' in 'refund'"),
    (#"{"paymentSeq":"1","tags":["vip","refunded"]}"#, [], "", "says 'refunded' in 'tags'"),
    (#"{"paymentSeq":"1","isVoided":true}"#, [], "", "says 'true' in 'isVoided'"),
    (#"{"paymentSeq":"1","cancelUrl":"https://a.example/cancel/1","상품명":"gem"}"#, [], "1", ""),
    (
      "paymentSeq,user,status\n1,user11,ACTIVE\n3,user49,REVOKED\n", [], "",
      "says 'REVOKED' in 'status'"
    ),
    (
      "paymentSeq,user,ticket\n1,user11,do not consume\n", [], "", "ticket 'do not consume' may say"
    ),
    ("paymentSeq,user,ticket\n1,user11,refund-123\n", [], "1", ""),
    (
      "paymentSeq,user,국가\n1,user11,KR\n3,user49,JP\n2,user49,KR\n5,user11,JP\n", [], "",
      "or, if it does not matter, with --ignore-columns 국가"
    ),
    (#"{"paymentSeq":"1","refundAmount":1500}"#, [], "", "line 1 says '1500' in 'refundAmount'"),
    (#"{"payment":"1","user":"user11"}"#, ["--columns", "paymentSeq=payment,user=user"], "1", ""),
    (
      "paymentSeq,user,productIdentifier\n1,user11,교환불가 상자\n", [], "",
      "store says gem; the row says"
    ),
    ("paymentSeq,user,구매일시\n1,user11,2026-06-01 0:00am\n", [], "", "is not a time"),
    (#"{"paymentSeq":1,"userID":"user11","productSeq":7.0,"price":1500.0}"#, [], "1", ""),
    (
      #"[{"paymentSeq":1.0,"purchaseTime":1780272000000}]"#, [], "",
      "the row says 2026-06-01 00:00:00Z"
    ),
    (#"{"paymentSeq":9007199254740993}"#, [], "", "write it as a string"),
    (
      #"{"paymentSeq":2.02601121E15}"#, [], "",
      "paymentSeq '2.02601121E15' is written with an exponent, and may have lost digits"
    ),
    (
      #"{"paymentSeq":"1","productSeq":1.5e3}"#, [], "",
      "productSeq '1.5e3' is written with an exponent"
    ),
    (#"{"paymentSeq":"1","userID":"user11","price":1.5e3}"#, [], "1", ""),
    ("paymentSeq,user\n\u{200b}1,user11\n", [], "", #"'\u200b1'"#),
  ]
}

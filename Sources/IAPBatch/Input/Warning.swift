/// Words that say of a payment that it is not to be consumed, or that somebody asks before it is.
enum Warning {
  /// Whether a note has such a word. `미환불` and `未返金` are none.
  static func isIn(_ text: String) -> Bool {
    has(parts, in: text)
      || text.lowercased().split { !$0.isLetter }.contains { word in
        beginnings.contains { word.hasPrefix($0) }
      }
  }

  /// Whether a text that is meant for programs, such as an identifier, has a word of a Korean or Japanese note.
  static func isInScript(_ text: String) -> Bool {
    !text.utf8.allSatisfy { $0 < 0x80 } && has(partsInScript, in: text)
  }

  private static func has(_ parts: [Unicode.Scalar?: [String]], in text: String) -> Bool {
    var before: Unicode.Scalar?
    let folded = InputColumn.folded(text).unicodeScalars
    for index in folded.indices {
      let isOther = before.map(others.contains) ?? false
      before = folded[index]
      if !isOther, let parts = parts[folded[index]],
        parts.contains(where: { folded[index...].starts(with: $0.unicodeScalars) })
      {
        return true
      }
    }
    return false
  }

  /// What makes another word of one that it stands before: `미환불`, `未返金`, `교환불가`, `조회수`.
  static let others: Set<Unicode.Scalar> = ["미", "未", "교", "전", "변", "호", "조"]

  private static func byStart(_ parts: [String]) -> [Unicode.Scalar?: [String]] {
    Dictionary(grouping: parts) { $0.unicodeScalars.first }
  }

  private static let partsInScript = byStart([
    "환불", "보류", "취소", "말것", "하지마", "하지말", "소비금지", "지급금지", "返金", "保留", "取消", "取り消し",
    "キャンセル", "しないで",
  ])
  /// What the names of columns say, too.
  static let ends = [
    "환불", "환급", "반환", "철회", "분쟁", "취소", "반려", "보류", "중복", "제외", "거부", "거절", "삭제", "금지", "테스트",
    "차지백", "반품", "샌드박스",
    "返金", "払い戻", "払戻", "返品", "取り消し", "チャージバック", "キャンセル", "取消", "保留", "重複", "除外", "対象外", "拒否",
    "却下", "削除", "禁止", "テスト", "サンドボックス", "donot",
  ]
  private static let parts = byStart(
    ends + [
      "말것", "하지마", "의심", "부정", "도용", "확인중", "확인전", "법무", "처리완료", "지급완료", "소비완료", "스킵", "빼주",
      "사기", "이의제기", "오기입", "소비됨", "이미소비", "이미지급", "지급함",
      "取り下げ", "取下", "しないで", "不正", "盗用", "確認中", "確認前", "調査中", "対応済", "付与済", "処理済", "消費済", "詐欺",
      "消費完了", "付与完了", "don't", "alreadyconsumed", "alreadygranted", "alreadyrefunded",
    ])
  private static let beginnings = [
    "refund", "hold", "cancel", "duplicat", "fraud", "exclud", "chargeback", "dispute",
    "stolen", "skip", "void", "consumed", "sandbox", "reject", "revok", "reversed",
  ]
}

/// Words that say of a payment that it is not to be consumed, or that somebody asks before it is.
enum Warning {
  /// Whether a note has such a word.
  static func isIn(_ text: String) -> Bool {
    has(parts, in: text)
      || text.lowercased().split { !$0.isLetter }.contains { word in
        beginnings.contains { word.hasPrefix($0) }
      }
  }

  /// Whether a title has such a word, and not to say what its rows are not: `미지급 목록 (환불 제외)`. `소비 제외` says
  /// what they are.
  static func isInTitle(_ text: String) -> Bool {
    guard isIn(text) else { return false }
    let end = text.lastIndex { $0.isLetter || $0.isNumber }
    let title = end.map { text[...$0] } ?? ""
    let exclusion = exclusions.first(where: title.hasSuffix)
    return exclusion.map { !isIn(String(title.dropLast($0.count))) } ?? true
  }

  private static let exclusions = [
    "제외", "아님", "없음", "미포함", "以外", "除く", "除外", "なし", "none", "excluded",
  ]

  /// Whether a text that is meant for programs, such as an identifier, has a word of a Korean or Japanese note.
  static func isInScript(_ text: String) -> Bool {
    !text.utf8.allSatisfy { $0 < 0x80 } && has(partsInScript, in: text)
  }

  private static func has(_ parts: [Unicode.Scalar?: [String]], in text: String) -> Bool {
    var (scalars, beginsWord) = ([Unicode.Scalar](), [Bool]())
    var isBehindSpace = true
    for scalar in text.lowercased().unicodeScalars {
      if let kept = InputColumn.folded(String(scalar)).unicodeScalars.first {
        scalars.append(kept)
        beginsWord.append(isBehindSpace)
        isBehindSpace = false
      } else {
        isBehindSpace = true
      }
    }
    return scalars.indices.contains { start in
      let isNegated = !beginsWord[start] && isNegated(scalars[..<start])
      return !isNegated
        && (parts[scalars[start]] ?? []).contains { part in
          let part = Array(part.unicodeScalars)
          guard scalars[start...].starts(with: part) else { return false }
          // `지금 지급` has no 금지. Longer words are written in two, too: `확인 중`.
          return part.count > 2
            || !beginsWord[start + 1]
              && (beginsWord[start] || part[0] != "환" || !changes.contains(scalars[start - 1]))
        }
    }
  }

  /// `미환불`, `未返金`, but not `이미환불`.
  private static func isNegated(_ before: ArraySlice<Unicode.Scalar>) -> Bool {
    before.last == "未" || before.last == "미" && before.dropLast().last != "이"
  }

  /// What makes another word of `환불`: `교환불가`, `전환불가`.
  private static let changes: Set<Unicode.Scalar> = ["교", "전", "변", "호"]

  private static func byStart(_ parts: [String]) -> [Unicode.Scalar?: [String]] {
    Dictionary(grouping: parts) { $0.unicodeScalars.first }
  }

  private static let partsInScript = byStart([
    "환불", "보류", "취소", "말것", "하지마", "하지말", "소비금지", "지급금지", "返金", "保留", "取消", "取り消し",
    "キャンセル", "しないで",
  ])
  /// What the names of columns say, too.
  static let ends = [
    "환불", "철회", "분쟁", "취소", "반려", "보류", "중복", "제외", "금지", "차지백", "반품", "샌드박스",
    "返金", "取り消し", "チャージバック", "キャンセル", "取消", "保留", "重複", "除外", "対象外", "却下", "禁止", "サンドボックス",
    "donot",
  ]
  private static let parts = byStart(
    ends + [
      "말것", "하지마", "의심", "부정", "도용", "확인중", "확인전", "법무", "처리완료", "지급완료", "소비완료", "스킵", "빼주",
      "사기", "이의제기", "오기입", "소비됨", "이미소비", "이미지급", "지급함", "손대지", "건드리지", "놔두", "그대로두", "건너뛰", "하기전",
      "회신전", "답변전", "검토중", "조사중", "협의중", "이관", "내부계정", "테스트계정", "소비x", "지급x",
      "取り下げ", "取下", "しないで", "不正", "盗用", "確認中", "確認前", "調査中", "対応済", "付与済", "処理済", "消費済", "詐欺",
      "消費完了", "付与完了", "触らない", "触れない", "返信待ち", "回答待ち", "確認待ち", "検討中", "移管", "社内アカウント",
      "テストアカウント", "don't", "alreadyconsumed", "alreadygranted", "alreadyrefunded",
    ])
  private static let beginnings = [
    "refund", "hold", "cancel", "duplicat", "fraud", "exclud", "chargeback", "dispute",
    "stolen", "skip", "void", "consumed", "sandbox", "reject", "revok", "reversed",
  ]
}

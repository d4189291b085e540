import Testing

@testable import Languages

struct PluralRuleTests {
  private static let slavic = """
    Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && \
    (n%100<10 || n%100>=20) ? 1 : 2);
    """

  @Test(arguments: [
    ("Plural-Forms: nplurals=1; plural=0;", [(0, 0), (1, 0), (2, 0)]),
    ("Plural-Forms: nplurals=2; plural=n != 1;", [(0, 1), (1, 0), (2, 1)]),
    ("Plural-Forms: nplurals=2; plural=(n > 1);", [(0, 0), (1, 0), (2, 1)]),
    ("Language: x\nPlural-Forms: nplurals=2; plural=!(n==1);\nX: y", [(1, 0), (5, 1)]),
    (slavic, [(1, 0), (21, 0), (11, 2), (2, 1), (24, 1), (12, 2), (112, 2), (5, 2), (0, 2)]),
    ("Plural-Forms: plural=n-1*2+3/2;", [(5, 4)]),
  ])
  func `A number has the form that the rule gives`(_ header: String, _ forms: [(Int, Int)]) {
    for (count, form) in forms {
      #expect(PluralRule(in: header).form(of: count) == form, "\(count)")
    }
  }

  @Test(arguments: [
    "", "Plural-Forms: nplurals=2;", "Plural-Forms: plural=;", "Plural-Forms: plural=n%0;",
    "Plural-Forms: plural=n n;", "Plural-Forms: plural=(n;", "Plural-Forms: plural=m;",
    "Plural-Forms: plural=n?1;", "Plural-Forms: plural=0-n;",
    "Plural-Forms: plural=n>;", "Plural-Forms: plural=n||;",
  ])
  func `A rule that is not valid gives the first form`(_ header: String) {
    #expect(PluralRule(in: header).form(of: 2) == 0)
  }
}

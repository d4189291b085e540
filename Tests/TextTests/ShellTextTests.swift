import Testing
import Text

struct ShellTextTests {
  @Test(arguments: [
    ("plain-1.2/x:y=z,@%+", "plain-1.2/x:y=z,@%+"), ("", "''"), ("a b", "'a b'"),
    ("$HOME", "'$HOME'"), ("it's", "'it'\\''s'"), ("~", "'~'"), ("a;b", "'a;b'"),
    ("*", "'*'"), ("한글", "한글"), ("!", "'!'"), ("a\nb", "'a\nb'"),
  ])
  func `Words are quoted for a shell if necessary`(_ word: String, _ quoted: String) {
    #expect(ShellText.quoted(word) == quoted)
  }

  @Test
  func `A value with a leading dash follows an equals sign`() {
    #expect(ShellText.option("user", "-x") == " --user=-x")
    #expect(ShellText.option("app-key-file", "-") == " --app-key-file -")
    #expect(ShellText.option("user", "") == " --user=''")
  }
}

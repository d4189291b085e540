import Testing

@testable import CommandLine

/// The scripts for a small program: the lines that come from its specifications.
struct CompletionScriptTests {
  private func lines(_ shell: Shell) -> [String] {
    BoxProgram.lines(BoxProgram.manual.completion(for: shell).text)
  }

  /// Refuses a script that has not all of the lines.
  private func expect(_ shell: Shell, _ wanted: [String]) {
    let lines = Set(lines(shell))
    for line in wanted { #expect(lines.contains(line), "\(line)") }
  }

  @Test("A script for each shell, under the name that the shell looks for")
  func names() {
    let scripts = BoxProgram.manual.completions
    #expect(scripts.map(\.shell) == [.bash, .zsh, .fish])
    #expect(scripts.map(\.fileName) == ["iapctl.bash", "_iapctl", "iapctl.fish"])
    for script in scripts {
      #expect(!script.text.contains("__secret"))
      #expect(script.text.hasSuffix("\n"))
    }
  }

  // MARK: bash

  @Test("bash: the commands of a group, and of help the topics too")
  func bashCommands() {
    expect(
      .bash,
      [
        "    '') names='take box help' ;;", "    'box') names='open paint' ;;",
        "    'help') kind='command colours' ;;",
      ])
  }

  @Test("bash: the options, long and short, and everybody's")
  func bashOptions() {
    expect(
      .bash,
      [
        "    'take') names='--size -s --tag --colour -c --dry-run' ;;",
        "    'box open') names='--wide -w' ;;",
        "  names+=' --user -u --store --time --quiet -q'",
      ])
    #expect(!lines(.bash).contains { $0.hasPrefix("    'box paint') names=") })
  }

  @Test("bash: what stands for a value, and nothing for a flag")
  func bashValues() {
    expect(
      .bash,
      [
        "    --user | -u | -[!-]*u) kind='data users' ;;", "    --store) kind='file' ;;",
        "    --time) kind='any' ;;",
        "    'take --size' | 'take -s') kind='words small large' ;;",
        "    'take --tag') kind='any' ;;",
        "    'take --colour' | 'take -c') kind='data markets' ;;",
      ])
    #expect(!lines(.bash).contains { $0.contains("quiet) ") || $0.contains("dry-run')") })
  }

  @Test("bash: what stands for an argument, and how many there are")
  func bashArguments() {
    expect(
      .bash,
      [
        "    'take') kind='data products' ;;", "    'box open') (($2 != 0)) || kind='file' ;;",
        "    'box paint') (($2 != 0)) || kind='words small large' ;;",
      ])
  }

  // MARK: zsh

  @Test("zsh: the options, those of one and of two names, once or several times")
  func zshOptions() {
    expect(
      .zsh,
      [
        "    '(-s --size)'{-s+,--size=}'[how big]:SIZE:(small large)' \\",
        "    '*--tag=[a tag]:TAG: ' \\",
        "    '*'{-c+,--colour=}'[a colour]:COLOUR:_iapctl_data markets' \\",
        "    '--dry-run[only say so]' \\", "    '*:THING:_iapctl_data products'",
        "  '(-u --user)'{-u+,--user=}'[the user]:ID:_iapctl_data users'",
        "  '--store=[the store]:PATH:_files'", "  '--time=[how long]:N: '",
        "  '(-q --quiet)'{-q,--quiet}'[no notes]'",
      ])
  }

  @Test("zsh: a function for each command and group, and its arguments")
  func zshFunctions() {
    expect(
      .zsh,
      [
        "_iapctl() {", "_iapctl_take() {", "_iapctl_box() {", "_iapctl_box_open() {",
        "_iapctl_box_paint() {", "      box) _iapctl_box ;;", "      open) _iapctl_box_open ;;",
        "    '1:FILE:_files'", "    '1::SIZE:(small large)'", "    '*:COMMAND:_iapctl_help_names'",
      ])
  }

  @Test("zsh: a summary with an apostrophe, a colon and brackets")
  func zshText() {
    expect(
      .zsh,
      [
        "        'take:take things\\: don'\\''t [drop] them'",
        "        'colours:which there are\\: it'\\''s a few'", "    'box')",
      ])
    let option = Flag("o", "a [b] c: d's \\e").specification
    let manual = Manual(program: CommandSpecification("p", "p", options: [option]))
    #expect(manual.completion(for: .zsh).text.contains("'--o[a [b\\] c\\: d'\\''s \\\\e]'"))
  }

  // MARK: fish

  @Test("fish: the commands of a group, and of help the topics too")
  func fishCommands() {
    expect(
      .fish,
      [
        "set -g __iapctl_commands 'take' 'box' 'box open' 'box paint' 'help'",
        "complete -c iapctl -n \"__iapctl_at '' 1\" -a box -d 'boxes'",
        "complete -c iapctl -n \"__iapctl_at 'box' 1\" -a open -d 'open a box'",
        "complete -c iapctl -n \"__iapctl_helps ''\" -a box -d 'boxes'",
        "complete -c iapctl -n \"__iapctl_helps 'box'\" -a open -d 'open a box'",
      ])
  }

  @Test("fish: the options that take a value")
  func fishValues() {
    expect(
      .fish,
      [
        "set -g __iapctl_common '--user' '-u' '--store' '--time'",
        "set -g __iapctl_own 'take --size' 'take -s' 'take --tag' 'take --colour' 'take -c'",
      ])
  }

  @Test("fish: the options, everybody's and each command's own")
  func fishOptions() {
    expect(
      .fish,
      [
        "complete -c iapctl -s u -l user -x -a '(__iapctl_data users)' -d 'the user'",
        "complete -c iapctl -l store -r -F -d 'the store'",
        "complete -c iapctl -l time -x -d 'how long'",
        "complete -c iapctl -s q -l quiet -d 'no notes'",
        "complete -c iapctl -n \"__iapctl_at 'take'\" -s s -l size -x -a 'small large' -d 'how big'",
        "complete -c iapctl -n \"__iapctl_at 'take'\" -l tag -x -d 'a tag'",
        "complete -c iapctl -n \"__iapctl_at 'box open'\" -s w -l wide -d 'all of it'",
      ])
  }

  @Test("fish: the arguments, and how many there are")
  func fishArguments() {
    expect(
      .fish,
      [
        "complete -c iapctl -n \"__iapctl_at 'take'\" -a '(__iapctl_data products)'",
        "complete -c iapctl -n \"__iapctl_at 'box open' 1\" -F",
        "complete -c iapctl -n \"__iapctl_at 'box paint' 1\" -a 'small large'",
      ])
  }

  @Test("fish: a summary with an apostrophe, a colon and brackets")
  func fishText() {
    expect(
      .fish,
      [
        "complete -c iapctl -n \"__iapctl_at '' 1\" -a take -d 'take things: don\\'t [drop] them'",
        "complete -c iapctl -n \"__iapctl_helps ''\" -a colours -d 'which there are: it\\'s a few'",
      ])
  }
}

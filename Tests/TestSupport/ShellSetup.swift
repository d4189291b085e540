import CommandLine

extension RealShell {
  /// The beginning of every prompt. Typed keys must not contain it.
  static let ready = "ready-"
  /// The rest of the prompt for an unfinished command. fish has no such prompt.
  static let unfinished = "unfinished"

  /// The commands that prepare the shell for tests, with completions from the folder.
  ///
  /// The prompt contains a number, so that a redrawn prompt is not taken for a new one. Long lists
  /// are shown without a question. In bash and zsh, Ctrl-G inserts all candidates.
  func setup(folder: String) -> String {
    let commands =
      switch self {
      case .bash: bashSetup
      case .zsh: zshSetup
      case .fish: fishSetup
      }
    return "cd '\(folder)'\n\(commands)\n"
  }

  private var bashSetup: String {
    """
    bind 'set completion-query-items 0'
    bind 'set page-completions off'
    bind 'set bell-style none'
    bind '"\\C-g": insert-completions'
    PROMPT_COMMAND='((++ready_number))'
    PS1='\(Self.ready)$ready_number> '
    PS2='\(Self.ready)\(Self.unfinished)> '
    source ./\(scriptName)
    """
  }

  private var zshSetup: String {
    """
    fpath=("$PWD" $fpath)
    autoload -Uz compinit
    compinit -u -D
    zstyle ':completion:*' insert-tab false
    LISTMAX=100000
    unsetopt beep
    ready-all() { comppostfuncs=(ready-insert-all); _main_complete }
    ready-insert-all() { compstate[insert]=all }
    zle -C ready-all complete-word ready-all
    bindkey '^G' ready-all
    setopt prompt_subst
    precmd() { ((++ready_number)) }
    PS1='\(Self.ready)$ready_number> '
    PS2='\(Self.ready)\(Self.unfinished)> '
    """
  }

  /// Suggestions from the history would be taken for completions, so they are turned off.
  private var fishSetup: String {
    """
    set -g fish_greeting
    set -g fish_autosuggestion_enabled 0
    set -g ready_number 0
    function ready_count --on-event fish_prompt
      set -g ready_number (math $ready_number + 1)
    end
    function fish_prompt
      echo -n "\(Self.ready)$ready_number> "
    end
    source ./\(scriptName)
    """
  }
}

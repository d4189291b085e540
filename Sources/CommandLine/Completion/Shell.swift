/// The shells with a completion script.
///
/// A script contains no command and no option. It runs `iapctl __complete SHELL -- WORD...` and
/// offers the printed candidates. The output has one candidate a line: a word, or a word, a tab and
/// a description. The line "tab, `files`" tells the shell to complete file names.
package enum Shell: String, Sendable, CaseIterable {
  case bash, zsh, fish

  /// The file name that the shell expects.
  package var scriptName: String { self == .zsh ? "_iapctl" : "iapctl.\(rawValue)" }

  package var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }
}

extension Shell {
  static let bashScript = #"""
    # bash completion for iapctl. The candidates come from 'iapctl __complete'.

    _iapctl() {
      local rest=${COMP_LINE:0:COMP_POINT} breaks=${COMP_WORDBREAKS//[^=:@]/}
      local words=() current part bare kept i

      # Rebuild the typed words up to the cursor: bash also splits them at '=', ':' and '@'.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        bare=${rest#"${rest%%[![:space:]]*}"}
        part=${COMP_WORDS[i]}
        ((i == COMP_CWORD)) && part=$bare
        if ((i > 0)) && [[ $bare == "$rest" ]]; then
          words[${#words[@]}-1]+=$part
        else
          words+=("$part")
        fi
        rest=${bare#"$part"}
      done
      current=${words[${#words[@]}-1]}

      # readline replaces only the text behind the last separator, or from an '@' on. A separator
      # in quotes or behind a backslash does not count.
      kept=
      if [[ -n $breaks ]]; then
        bare=${current//\\?/__}
        bare=${bare%%[\"\']*}
        kept=${bare##*[$breaks]}
        kept=${current:0:${#bare}-${#kept}}
        kept=${kept%@}
      fi

      COMPREPLY=()
      while IFS= read -r part; do
        if [[ $part == $'\t'files ]]; then
          compopt -o default 2>/dev/null
        else
          part=${part%%$'\t'*}
          COMPREPLY+=("${part#"$kept"}")
        fi
      done < <(command iapctl __complete bash -- "${words[@]:1}" 2>/dev/null)
    }

    complete -F _iapctl iapctl

    """#

  static let zshScript = #"""
    #compdef iapctl
    # zsh completion for iapctl. The candidates come from 'iapctl __complete'.

    _iapctl() {
      local line tab=$'\t' expl
      local -a before lines names shown list
      before=(${words[2,CURRENT-1]})
      lines=("${(@f)$(command iapctl __complete zsh -- "${(@)before}" "${(Q)PREFIX}" 2>/dev/null)}")
      [[ $PREFIX == --*=* ]] && compset -P 1 '*='
      if [[ $lines[1] == ${tab}files ]]; then
        _files
        return
      fi
      for line in $lines; do
        line=${line#"$IPREFIX"}
        names+=("${line%%$tab*}")
        shown+=("${line/$tab/  -- }")
        [[ $line == *$tab* ]] && list=(-l)
      done
      (( $#names )) && _wanted words expl word compadd $list -d shown -a names
    }

    if [[ ${funcstack[1]} == _iapctl ]]; then
      _iapctl "$@"
    else
      (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
      compdef _iapctl iapctl
    fi

    """#

  static let fishScript = #"""
    # fish completion for iapctl. The candidates come from 'iapctl __complete'.

    function __iapctl_complete
        command -q iapctl; or return
        set -l words (commandline -opc)
        set -l word (commandline -ct)
        set -l prefix (string match -r -- '^--[^=]*=' $word)
        set -l value (string replace -r -- '^--[^=]*=' '' $word)
        set -l bare (string unescape -- $value 2>/dev/null)
        or set bare (string trim -l -c '\'"' -- $value)
        set -l lines (command iapctl __complete fish -- $words[2..-1] "$prefix$bare" 2>/dev/null)
        if test "$lines" = \tfiles
            complete -C "'' $value" | string replace -r -- '^' "$prefix"
        else
            string join \n -- $lines
        end
    end

    complete -c iapctl -f -a '(__iapctl_complete)'

    """#
}

extension Shell {
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
}

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

# bash completion for iapctl. Made by 'make docs' from the specifications of the commands.

# The names below command $1, into names.
_iapctl_commands() {
  case $1 in
    '') names='products purchase unconsumed consume subscriptions restore reprocess store serve config journal explain completion tour help' ;;
    'store') names='init load dump check' ;;
    'config') names='set show list path use unset' ;;
    'journal') names='list show export' ;;
    *) names= ;;
  esac
}

# The options of command $1, into names.
_iapctl_options() {
  case $1 in
    'products') names='--type --invalid --all' ;;
    'purchase') names='--payload --payload-file --sandbox --promotion --defer --deferred --simulate' ;;
    'unconsumed') names='--product --older-than --limit --all-users --fail-empty' ;;
    'consume') names='--all --product --older-than --limit --all-users --from --input-format --skip-bad-lines --token-file --dry-run --concurrency --rate --deliver --undo --deliver-timeout --journal --resume --ticket --already-consumed-ok' ;;
    'subscriptions') names='--include-expired --status --manage-url --fail-empty' ;;
    'store init') names='--from --sample' ;;
    'serve') names='--host --port' ;;
    'journal list') names='--unknown --since --journal' ;;
    'journal show') names='--journal' ;;
    'journal export') names='--journal' ;;
    'explain') names='--domain' ;;
    *) names= ;;
  esac
  names+=' --store --url --api --app-key-file --package --app-seq --retries --profile --user --market --now --timeout --output -o --fields --no-header --show-tokens --lang --color --yes -y --no-input --quiet -q --verbose -v --help -h --version'
}

# What stands for the value of option $2 of command $1, into kind: nothing for a flag.
_iapctl_value() {
  kind=
  case $2 in
    --store) kind='file' ;;
    --url) kind='any' ;;
    --api) kind='words service legacy fixture' ;;
    --app-key-file) kind='file' ;;
    --package) kind='any' ;;
    --app-seq) kind='any' ;;
    --retries) kind='any' ;;
    --profile) kind='data profiles' ;;
    --user) kind='data users' ;;
    --market) kind='data markets' ;;
    --now) kind='any' ;;
    --timeout) kind='any' ;;
    --output | -o | -[!-]*o) kind='words table json jsonl csv spreadsheet' ;;
    --fields) kind='data fields' ;;
    --lang) kind='words en ko ja' ;;
    --color) kind='words auto always never' ;;
  esac
  if [[ -n $kind ]]; then return; fi
  case "$1 $2" in
    'products --type') kind='words CONSUMABLE AUTO_RENEWABLE CONSUMABLE_AUTO_RENEWABLE UNKNOWN' ;;
    'purchase --payload') kind='any' ;;
    'purchase --payload-file') kind='file' ;;
    'purchase --simulate') kind='words cancelled payment-failed verify-failed interrupted not-allowed' ;;
    'unconsumed --product') kind='data products' ;;
    'unconsumed --older-than') kind='any' ;;
    'unconsumed --limit') kind='any' ;;
    'consume --product') kind='data products' ;;
    'consume --older-than') kind='any' ;;
    'consume --limit') kind='any' ;;
    'consume --from') kind='file' ;;
    'consume --input-format') kind='words jsonl json csv numbers' ;;
    'consume --token-file') kind='file' ;;
    'consume --concurrency') kind='any' ;;
    'consume --rate') kind='any' ;;
    'consume --deliver') kind='any' ;;
    'consume --undo') kind='any' ;;
    'consume --deliver-timeout') kind='any' ;;
    'consume --journal') kind='file' ;;
    'consume --ticket') kind='any' ;;
    'subscriptions --status') kind='words ACTIVE CANCELED ON_HOLD IN_GRACE_PERIOD PAUSED REVOKED EXPIRED UNKNOWN' ;;
    'store init --from') kind='file' ;;
    'serve --host') kind='words 127.0.0.1 ::1 0.0.0.0 localhost' ;;
    'serve --port') kind='any' ;;
    'journal list --since') kind='any' ;;
    'journal list --journal') kind='file' ;;
    'journal show --journal') kind='file' ;;
    'journal export --journal') kind='file' ;;
    'explain --domain') kind='words iap http server' ;;
  esac
}

# What stands for an argument of command $1 behind $2 others, into kind.
_iapctl_argument() {
  kind=
  case "$1" in
    'purchase') (($2 != 0)) || kind='data products' ;;
    'consume') kind='data unconsumed-payments' ;;
    'store init') (($2 != 0)) || kind='file' ;;
    'store load') (($2 != 0)) || kind='file' ;;
    'config set') (($2 != 0)) || kind='words store url api appKeyFile packageName appSeq user markets appKey packageNames'; (($2 != 1)) || kind='any' ;;
    'config use') (($2 != 0)) || kind='data profiles' ;;
    'config unset') (($2 != 0)) || kind='words store url api appKeyFile packageName appSeq user markets appKey packageNames' ;;
    'journal show') (($2 != 0)) || kind='any' ;;
    'explain') (($2 != 0)) || kind='words 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 100 101 102 103 104 105 106 107 1100 2111 2112 5000 5018 9999' ;;
    'completion') (($2 != 0)) || kind='words bash zsh fish' ;;
    'help') kind='command exit-codes environment output' ;;
  esac
}

# The words before the cursor, into words, and the one at it, into current. bash breaks words
# at '=', ':' and '@' too; here they are whole, as they were typed.
_iapctl_split() {
  local rest=${COMP_LINE:0:COMP_POINT} part bare i
  words=()
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
  unset "words[${#words[@]}-1]"
}

_iapctl() {
  local words=() current= path= option= ended= kind= names= prefix= breaks= kept= word i
  local arguments=() IFS=$' \t\n'
  _iapctl_split
  for ((i = 1; i < ${#words[@]}; i++)); do
    word=${words[i]}
    if [[ -n $option ]]; then
      option=
    elif [[ -n $ended || $word != -?* ]]; then
      _iapctl_commands "$path"
      if ((${#arguments[@]} == 0)) && [[ " $names " == *" $word "* ]]; then
        path+=${path:+ }$word
      else
        arguments+=("$word")
      fi
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ $word != --*=* ]]; then
      _iapctl_value "$path" "$word"
      [[ -n $kind ]] && option=$word
    fi
  done

  kind=
  if [[ -n $option ]]; then
    _iapctl_value "$path" "$option"
  elif [[ -z $ended && $current == --*=* ]]; then
    prefix=${current%%=*}=
    current=${current#*=}
    _iapctl_value "$path" "${prefix%=}"
  elif [[ -z $ended && $current == -* ]]; then
    _iapctl_options "$path"
    kind="words $names"
  else
    _iapctl_commands "$path"
    if [[ -n $names ]]; then
      ((${#arguments[@]})) || kind="words $names"
    else
      _iapctl_argument "$path" "${#arguments[@]}"
    fi
  fi
  if [[ $kind == command* ]]; then
    _iapctl_commands "${arguments[*]}"
    ((${#arguments[@]} == 0)) && names+=" ${kind#command }"
    kind="words $names"
  fi

  COMPREPLY=()
  case $kind in
    file) compopt -o default 2>/dev/null ;;
    words\ *)
      while IFS= read -r word; do
        COMPREPLY+=("$word")
      done < <(compgen -W "${kind#words }" -- "$current")
      ;;
    data\ *)
      while IFS= read -r word; do
        COMPREPLY+=("${word%%$'\t'*}")
      done < <(command iapctl __complete --kind="${kind#data }" --word="$current" \
        --quoting=bash -- "${words[@]:1}" 2>/dev/null)
      ;;
  esac

  # readline replaces what stands behind the last break only, and from an '@' on. Quotes and
  # backslashes keep it from breaking.
  breaks=${COMP_WORDBREAKS//[^=:@]/}
  [[ $current == [\"\']* ]] && word=$prefix || word=$prefix$current
  if [[ -n $breaks ]]; then
    kept=${word//\\?/__}
    kept=${kept##*[$breaks]}
    kept=${word:0:${#word}-${#kept}}
    kept=${kept%@}
  fi
  for i in "${!COMPREPLY[@]}"; do
    word=$prefix${COMPREPLY[i]}
    COMPREPLY[i]=${word#"$kept"}
  done
  return 0
}

complete -F _iapctl iapctl

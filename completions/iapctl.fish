# fish completion for iapctl. Made by 'make docs' from the specifications of the commands.

# Every command and group, with its path.
set -g __iapctl_commands 'products' 'purchase' 'unconsumed' 'consume' 'subscriptions' 'restore' 'reprocess' 'store' 'store init' 'store load' 'store dump' 'store check' 'serve' 'config' 'config set' 'config show' 'config list' 'config path' 'config use' 'config unset' 'journal' 'journal list' 'journal show' 'journal export' 'journal settle' 'journal note' 'explain' 'completion' 'tour' 'help'

# The options that take a value: everybody's, and each command's own.
set -g __iapctl_common '--store' '--url' '--api' '--app-key-file' '--package' '--app-seq' '--retries' '--journal' '--profile' '--user' '--market' '--now' '--timeout' '--output' '-o' '--fields' '--lang' '--color'
set -g __iapctl_own 'products --type' 'purchase --payload' 'purchase --payload-file' 'purchase --simulate' 'unconsumed --product' 'unconsumed --older-than' 'unconsumed --limit' 'consume --product' 'consume --older-than' 'consume --limit' 'consume --from' 'consume --input-format' 'consume --token-file' 'consume --concurrency' 'consume --rate' 'consume --deliver' 'consume --undo' 'consume --deliver-timeout' 'consume --settle' 'consume --keep-unknown' 'consume --ticket' 'subscriptions --status' 'store init --from' 'serve --host' 'serve --port' 'journal list --ticket' 'journal list --operator' 'journal list --since' 'journal list --until' 'journal list --server' 'journal show --server' 'journal export --ticket' 'journal export --operator' 'journal export --since' 'journal export --until' 'journal export --server' 'journal settle --as' 'journal settle --ticket' 'journal settle --server' 'journal note --ticket' 'journal note --server' 'explain --domain'

# The path of the command that was typed so far, how many arguments stand behind it, and which.
# It is asked for by every condition below, and found out once for each line.
function __iapctl_state
    set -l words (commandline -opc)
    set -l line (string join \x1f -- $words)
    if set -q __iapctl_line; and test "$__iapctl_line" = "$line"
        string split \n -- $__iapctl_answer
        return
    end
    set -g __iapctl_line "$line"
    set -l path
    set -l arguments
    set -l skip 0
    set -l ended 0
    for word in $words[2..-1]
        if test $skip = 1
            set skip 0
        else if test $ended = 0; and test "$word" = --
            set ended 1
        else if test $ended = 0; and string match -q -- '-?*' $word
            if contains -- $word $__iapctl_common; or contains -- "$path $word" $__iapctl_own
                set skip 1
            else if string match -qr -- '^-[^-]*[o]$' $word
                set skip 1
            end
        else if test (count $arguments) = 0; and contains -- (string trim -- "$path $word") $__iapctl_commands
            set path (string trim -- "$path $word")
        else
            set -a arguments $word
        end
    end
    set -g __iapctl_answer "$path" (count $arguments) "$arguments"
    string split \n -- $__iapctl_answer
end

# Whether the command at path $argv[1] was typed, and fewer than $argv[2] arguments.
function __iapctl_at
    set -l state (__iapctl_state)
    test "$state[1]" = "$argv[1]"; or return 1
    test (count $argv) -lt 2; or test $state[2] -lt $argv[2]
end

# Whether 'help' was typed, and behind it the words $argv[1].
function __iapctl_helps
    set -l state (__iapctl_state)
    test "$state[1]" = help; and test "$state[3]" = "$argv[1]"
end

# What the user's own data tell of a kind.
function __iapctl_data
    set -l words (commandline -opc)
    set -l word (commandline -ct | string replace -r -- '^--[^=]*=' '')
    set -l bare (string unescape -- $word 2>/dev/null); or set bare (string trim -l -c '\'"' -- $word)
    command -q iapctl; and command iapctl __complete --kind=$argv[1] --word="$bare" -- $words[2..-1] 2>/dev/null
end

# Files only where one is wanted.
complete -c iapctl -f

complete -c iapctl -l store -r -F -d 'the fixture store to use'
complete -c iapctl -l url -x -d 'the server of the REST API'
complete -c iapctl -l api -x -a 'service legacy fixture' -d 'the API dialect to use'
complete -c iapctl -l app-key-file -r -F -d 'a file or pipe that contains only the app key; - is standard input'
complete -c iapctl -l package -x -d 'the app\'s package, for subscriptions over the REST API'
complete -c iapctl -l app-seq -x -d 'the app\'s number in the legacy API'
complete -c iapctl -l retries -x -d 'how often to retry a request if that is safe'
complete -c iapctl -l journal -r -F -d 'the journal of consumes'
complete -c iapctl -l profile -x -a '(__iapctl_data profiles)' -d 'the profile to use'
complete -c iapctl -l user -x -a '(__iapctl_data users)' -d 'the user'
complete -c iapctl -l market -x -a '(__iapctl_data markets)' -d 'a market'
complete -c iapctl -l now -x -d 'set the fixture store\'s clock permanently'
complete -c iapctl -l timeout -x -d 'how long to wait for an answer, in seconds'
complete -c iapctl -s o -l output -x -a 'table json jsonl csv spreadsheet' -d 'the format of the output'
complete -c iapctl -l fields -x -a '(__iapctl_data fields)' -d 'only these fields, in this order, separated by commas'
complete -c iapctl -l no-header -d 'no header line in table, csv and spreadsheet'
complete -c iapctl -l show-tokens -d 'show access tokens, which allow their holder to consume'
complete -c iapctl -l lang -x -a 'en ko ja' -d 'the language of error meanings'
complete -c iapctl -l color -x -a 'auto always never' -d 'when to use colour'
complete -c iapctl -s y -l yes -d 'do not ask for confirmation'
complete -c iapctl -l no-input -d 'never ask; fail instead'
complete -c iapctl -s q -l quiet -d 'no notes on standard error, only errors'
complete -c iapctl -s v -l verbose -d 'trace the requests to the backend'
complete -c iapctl -s h -l help -d 'show help'
complete -c iapctl -l version -d 'show the version'

complete -c iapctl -n "__iapctl_at '' 1" -a products -d 'list the products'
complete -c iapctl -n "__iapctl_at '' 1" -a purchase -d 'buy a product'
complete -c iapctl -n "__iapctl_at '' 1" -a unconsumed -d 'list stuck purchases'
complete -c iapctl -n "__iapctl_at '' 1" -a consume -d 'mark purchases as consumed'
complete -c iapctl -n "__iapctl_at '' 1" -a subscriptions -d 'list subscriptions'
complete -c iapctl -n "__iapctl_at '' 1" -a restore -d 'restore store purchases'
complete -c iapctl -n "__iapctl_at '' 1" -a reprocess -d 'finish broken-off purchases'
complete -c iapctl -n "__iapctl_at '' 1" -a store -d 'make, seed, dump and check a fixture store'
complete -c iapctl -n "__iapctl_at '' 1" -a serve -d 'serve a fixture store over the REST API'
complete -c iapctl -n "__iapctl_at '' 1" -a config -d 'show and edit profiles'
complete -c iapctl -n "__iapctl_at '' 1" -a journal -d 'what was consumed, by whom, with what outcome'
complete -c iapctl -n "__iapctl_at '' 1" -a explain -d 'explain an error code'
complete -c iapctl -n "__iapctl_at '' 1" -a completion -d 'print a completion script'
complete -c iapctl -n "__iapctl_at '' 1" -a tour -d 'see it work, on a store of its own'
complete -c iapctl -n "__iapctl_at '' 1" -a help -d 'help on a command or a topic'
complete -c iapctl -n "__iapctl_at 'products'" -l type -x -a 'CONSUMABLE AUTO_RENEWABLE CONSUMABLE_AUTO_RENEWABLE UNKNOWN' -d 'only products of this type'
complete -c iapctl -n "__iapctl_at 'products'" -l invalid -d 'only products that the store has no information on'
complete -c iapctl -n "__iapctl_at 'products'" -l all -d 'all products: valid, invalid and not in use'
complete -c iapctl -n "__iapctl_at 'purchase'" -l payload -x -d 'text that is returned with every result of this purchase'
complete -c iapctl -n "__iapctl_at 'purchase'" -l payload-file -r -F -d 'read the payload from a file; - is standard input'
complete -c iapctl -n "__iapctl_at 'purchase'" -l sandbox -d 'mark it as a sandbox payment'
complete -c iapctl -n "__iapctl_at 'purchase'" -l promotion -d 'mark it as started by the user in the store itself'
complete -c iapctl -n "__iapctl_at 'purchase'" -l defer -d 'with --promotion: do not buy it now, keep it for later'
complete -c iapctl -n "__iapctl_at 'purchase'" -l deferred -d 'list the deferred products'
complete -c iapctl -n "__iapctl_at 'purchase'" -l simulate -x -a 'cancelled payment-failed verify-failed interrupted not-allowed' -d 'simulate another result than success'
complete -c iapctl -n "__iapctl_at 'purchase' 1" -a '(__iapctl_data products)'
complete -c iapctl -n "__iapctl_at 'unconsumed'" -l product -x -a '(__iapctl_data products)' -d 'only this product'
complete -c iapctl -n "__iapctl_at 'unconsumed'" -l older-than -x -d 'only purchases at least this old: 90s, 15m, 12h, 30d, P1M'
complete -c iapctl -n "__iapctl_at 'unconsumed'" -l limit -x -d 'only the N oldest'
complete -c iapctl -n "__iapctl_at 'unconsumed'" -l all-users -d 'include all users (fixture stores only)'
complete -c iapctl -n "__iapctl_at 'unconsumed'" -l fail-empty -d 'exit 6 if there is nothing to list'
complete -c iapctl -n "__iapctl_at 'consume'" -l all -d 'consume everything that \'iapctl unconsumed\' lists with the same filters'
complete -c iapctl -n "__iapctl_at 'consume'" -l product -x -a '(__iapctl_data products)' -d 'only this product'
complete -c iapctl -n "__iapctl_at 'consume'" -l older-than -x -d 'only purchases at least this old: 90s, 15m, 12h, 30d, P1M'
complete -c iapctl -n "__iapctl_at 'consume'" -l limit -x -d 'only the N oldest'
complete -c iapctl -n "__iapctl_at 'consume'" -l all-users -d 'include all users (fixture stores only)'
complete -c iapctl -n "__iapctl_at 'consume'" -l from -r -F -d 'a file of payments: iapctl\'s output, JSON, CSV or numbers; - is standard input'
complete -c iapctl -n "__iapctl_at 'consume'" -l input-format -x -a 'jsonl json csv numbers' -d 'the format of the file, if its first line does not show it'
complete -c iapctl -n "__iapctl_at 'consume'" -l skip-bad-lines -d 'report invalid lines and consume the others'
complete -c iapctl -n "__iapctl_at 'consume'" -l token-file -r -F -d 'the access token of a single payment; - is standard input'
complete -c iapctl -n "__iapctl_at 'consume'" -l dry-run -d 'check and list what would be consumed; consume nothing'
complete -c iapctl -n "__iapctl_at 'consume'" -l concurrency -x -d 'how many payments at a time'
complete -c iapctl -n "__iapctl_at 'consume'" -l rate -x -d 'at most this many requests a second, such as 5/s'
complete -c iapctl -n "__iapctl_at 'consume'" -l deliver -x -d 'deliver each payment with this command, then consume it'
complete -c iapctl -n "__iapctl_at 'consume'" -l undo -x -d 'if a consume is refused, revoke what was delivered with this command'
complete -c iapctl -n "__iapctl_at 'consume'" -l deliver-timeout -x -d 'the time limit of each command'
complete -c iapctl -n "__iapctl_at 'consume'" -l resume -d 'settle what earlier runs left unknown, and skip what they consumed'
complete -c iapctl -n "__iapctl_at 'consume'" -l settle -x -d 'repeat unknown consumes in this run, for at most this long'
complete -c iapctl -n "__iapctl_at 'consume'" -l keep-unknown -r -F -d 'write payments that stay unknown, with tokens, to a new file for --resume --from'
complete -c iapctl -n "__iapctl_at 'consume'" -l ticket -x -d 'the reason, for the journal, such as a ticket number'
complete -c iapctl -n "__iapctl_at 'consume'" -l already-consumed-ok -d 'treat already consumed payments as success'
complete -c iapctl -n "__iapctl_at 'consume'" -a '(__iapctl_data unconsumed-payments)'
complete -c iapctl -n "__iapctl_at 'subscriptions'" -l include-expired -d 'list all subscriptions, also those that are not active'
complete -c iapctl -n "__iapctl_at 'subscriptions'" -l status -x -a 'ACTIVE CANCELED ON_HOLD IN_GRACE_PERIOD PAUSED REVOKED EXPIRED UNKNOWN' -d 'only subscriptions with this status'
complete -c iapctl -n "__iapctl_at 'subscriptions'" -l manage-url -d 'print the page where a user of the market manages subscriptions'
complete -c iapctl -n "__iapctl_at 'subscriptions'" -l fail-empty -d 'exit 6 if there is nothing to list'
complete -c iapctl -n "__iapctl_at 'store' 1" -a init -d 'make a fixture store'
complete -c iapctl -n "__iapctl_at 'store' 1" -a load -d 'add a seed to a fixture store'
complete -c iapctl -n "__iapctl_at 'store' 1" -a dump -d 'write a fixture store as a seed'
complete -c iapctl -n "__iapctl_at 'store' 1" -a check -d 'check a fixture store for errors'
complete -c iapctl -n "__iapctl_at 'store init'" -l from -r -F -d 'fill the store from a seed; - is standard input'
complete -c iapctl -n "__iapctl_at 'store init'" -l sample -d 'fill the store with a small sample game'
complete -c iapctl -n "__iapctl_at 'store init' 1" -F
complete -c iapctl -n "__iapctl_at 'store load' 1" -F
complete -c iapctl -n "__iapctl_at 'serve'" -l host -x -a '127.0.0.1 ::1 0.0.0.0 localhost' -d 'the address or host name to listen on'
complete -c iapctl -n "__iapctl_at 'serve'" -l port -x -d 'the port; 0 chooses a free port'
complete -c iapctl -n "__iapctl_at 'config' 1" -a set -d 'write a setting into a profile'
complete -c iapctl -n "__iapctl_at 'config' 1" -a show -d 'show the effective settings and their sources'
complete -c iapctl -n "__iapctl_at 'config' 1" -a list -d 'list the profiles'
complete -c iapctl -n "__iapctl_at 'config' 1" -a path -d 'print the path of the configuration file'
complete -c iapctl -n "__iapctl_at 'config' 1" -a use -d 'switch the current profile'
complete -c iapctl -n "__iapctl_at 'config' 1" -a unset -d 'remove a setting from a profile'
complete -c iapctl -n "__iapctl_at 'config set' 1" -a 'store url api appKeyFile packageName appSeq journal user markets appKey packageNames'
complete -c iapctl -n "__iapctl_at 'config use' 1" -a '(__iapctl_data profiles)'
complete -c iapctl -n "__iapctl_at 'config unset' 1" -a 'store url api appKeyFile packageName appSeq journal user markets appKey packageNames'
complete -c iapctl -n "__iapctl_at 'journal' 1" -a list -d 'list the outcome of each payment'
complete -c iapctl -n "__iapctl_at 'journal' 1" -a show -d 'show every attempt on a payment'
complete -c iapctl -n "__iapctl_at 'journal' 1" -a export -d 'print every entry of the journal'
complete -c iapctl -n "__iapctl_at 'journal' 1" -a settle -d 'settle an unknown outcome by hand'
complete -c iapctl -n "__iapctl_at 'journal' 1" -a note -d 'add a note to a payment'
complete -c iapctl -n "__iapctl_at 'journal list'" -l unknown -d 'only payments that may or may not be consumed'
complete -c iapctl -n "__iapctl_at 'journal list'" -l ticket -x -d 'only entries with this ticket'
complete -c iapctl -n "__iapctl_at 'journal list'" -l operator -x -d 'only entries of this operator'
complete -c iapctl -n "__iapctl_at 'journal list'" -l since -x -d 'only entries from then on: 30d (30 days ago), 2026-01-31, or an instant'
complete -c iapctl -n "__iapctl_at 'journal list'" -l until -x -d 'only entries before then: 12h (12 hours ago), 2026-01-31 (inclusive), or an instant'
complete -c iapctl -n "__iapctl_at 'journal list'" -l server -x -d 'only payments of this server, by its name in the journal'
complete -c iapctl -n "__iapctl_at 'journal show'" -l server -x -d 'only payments of this server, by its name in the journal'
complete -c iapctl -n "__iapctl_at 'journal export'" -l ticket -x -d 'only entries with this ticket'
complete -c iapctl -n "__iapctl_at 'journal export'" -l operator -x -d 'only entries of this operator'
complete -c iapctl -n "__iapctl_at 'journal export'" -l since -x -d 'only entries from then on: 30d (30 days ago), 2026-01-31, or an instant'
complete -c iapctl -n "__iapctl_at 'journal export'" -l until -x -d 'only entries before then: 12h (12 hours ago), 2026-01-31 (inclusive), or an instant'
complete -c iapctl -n "__iapctl_at 'journal export'" -l server -x -d 'only payments of this server, by its name in the journal'
complete -c iapctl -n "__iapctl_at 'journal settle'" -l as -x -a 'consumed not-consumed' -d 'the outcome in the IAP console: consumed or not-consumed'
complete -c iapctl -n "__iapctl_at 'journal settle'" -l ticket -x -d 'the ticket that documents the check'
complete -c iapctl -n "__iapctl_at 'journal settle'" -l server -x -d 'only payments of this server, by its name in the journal'
complete -c iapctl -n "__iapctl_at 'journal note'" -l ticket -x -d 'the ticket of the note'
complete -c iapctl -n "__iapctl_at 'journal note'" -l server -x -d 'only payments of this server, by its name in the journal'
complete -c iapctl -n "__iapctl_at 'explain'" -l domain -x -a 'iap http server' -d 'only this domain'
complete -c iapctl -n "__iapctl_at 'explain' 1" -a '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 100 101 102 103 104 105 106 107 1100 2111 2112 5000 5018 9999'
complete -c iapctl -n "__iapctl_at 'completion' 1" -a 'bash zsh fish'
complete -c iapctl -n "__iapctl_helps ''" -a products -d 'list the products'
complete -c iapctl -n "__iapctl_helps ''" -a purchase -d 'buy a product'
complete -c iapctl -n "__iapctl_helps ''" -a unconsumed -d 'list stuck purchases'
complete -c iapctl -n "__iapctl_helps ''" -a consume -d 'mark purchases as consumed'
complete -c iapctl -n "__iapctl_helps ''" -a subscriptions -d 'list subscriptions'
complete -c iapctl -n "__iapctl_helps ''" -a restore -d 'restore store purchases'
complete -c iapctl -n "__iapctl_helps ''" -a reprocess -d 'finish broken-off purchases'
complete -c iapctl -n "__iapctl_helps ''" -a store -d 'make, seed, dump and check a fixture store'
complete -c iapctl -n "__iapctl_helps ''" -a serve -d 'serve a fixture store over the REST API'
complete -c iapctl -n "__iapctl_helps ''" -a config -d 'show and edit profiles'
complete -c iapctl -n "__iapctl_helps ''" -a journal -d 'what was consumed, by whom, with what outcome'
complete -c iapctl -n "__iapctl_helps ''" -a explain -d 'explain an error code'
complete -c iapctl -n "__iapctl_helps ''" -a completion -d 'print a completion script'
complete -c iapctl -n "__iapctl_helps ''" -a tour -d 'see it work, on a store of its own'
complete -c iapctl -n "__iapctl_helps ''" -a help -d 'help on a command or a topic'
complete -c iapctl -n "__iapctl_helps ''" -a exit-codes -d 'what the exit codes mean'
complete -c iapctl -n "__iapctl_helps ''" -a environment -d 'variables and files that iapctl reads'
complete -c iapctl -n "__iapctl_helps ''" -a output -d 'formats, fields, errors, colour'
complete -c iapctl -n "__iapctl_helps 'store'" -a init -d 'make a fixture store'
complete -c iapctl -n "__iapctl_helps 'store'" -a load -d 'add a seed to a fixture store'
complete -c iapctl -n "__iapctl_helps 'store'" -a dump -d 'write a fixture store as a seed'
complete -c iapctl -n "__iapctl_helps 'store'" -a check -d 'check a fixture store for errors'
complete -c iapctl -n "__iapctl_helps 'config'" -a set -d 'write a setting into a profile'
complete -c iapctl -n "__iapctl_helps 'config'" -a show -d 'show the effective settings and their sources'
complete -c iapctl -n "__iapctl_helps 'config'" -a list -d 'list the profiles'
complete -c iapctl -n "__iapctl_helps 'config'" -a path -d 'print the path of the configuration file'
complete -c iapctl -n "__iapctl_helps 'config'" -a use -d 'switch the current profile'
complete -c iapctl -n "__iapctl_helps 'config'" -a unset -d 'remove a setting from a profile'
complete -c iapctl -n "__iapctl_helps 'journal'" -a list -d 'list the outcome of each payment'
complete -c iapctl -n "__iapctl_helps 'journal'" -a show -d 'show every attempt on a payment'
complete -c iapctl -n "__iapctl_helps 'journal'" -a export -d 'print every entry of the journal'
complete -c iapctl -n "__iapctl_helps 'journal'" -a settle -d 'settle an unknown outcome by hand'
complete -c iapctl -n "__iapctl_helps 'journal'" -a note -d 'add a note to a payment'

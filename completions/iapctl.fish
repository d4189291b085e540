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

import ArgumentParser

/// A script that makes a shell complete `dayline` commands by calling the program for each word.
enum CompletionScript: String, CaseIterable, ExpressibleByArgument {
    case bash
    case zsh
    case fish

    /// `arguments` with the parser's option for a script replaced by the command `completions`.
    static func renamed(_ arguments: [String]) -> [String] {
        arguments.first == "--generate-completion-script"
            ? ["completions"] + arguments.dropFirst() : arguments
    }

    var text: String {
        switch self {
        case .bash: Self.forBash
        case .zsh: Self.forZsh
        case .fish: Self.forFish
        }
    }

    private static let forBash = #"""
        # bash completion of dayline; source it, or put it at
        # ~/.local/share/bash-completion/completions/dayline
        _dayline() {
            local cur=${COMP_WORDS[COMP_CWORD]} line word
            local -a lines
            COMPREPLY=()
            mapfile -t lines < <(
                "${COMP_WORDS[0]/#\~/$HOME}" \#(Completion.request) \
                    "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            # bash splits at an equals sign, and only the part after it is replaced.
            local isValue=
            if [[ $cur == = ]]; then
                cur= isValue=1
            elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
                isValue=1
            fi
            case ${lines[0]-} in
            files)
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                ;;
            folders)
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -d -- "$cur")
                ;;
            words)
                for line in "${lines[@]:1}"; do
                    word=${line%%$'\t'*}
                    [[ -n $isValue ]] && word=${word#--*=}
                    # Within quotes nothing needs a backslash.
                    [[ $cur == [\"\']* ]] || printf -v word %q "$word"
                    COMPREPLY+=("$word")
                done
                ;;
            esac
        }
        complete -F _dayline dayline
        """#

    private static let forZsh = #"""
        #compdef dayline
        # zsh completion of dayline; source it after compinit, or put it as _dayline into a folder of
        # $fpath.
        _dayline() {
            local -a lines items
            local kind line
            lines=("${(@f)$(${(Q)~words[1]} \#(Completion.request) "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            kind=$lines[1]
            lines=("${(@)lines[2,-1]}")
            case $kind in
            files) compset -P '--*='; _files ;;
            folders) compset -P '--*='; _files -/ ;;
            words)
                for line in $lines; do
                    items+=("${${line%%$'\t'*}//:/\\:}${${line#*$'\t'}:+:${line#*$'\t'}}")
                done
                ((${#items})) && _describe -t words dayline items \
                        -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'
                ;;
            esac
        }
        if [[ ${funcstack[1]} == _dayline ]]; then _dayline "$@"; else compdef _dayline dayline; fi
        """#

    private static let forFish = #"""
        # fish completion of dayline; source it, or put it at
        # ~/.config/fish/completions/dayline.fish
        function __dayline_complete
            set -l words (commandline -opc)
            set -l cur (commandline -ct)
            set -l lines ($words[1] \#(Completion.request) $words[2..-1] "$cur" 2>/dev/null)
            switch "$lines[1]"
                case files
                    __dayline_paths __fish_complete_path "$cur"
                case folders
                    __dayline_paths __fish_complete_directories "$cur"
                case words
                    test (count $lines) -gt 1; and printf '%s\n' $lines[2..-1]
            end
        end
        # Paths that complete a word, which may begin with an option and an equals sign.
        function __dayline_paths -a completer cur
            set -l option (string match -r -- '^--[^=]*=' $cur)
            for path in ($completer (string replace -r -- '^--[^=]*=' '' $cur))
                printf '%s%s\n' "$option" $path
            end
        end
        complete -c dayline -f -a '(__dayline_complete)'
        """#
}

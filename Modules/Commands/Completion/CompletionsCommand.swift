import ArgumentParser

/// `dayline completions SHELL`
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "completions",
        abstract: "Print a completion script for a shell.",
        discussion: .examples(
            after: "For bash: source <(dayline completions bash)",
            "completions bash > ~/.local/share/bash-completion/completions/dayline",
            "completions fish > ~/.config/fish/completions/dayline.fish"))

    @Argument(help: "Shell: bash, zsh or fish.")
    var shell: CompletionScript

    @OptionGroup var globals: GlobalOptions

    func run() {
        print(shell.text)
    }
}

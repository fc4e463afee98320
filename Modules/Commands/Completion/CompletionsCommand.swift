import ArgumentParser

/// `dayline completions SHELL`
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a completion script for a shell.",
        discussion: "For bash: source <(dayline completions bash)")

    @Argument(help: "Shell: bash, zsh or fish.")
    var shell: CompletionScript

    @OptionGroup var globals: GlobalOptions

    func run() {
        print(shell.text)
    }
}

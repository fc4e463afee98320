import ArgumentParser

/// The file with the password of the database.
struct PasswordOption: ParsableArguments {
    @Option(
        name: .customLong("password-file"),
        help: ArgumentHelp(
            "Read the password from the first line of FILE, a file of mode 0600 (default: none).",
            valueName: "file"))
    var file: String?
}

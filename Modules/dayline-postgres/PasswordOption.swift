import ArgumentParser

/// The file with the password of the database.
struct PasswordOption: ParsableArguments {
    @Option(
        name: .customLong("password-file"),
        help: "Read the password from the first line of FILE, a file of mode 0600 (default: none).")
    var file: String?
}

/// The notice of an import report, whose remedies are options and commands, for a reader in a browser.
enum ImportNotice {
    /// The label of the field of the import form, below its further options.
    static let zoneField = "Time zone of a file that does not record zones"

    /// The remedies of the command line with those of the web app.
    private static let remedies = [
        ("it again with --zone", "it again, with that zone in \"\(zoneField)\" under More options"),
        ("set it with: dayline profile zone", "set it in Settings, Time zone:"),
    ]

    static func text(_ notice: String) -> String {
        remedies.reduce(notice) { text, remedy in text.replacing(remedy.0, with: remedy.1) }
    }
}

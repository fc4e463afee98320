import ArgumentParser

/// Flags that every command takes, before its name or after it.
struct GlobalOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The folder that the data is in.", valueName: "dir"))
    var home: String?

    @Option(
        help: ArgumentHelp("Whose days.", valueName: "name"),
        completion: .custom(NameCompletion.profiles))
    var profile: String?

    @Flag(help: "Print one JSON document (streams: one object a line).")
    var json = false

    @Flag(help: "Print results only, no progress and no notes.")
    var quiet = false

    @Flag(name: .customLong("no-color"), help: "Print without colour.")
    var noColor = false

    /// Those that take no value.
    static let flags = ["--json", "--quiet", "--no-color"]

    /// `arguments` with the flags of this group that stand before the command moved behind it, where
    /// the command that they are for reads them.
    static func movedBehindCommand(_ arguments: [String]) -> [String] {
        var leading: [String] = []
        var rest = arguments[...]
        while let flag = rest.first, flag.hasPrefix("--") {
            let takesValue = flag == "--home" || flag == "--profile"
            let isGlobal =
                takesValue || flags.contains(flag)
                || flag.hasPrefix("--home=") || flag.hasPrefix("--profile=")
            guard isGlobal else { break }
            leading.append(rest.removeFirst())
            if takesValue, let value = rest.popFirst() { leading.append(value) }
        }
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end]) + leading + Array(rest[end...])
    }
}

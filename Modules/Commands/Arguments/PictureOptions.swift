import ArgumentParser
import Charts
import HostFiles
import Presentation
import RPC
import Tracker

/// The output files of a command that draws a picture.
struct PictureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Write the picture as SVG; - is standard output.", valueName: "file"),
        completion: .file())
    var svg: String?

    @Option(
        help: ArgumentHelp("Write the picture as PNG; - is standard output.", valueName: "file"),
        completion: .file())
    var png: String?

    @Option(
        help: ArgumentHelp(
            "Write the numbers of the picture as CSV; - is standard output.", valueName: "file"),
        completion: .file())
    var csv: String?

    @Option(
        help: ArgumentHelp(
            "Write an HTML page with picture and numbers; - is standard output.",
            valueName: "file"),
        completion: .file())
    var html: String?

    @Option(help: "Draw for a light or dark background: auto, light or dark.")
    var theme: PictureTheme = .automatic

    /// True if at least one file was requested.
    var hasFile: Bool { svg != nil || png != nil || csv != nil || html != nil }

    func validate() throws {
        guard [svg, png, csv, html].count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError(
                "Only one file can be written to standard output (-). Give the others a path.")
        }
    }

    private var usesStandardOutput: Bool { [svg, png, csv, html].contains("-") }

    /// Writes the requested files, readable by their owner only. `numbers` is written as CSV
    /// instead of the picture's rounded table.
    func write(_ picture: Picture, csv numbers: String? = nil, _ output: Output) throws {
        guard !usesStandardOutput || !output.isJSON else {
            throw UsageError(
                "Standard output is requested for both a file and JSON.", hint: "Leave out --json.")
        }
        if let svg { try Self.write(text: picture.svg(theme), to: svg, output) }
        if let png { try Self.write(try picture.bitmap(theme), to: png, output) }
        if let html { try Self.write(text: picture.html(theme), to: html, output) }
        if let csv { try Self.write(text: numbers ?? picture.table.csv, to: csv, output) }
    }

    /// The error for a file that could not be written. It names the folder if that is missing.
    private static func unwritable(_ path: String, _ error: any Error) -> Status {
        let folder =
            path.contains("/") ? String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) : "."
        guard !folder.isEmpty, Files.canonicalPath(folder) == nil else {
            return Status(describing: error)
        }
        return Status(
            .failedPrecondition, "\(path) cannot be written: there is no folder \(folder).",
            hint: "Make it with: mkdir -p \(quoted(folder))")
    }

    /// Writes a file, readable by its owner only; - is standard output.
    static func write(text: String, to path: String, _ output: Output) throws {
        let bytes = Array(text.utf8)
        if path == "-" { try output.file(text: bytes) } else { try write(bytes, to: path, output) }
    }

    /// Writes a file, readable by its owner only; - is standard output.
    static func write(_ bytes: [UInt8], to path: String, _ output: Output) throws {
        guard path != "-" else { return try output.bytes(bytes) }
        do {
            try Files.write(bytes, to: path)
        } catch {
            throw Self.unwritable(path, error)
        }
        output.printNotice("Wrote \(path).")
    }
}

extension PictureTheme: ExpressibleByArgument {}

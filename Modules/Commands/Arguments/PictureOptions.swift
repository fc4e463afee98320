import ArgumentParser
import CRaster
import Charts
import HostFiles
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
        help: ArgumentHelp("Write its numbers as CSV; - is standard output.", valueName: "file"),
        completion: .file())
    var csv: String?

    @Option(
        help: ArgumentHelp(
            "Write an HTML page with picture and numbers; - is standard output.",
            valueName: "file"),
        completion: .file())
    var html: String?

    @Option(help: "Draw for a light or dark background: auto, light or dark.")
    var theme: Theme = .automatic

    /// Pixels of a PNG per unit of the drawing.
    private static let pngScale = 2.0

    /// True if at least one file was requested.
    var isWanted: Bool { svg != nil || png != nil || csv != nil || html != nil }

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
        if let png { try Self.write(try bitmap(picture), to: png, output) }
        if let html { try Self.write(text: picture.html(theme), to: html, output) }
        if let csv { try Self.write(text: numbers ?? picture.table.csv, to: csv, output) }
    }

    private func bitmap(_ picture: Picture) throws -> [UInt8] {
        var image = dayline_png()
        defer { dayline_png_free(&image) }
        // librsvg does not evaluate media queries for a dark background.
        var svg = picture.svg(theme == .dark ? .dark : .light)
        let result = svg.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { text in
                dayline_png_draw(
                    text.baseAddress, text.count, Int32(picture.width * Self.pngScale),
                    Int32(picture.height * Self.pngScale), &image)
            }
        }
        switch result {
        case 0:
            return Array(UnsafeBufferPointer(start: image.bytes, count: image.count))
        case 1:
            throw Status(
                .failedPrecondition, "Drawing a PNG needs librsvg: \(Self.problem(image)).",
                hint: "Install it with: apt install librsvg2-2 (or use --svg)")
        default:
            throw Status(
                .internal, "librsvg cannot draw the picture: \(Self.problem(image)).",
                hint: "Use --svg")
        }
    }

    private static func problem(_ image: dayline_png) -> String {
        withUnsafeBytes(of: image.problem) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
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

    private static func write(text: String, to path: String, _ output: Output) throws {
        let bytes = Array(text.utf8)
        if path == "-" { try output.file(text: bytes) } else { try write(bytes, to: path, output) }
    }

    private static func write(_ bytes: [UInt8], to path: String, _ output: Output) throws {
        guard path != "-" else { return try output.bytes(bytes) }
        do {
            try Files.write(bytes, to: path)
        } catch {
            throw Self.unwritable(path, error)
        }
        output.printNotice("Wrote \(path).")
    }
}

extension Theme: ExpressibleByArgument {}

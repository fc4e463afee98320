import ArgumentParser
import CRaster
import Charts
import HostFiles
import RPC
import Tracker

/// Where a picture goes, for the commands that draw one.
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
            "Write a page with the picture and its numbers; - is standard output.",
            valueName: "file"),
        completion: .file())
    var html: String?

    @Option(help: "auto, light or dark: the ground that the picture is drawn for.")
    var theme: Theme = .automatic

    /// Pixels of a PNG for each of the drawing.
    private static let pngScale = 2.0

    var isWanted: Bool { svg != nil || png != nil || csv != nil || html != nil }

    func validate() throws {
        guard [svg, png, csv, html].count(where: { $0 == "-" }) <= 1 else {
            throw ValidationError("Standard output takes one of the files.")
        }
    }

    private var isForOutput: Bool { [svg, png, csv, html].contains("-") }

    /// Writes the files that were asked for, readable by their owner only; `numbers` are the
    /// picture's in full, where its table shortens them.
    func write(_ picture: Picture, csv numbers: String? = nil, _ output: Output) throws {
        guard !isForOutput || !output.isJSON else {
            throw UsageError(
                "Standard output takes either the picture or JSON.", hint: "Leave out --json.")
        }
        if let svg { try Self.write(text: picture.svg(theme), to: svg, output) }
        if let png { try Self.write(try bitmap(picture), to: png, output) }
        if let html { try Self.write(text: picture.html(theme), to: html, output) }
        if let csv { try Self.write(text: numbers ?? picture.table.csv, to: csv, output) }
    }

    private func bitmap(_ picture: Picture) throws -> [UInt8] {
        var image = dayline_png()
        defer { dayline_png_free(&image) }
        // librsvg knows of no reader's preference, so the ground is settled here.
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

    /// The failure of writing a file, with the folder where that is what is missing.
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

import Contracts
import HostFiles
import RPC

/// The error of a file that no installed importer reads.
struct UnreadableFile {
    let source: ImportSource
    let probe: ContentProbe
    let importers: [InstalledPlugin]

    var status: Status {
        Status(.invalidArgument, message, hint: hint)
    }

    private var message: String {
        if source.isFolder {
            return "The folder \(source.name) has no export that an installed importer reads."
        }
        if probe.isBrokenArchive {
            return
                "\(source.name) is an incomplete or damaged zip archive: its table of contents is "
                + "missing, and no installed importer reads the files before it."
        }
        let named = FileKind.form(named: source.name)
        // A CSV file has no signature.
        let form = FileKind.form(of: probe.head) ?? (named == .csv ? named : nil)
        let summary = FileSummary(probe, form: form)
        if form != nil || named == nil {
            guard let phrase = summary.phrase else {
                return
                    "\(source.name) has an unknown format, which no installed importer reads: it "
                    + "begins with the bytes \(summary.firstBytes)."
            }
            return "\(source.name) is \(phrase), which no installed importer reads."
        }
        guard let named else { return "No installed importer reads \(source.name)." }
        return "\(source.name) is named as \(named.rawValue), but its content is something else."
    }

    /// Sources whose exports are described with a line each.
    private static let sourceLimit = 4

    /// The sources of the importers that accept the name with the way to export from them, or the names of
    /// all sources if these are too many or none.
    private var sources: [String] {
        let likely = importers.filter { importer in
            importer.manifest.accepts.contains { FilePattern($0).matches(source.name) }
        }.flatMap(\.manifest.sources)
        guard !(1...Self.sourceLimit).contains(likely.count) else {
            return likely.map { "Known source: \($0)" }
        }
        let names = importers.flatMap(\.manifest.sources).map { $0.prefix { $0 != ":" } }
        return names.isEmpty ? [] : ["Known sources: \(names.joined(separator: ", "))"]
    }

    private var hint: String {
        var lines: [String] = []
        if probe.isBrokenArchive {
            lines.append("Copy or download the whole file again, and compare the sizes.")
        }
        if FileKind.form(of: probe.head) == .utf16 {
            lines.append(
                "Convert it to UTF-8 first: iconv -f UTF-16 -t UTF-8 FILE > CONVERTED")
        }
        lines += sources
        let patterns = importers.map {
            "\($0.manifest.name) (\($0.manifest.accepts.joined(separator: " ")))"
        }
        let own = [
            "\(Documents.importer) (documents)", "\(Documents.calendarImporter) (*.ics)",
            "\(Documents.tableImporter) (exported tables)",
        ]
        lines.append("Installed: \((patterns + own).joined(separator: ", "))")
        lines.append("Write an importer with: dayline plugins new NAME")
        return lines.joined(separator: "\n")
    }
}

import Contracts
import HostFiles
import PluginKit
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
        if let problem = probe.problem { return problem.message }
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

    /// The sources with the way to export from each: those of the importers that accept the name, or all.
    private var sources: [String] {
        let likely = importers.filter { importer in
            importer.manifest.accepts.contains { FilePattern($0).matches(source.name) }
        }.flatMap(\.manifest.sources)
        let known = likely.isEmpty ? importers.flatMap(\.manifest.sources) : likely
        return known.map { "Known source: \($0)" }
    }

    private var hint: String {
        if let hint = probe.problem?.hint { return hint }
        var lines: [String] = []
        if probe.isBrokenArchive {
            lines.append("Copy or download the whole file again, and compare the sizes.")
        }
        if FileKind.form(of: probe.head) == .utf16 {
            lines.append(
                "Convert it to UTF-8 first: iconv -f UTF-16 -t UTF-8 FILE > CONVERTED")
        }
        lines += sources
        let names = importers.map(\.manifest.name) + Documents.importers
        lines.append("Importers for --as: \(names.joined(separator: ", "))")
        lines.append("Write an importer with: dayline plugins new NAME")
        return lines.joined(separator: "\n")
    }
}

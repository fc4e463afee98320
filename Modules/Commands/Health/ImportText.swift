import Contracts
import Tracker

/// Formats imports as text.
enum ImportText {
    static func progress(_ progress: Imports.Progress) -> String {
        switch progress.stage {
        case .waiting: return progress.waitsFor.map(waiting) ?? "Waiting …"
        case .publishing: return "Storing …"
        case .folding: return "Computing day totals …"
        case .reading:
            let share =
                progress.bytesTotal > 0
                ? min(1, Double(progress.bytesRead) / Double(progress.bytesTotal)) : 0
            let filled = Int(share * 30)
            let bar =
                String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
            return "\(bar) \(Int(share * 100)) %  \(NumberText.count(progress.read)) items"
        }
    }

    /// The line for an import that waits for `other`.
    static func waiting(for other: Imports.RunningImport) -> String {
        "waiting for the import of \(other.file) (\(other.importer), \(state(of: other)))"
    }

    /// The state of a running import.
    static func state(of running: Imports.RunningImport) -> String {
        let seconds = Int(min(max(0, running.silentSeconds), 1e9))
        guard running.state == .reading, seconds > 0 else { return running.state.rawValue }
        return "\(seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min") without a batch"
    }

    static func running(_ list: [Imports.RunningImport], _ output: Output) -> String {
        guard !list.isEmpty else { return "No import is running." }
        var table = TextTable([
            ("id", .right), ("file", .left), ("importer", .left), ("profile", .left),
            ("state", .left), ("read", .right), ("of", .right), ("contained by", .left),
        ])
        for item in list {
            table.add([
                "\(item.id)", item.file, item.importer, item.profile, state(of: item),
                NumberText.bytes(item.bytes), NumberText.bytes(item.totalBytes),
                item.containment?.inForce ?? "-",
            ])
        }
        return table.text(output)
    }

    /// The rows that reconciliation removed.
    private static func removal(
        _ removed: [ImportReport.Removal], _ isDryRun: Bool, _ output: Output
    ) -> [String] {
        let verb = isDryRun ? "Would be removed" : "Removed"
        guard !removed.isEmpty else {
            return ["\(verb): nothing; the file has all stored rows of its series."]
        }
        var table = TextTable([("series", .left), ("count", .right), ("first", .left)])
        for removal in removed {
            let kind = [removal.metric, removal.type].compactMap(\.self).joined(separator: " ")
            table.add([
                removal.source.isEmpty ? kind : "\(kind), \(removal.source)",
                NumberText.count(removal.count),
                removal.samples.first?.start ?? "",
            ])
        }
        return ["\(verb), because the file lacks them:", table.text(output)]
    }

    /// Rows of counts by type, after a heading.
    private static func table(
        _ heading: String, _ rows: [String: ImportReport.Counts], total: ImportReport.Counts? = nil,
        _ output: Output
    ) -> String {
        var table = TextTable([
            (heading, .left), ("read", .right), ("stored", .right), ("duplicate", .right),
            ("quarantined", .right), ("ignored", .right),
        ])
        let sorted = rows.sorted { $0.key < $1.key }
        for (name, row) in sorted + (total.map { [("total", $0)] } ?? []) {
            let counts = [
                row.read, row.stored, row.duplicate, row.quarantined, row.ignored,
            ]
            table.add([name] + counts.map(NumberText.count))
        }
        return table.text(output)
    }

    /// The exports of a folder, each with the command that imports it.
    static func candidates(_ files: [Imports.ExportFile], _ output: Output) -> String {
        var table = TextTable([
            ("size", .right), ("first day", .left), ("last day", .left), ("import it with", .left),
        ])
        for file in files {
            let command = output.addressed(hint: ": dayline import \(quoted(file.path))")
            table.add([
                NumberText.bytes(file.bytes), file.first ?? "-", file.last ?? "-",
                String(command.dropFirst(2)),
            ])
        }
        return table.text(output)
    }

    /// The report of a file whose bytes another file of the same command has.
    static func repetition(_ report: ImportReport, of earlier: ImportReport) -> String {
        "\(report.file): the same bytes as \(earlier.file) (import \(earlier.id)), stored 0 of "
            + "\(NumberText.count(report.read))."
    }

    static func report(_ report: ImportReport, _ output: Output) -> String {
        let total = ImportReport.Counts(
            read: report.read, stored: report.stored, duplicate: report.duplicate,
            quarantined: report.quarantined, ignored: report.ignored)
        var lines = [table("", report.byType, total: total, output)]
        if let nested = report.nested, !nested.isEmpty {
            lines += ["", table("within the items", nested, output)]
        }
        if let files = report.files, !files.isEmpty {
            lines += ["", table("files beside the export", files, output)]
        }
        if lines.count > 1 { lines.append("") }
        for problem in report.problems {
            let times = problem.count > 1 ? " (\(NumberText.count(problem.count)) times)" : ""
            // A problem of the whole file has no offset.
            let position =
                problem.line > 0
                ? "Byte \(problem.offset), line \(problem.line): "
                : problem.offset > 0 ? "Byte \(problem.offset): " : ""
            lines.append(output.styled("\(position)\(problem.reason)\(times)", .yellow))
        }
        if report.isTruncated {
            lines.append(
                output.styled("The file is truncated; its complete items are stored.", .yellow))
        }
        if let removed = report.removed { lines += removal(removed, report.isDryRun, output) }
        if let notice = report.notice { lines.append(notice) }
        if let earlier = report.sameAs {
            lines.append("The file has the same bytes as import \(earlier).")
        }
        let verb = report.isDryRun ? "would store" : "stored"
        lines.append(
            "\(report.file): \(NumberText.bytes(report.bytes)) in "
                + "\(NumberText.seconds(report.seconds)), \(verb) "
                + "\(NumberText.count(report.stored)) of \(NumberText.count(report.read)).")
        return lines.joined(separator: "\n")
    }
}

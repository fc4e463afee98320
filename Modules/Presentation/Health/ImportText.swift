package import Contracts

/// Formats imports as text.
package enum ImportText {
    package static func progress(_ progress: Imports.Progress) -> String {
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
    package static func waiting(for other: Imports.RunningImport) -> String {
        "waiting for the import of \(other.file) (\(other.importer), \(state(of: other)))"
    }

    /// The state of a running import.
    package static func state(of running: Imports.RunningImport) -> String {
        let seconds = Int(min(max(0, running.silentSeconds), 1e9))
        guard running.state == .reading, seconds > 0 else { return running.state.rawValue }
        return "\(seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min") without a batch"
    }

    package static func running(_ list: [Imports.RunningImport], _ styler: some TextStyler)
        -> String
    {
        TextTable(
            of: list, .right("id") { "\($0.id)" }, .left("file", \.file),
            .left("importer", \.importer),
            .left("profile", \.profile), .left("state") { state(of: $0) },
            .right("read") { NumberText.bytes($0.bytes) },
            .right("of") { NumberText.bytes($0.totalBytes) },
            .left("contained by") { $0.containment?.inForce ?? "-" }
        ).text(styler, orIfEmpty: "No import is running.")
    }

    /// The report of an import that undid another one.
    private static func undo(
        of undone: Int64, _ report: ImportReport, _ styler: some TextStyler
    ) -> String {
        let removed = report.removed ?? []
        guard !removed.isEmpty else {
            return "Import \(undone) is undone. No row of the import was stored any more."
        }
        let count = removed.reduce(0) { $0 + $1.count }
        let end = """
            Import \(undone) is undone: \(NumberText.count(count)) samples and rows are removed. Store \
            them again with: dayline imports \(report.id) --put-back
            """
        return [table(of: removed, styler), report.notice, end].compactMap(\.self)
            .joined(separator: "\n")
    }

    private static func table(
        of removed: [ImportReport.Removal], _ styler: some TextStyler
    ) -> String {
        TextTable(
            of: RemovedRows.bySource(removed), .left("series") { series($0) },
            .right("count", \.count), .left("first", \.first)
        ).text(styler)
    }

    /// The rows that reconciliation removed.
    private static func removal(
        _ removed: [ImportReport.Removal], _ isDryRun: Bool, _ styler: some TextStyler
    ) -> [String] {
        let verb = isDryRun ? "Would be removed" : "Removed"
        guard !removed.isEmpty else {
            return ["\(verb): nothing; the file has all stored rows of its series."]
        }
        return ["\(verb), because the file lacks them:", table(of: removed, styler)]
    }

    /// Metric, type and source of removed rows.
    private static func series(_ rows: RemovedRows) -> String {
        let kind = [rows.metric, rows.type].compactMap(\.self).joined(separator: " ")
        return rows.source.isEmpty ? kind : "\(kind), \(rows.source)"
    }

    /// The place before the reason of a problem; empty for a problem of the whole file.
    private static func place(of problem: ImportReport.Problem) -> String {
        switch (problem.offset > 0, problem.line > 0) {
        case (true, true): "Byte \(problem.offset), line \(problem.line): "
        case (true, false): "Byte \(problem.offset): "
        case (false, true): "Line \(problem.line): "
        case (false, false): ""
        }
    }

    /// Rows of counts by type, after a heading.
    private static func table(
        _ heading: String, _ rows: [String: ImportReport.Counts], total: ImportReport.Counts? = nil,
        _ styler: some TextStyler
    ) -> String {
        let sorted = rows.sorted { $0.key < $1.key } + (total.map { [("total", $0)] } ?? [])
        return TextTable(
            of: sorted, .left(heading, \.key), .right("read", \.value.read),
            .right("stored", \.value.stored), .right("duplicate", \.value.duplicate),
            .right("quarantined", \.value.quarantined), .right("ignored", \.value.ignored)
        ).text(styler)
    }

    /// The report of a file whose bytes another file of the same command has.
    package static func repetition(_ report: ImportReport, of earlier: ImportReport) -> String {
        "\(report.file): the same bytes as \(earlier.file) (import \(earlier.id)), stored 0 of "
            + "\(NumberText.count(report.read))."
    }

    package static func report(_ report: ImportReport, _ styler: some TextStyler) -> String {
        if let undone = report.undoes { return undo(of: undone, report, styler) }
        let total = ImportReport.Counts(
            read: report.read, stored: report.stored, duplicate: report.duplicate,
            quarantined: report.quarantined, ignored: report.ignored)
        var lines = [table("", report.byType, total: total, styler)]
        if let nested = report.nested, !nested.isEmpty {
            lines += ["", table("within the items", nested, styler)]
        }
        if let files = report.files, !files.isEmpty {
            lines += ["", table("files beside the export", files, styler)]
        }
        if lines.count > 1 { lines.append("") }
        if let format = report.format { lines.append("Recognised as \(format).") }
        for problem in report.problems {
            let times = problem.count > 1 ? " (\(NumberText.count(problem.count)) times)" : ""
            lines.append(styler.styled("\(place(of: problem))\(problem.reason)\(times)", .yellow))
        }
        if report.isTruncated {
            lines.append(
                styler.styled(
                    "The file is truncated or damaged; its complete items are stored.", .yellow))
        }
        if let removed = report.removed { lines += removal(removed, report.isDryRun, styler) }
        if let notice = report.notice { lines.append(notice) }
        if let earlier = report.sameAs {
            lines.append("The file has the same bytes as import \(earlier).")
        }
        if let undo = report.undoneBy {
            let restored = report.restoredBy.map { " Import \($0) has stored it again." } ?? ""
            lines.append(
                styler.styled("Import \(undo) has removed what was stored.\(restored)", .yellow))
        }
        let verb = report.isDryRun ? "would store" : "stored"
        lines.append(
            "\(report.file): \(NumberText.bytes(report.bytes)) in "
                + "\(NumberText.seconds(report.seconds)), \(verb) "
                + "\(NumberText.count(report.stored)) of \(NumberText.count(report.read)).")
        return lines.joined(separator: "\n")
    }
}

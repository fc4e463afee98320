import Contracts

/// An import in words.
enum ImportText {
    static func progress(_ progress: Imports.Progress) -> String {
        switch progress.stage {
        case .publishing: return "Storing …"
        case .folding: return "Adding up the days …"
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

    /// What was taken out because the file no longer has it.
    private static func removal(
        _ removed: [ImportReport.Removal], _ isDryRun: Bool, _ output: Output
    ) -> [String] {
        let verb = isDryRun ? "Would be taken out" : "Taken out"
        guard !removed.isEmpty else {
            return ["\(verb): nothing, the file has all that is stored of its series."]
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
        return ["\(verb), since the file no longer has them:", table.text(output)]
    }

    static func report(_ report: ImportReport, _ output: Output) -> String {
        var table = TextTable([
            ("", .left), ("read", .right), ("stored", .right), ("duplicate", .right),
            ("quarantined", .right), ("ignored", .right),
        ])
        func add(_ name: String, _ books: ImportReport.Books) {
            table.add(
                [name]
                    + [
                        books.read, books.stored, books.duplicate, books.quarantined, books.ignored,
                    ].map(NumberText.count))
        }
        for (type, books) in report.byType.sorted(by: { $0.key < $1.key }) { add(type, books) }
        add(
            "total",
            ImportReport.Books(
                read: report.read, stored: report.stored, duplicate: report.duplicate,
                quarantined: report.quarantined, ignored: report.ignored))
        var lines = [table.text(output)]
        for problem in report.problems {
            let times = problem.count > 1 ? " (\(NumberText.count(problem.count)) times)" : ""
            // What is said of a file as a whole has no place in it.
            let place =
                problem.line > 0
                ? "Byte \(problem.offset), line \(problem.line): "
                : problem.offset > 0 ? "Byte \(problem.offset): " : ""
            lines.append(output.styled("\(place)\(problem.reason)\(times)", .yellow))
        }
        if report.isTruncated {
            lines.append(
                output.styled("The file ends too early; what was whole is stored.", .yellow))
        }
        if let removed = report.removed { lines += removal(removed, report.isDryRun, output) }
        if let notice = report.notice { lines.append(notice) }
        if let earlier = report.sameAs { lines.append("These are the bytes of import \(earlier).") }
        let verb = report.isDryRun ? "would store" : "stored"
        lines.append(
            "\(report.file): \(NumberText.bytes(report.bytes)) in "
                + "\(NumberText.seconds(report.seconds)), \(verb) "
                + "\(NumberText.count(report.stored)) of \(NumberText.count(report.read)).")
        return lines.joined(separator: "\n")
    }
}

import Contracts
import Presentation

/// The counts of an import in plain words and by type.
struct ImportCountsCard {
    let report: ImportReport

    var html: HTML {
        card("import-report", "Report") {
            element("p") { sentence }
            smallText(
                "Each record is counted once: read = stored + duplicate + quarantined + ignored.")
            table("Report by type", "Type", report.byType, total: total).html
            details("import-nested", "Elements within the records", report.nested ?? [:])
            details("import-files", "Files beside the export", report.files ?? [:])
            metadata
        }
    }

    private var sentence: String {
        let verb = report.isDryRun ? "would be stored" : "stored"
        return [
            "\(NumberText.count(report.read, "record")) read",
            "\(NumberText.count(report.stored)) \(verb)",
            report.duplicate > 0 ? "\(NumberText.count(report.duplicate)) stored before" : nil,
            report.quarantined > 0
                ? "\(NumberText.count(report.quarantined)) rejected and kept in quarantine" : nil,
            report.ignored > 0
                ? "\(NumberText.count(report.ignored)) understood and left out" : nil,
        ].compactMap(\.self).joined(separator: ", ") + "."
    }

    private var total: ImportReport.Counts {
        ImportReport.Counts(
            read: report.read, stored: report.stored, duplicate: report.duplicate,
            quarantined: report.quarantined, ignored: report.ignored)
    }

    private func table(
        _ caption: String, _ heading: String, _ rows: [String: ImportReport.Counts],
        total: ImportReport.Counts? = nil
    ) -> RowTable {
        RowTable(
            caption: caption,
            columns: [
                .text(heading), .number("Read"), .number("Stored"), .number("Duplicate"),
                .number("Quarantined"), .number("Ignored"),
            ],
            rows: rows.sorted { ($1.value.read, $0.key) < ($0.value.read, $1.key) }
                .map { Self.cells(KeyTitle.title($0.key), $0.value) },
            total: total.map { Self.cells("All \(NumberText.count(rows.count, "type"))", $0) } ?? []
        )
    }

    private static func cells(_ title: String, _ counts: ImportReport.Counts) -> [String] {
        [title]
            + [counts.read, counts.stored, counts.duplicate, counts.quarantined, counts.ignored]
            .map { NumberText.count($0) }
    }

    private func details(
        _ name: String, _ heading: String, _ rows: [String: ImportReport.Counts]
    ) -> HTML? {
        guard !rows.isEmpty else { return nil }
        return element("details", ["class": "fold", "id": name]) {
            element("summary") { heading }
            table(heading, "Kind", rows).html
        }
    }

    private var metadata: HTML? {
        guard !report.ignoredMetadata.isEmpty else { return nil }
        return element("details", ["class": "fold", "id": "import-metadata"]) {
            element("summary") { "Metadata that is not stored" }
            RowTable(
                caption: "Metadata", columns: [.text("Key"), .number("Times")],
                rows: report.ignoredMetadata.sorted { $0.key < $1.key }
                    .map { [$0.key, NumberText.count($0.value)] })
        }
    }
}

import Contracts
import Memberwise
import Presentation
import RPC

/// The report of an import: its counts, its problems, and the rows that were set aside or removed.
@Memberwise
struct ImportReportPage {
    /// A report of the list, or of a dry run.
    private let report: ImportReport
    private let quarantined: [QuarantinedItem]
    private let visitor: Visitor
    /// The reason why the removal of rows could not be rolled back; nil: no attempt was made.
    private var problem: Status? = nil
    /// The state of the undo of the import.
    private var undo: ImportUndoState = .absent

    /// The number of quarantined items on the page. The command line lists all.
    private static let itemLimit = 200

    var page: Page {
        Page(
            "Import of \(report.file)", in: .imports, status: problem?.refusalCode ?? 200,
            topics: [.imports], content: content)
    }

    @HTMLBuilder private var content: HTML {
        element("div", ["class": "stack", "data-fragment": "import-head"]) {
            head
            notes
        }
        if report.undoes == nil { ImportCountsCard(report: report).html }
        removals
        problems
        quarantine
    }

    private var head: HTML {
        pageHead(report.file, crumbs: [("Import", "/import")], lead: .text(facts)) {
            element("div", ["class": "row"]) {
                if report.id > 0 {
                    anchor(
                        "Report as JSON", to: "/import/\(report.id).json", class: "button",
                        id: "import-json", download: "")
                }
                if let bytes = report.originalBytes {
                    anchor(
                        "The file, \(NumberText.bytes(bytes))", to: "/import/\(report.id)/file",
                        class: "button", id: "import-file", download: report.file)
                }
                undoLink
            }
        }
    }

    private var undoLink: HTML? {
        switch undo {
        case .removable, .possible:
            anchor(
                "Undo this import", to: ImportUndoPage.path(of: report.id), class: "button",
                id: "import-undo")
        case .absent, .removed, .restored, .undone: nil
        }
    }

    private var facts: String {
        let facts =
            [
                report.importedAt.map(InstantText.dayAndTime),
                report.bytes > 0 ? NumberText.bytes(report.bytes) : nil,
                "done in \(NumberText.seconds(report.seconds)) by \(report.importer)",
            ].compactMap(\.self).joined(separator: ", ") + "."
        return report.format.map { "\(facts) Recognised as \($0)." } ?? facts
    }

    @HTMLBuilder private var notes: HTML {
        if let problem { note(problem) }
        undoNote
        if report.isDryRun {
            note(
                .plain, strong: "Nothing is stored.",
                "The file was only counted. Import it without that option to store it.")
        }
        if report.isTruncated {
            note(
                .warn, strong: "The file ended early.",
                "\(NumberText.count(report.stored, "record")) stored. Import a complete file to add the rest; nothing is stored twice."
            )
        }
        if let notice = report.notice { note(.plain, ImportNotice.text(notice)) }
        if let earlier = report.sameAs {
            note(.plain, "The file has the same bytes as an earlier import.") {
                anchor(
                    "Import \(earlier)", to: "/import/\(earlier)", class: "button small",
                    id: "import-same")
            }
        }
    }

    private var undoNote: HTML? {
        switch undo {
        case .absent, .removable, .possible: nil
        case .removed(let undo):
            note(
                .plain, strong: "The import is undone.",
                "The health data that it added was removed. Import the file again, or restore what was removed from the report of the undo."
            ) {
                anchor(
                    "Import \(undo)", to: "/import/\(undo)", class: "button small",
                    id: "import-undone-by")
            }
        case .restored(let restored):
            note(
                .plain, strong: "What the undo removed was restored.",
                "The restored data belongs to another import now, which can be undone itself."
            ) {
                anchor(
                    "Import \(restored)", to: "/import/\(restored)", class: "button small",
                    id: "import-restored-by")
            }
        case .undone:
            note(
                .plain, strong: "The import is undone.",
                "Its changes to the tracker are reverted. Import the file again to store its \(NumberText.count(report.stored, "record")) again."
            )
        }
    }

    // MARK: Rows that reconciliation or an undo removed

    private var removals: HTML? {
        guard let removed = report.removed else { return nil }
        let verb = report.isDryRun ? "Would be removed" : "Removed"
        return card(
            "import-removed", verb, note: NumberText.count(report.removedCount, "row")
        ) {
            if removed.isEmpty {
                element("p", ["class": "soft"]) { emptyRemoval }
            } else {
                element("p", ["class": "soft small"]) { removalReason }
                RowTable(
                    caption: verb,
                    columns: [
                        .text("Type"), .text("Source"), .number("Rows"), .text("First"),
                    ],
                    rows: RemovedRows.bySource(removed).map { rows in
                        [
                            [KeyTitle.title(rows.metric), rows.type]
                                .compactMap(\.self).joined(separator: ", "),
                            rows.source, NumberText.count(rows.count),
                            rows.first.map(InstantText.day) ?? "",
                        ]
                    })
                if !report.isDryRun, report.id > 0 { rollback }
            }
        }
    }

    private var emptyRemoval: String {
        report.undoes == nil
            ? "The file has all stored rows of its series."
            : "No row of the import was stored when it was undone."
    }

    private var removalReason: String {
        guard let undone = report.undoes else { return "The file lacks these rows." }
        return "Import \(undone) had added these rows."
    }

    private var rollback: HTML {
        form("/import/\(report.id)/rollback", visitor, class: "row") {
            button("Restore the removed rows", id: "import-rollback")
        }
    }

    // MARK: Problems

    private var problems: HTML? {
        guard !report.problems.isEmpty else { return nil }
        return card("import-problems", "Problems of the file") {
            RowTable(
                caption: "Problems", columns: [.text("Place"), .text("Reason"), .number("Times")],
                rows: report.problems.map { problem in
                    [
                        Self.place(line: problem.line, offset: problem.offset), problem.reason,
                        NumberText.count(problem.count),
                    ]
                })
        }
    }

    private var quarantine: HTML? {
        guard report.quarantined > 0 || !quarantined.isEmpty else { return nil }
        let shown = quarantined.prefix(Self.itemLimit)
        return card(
            "import-quarantined", "Quarantined",
            note: NumberText.count(report.quarantined, "record")
        ) {
            smallText("These records were rejected. Each is kept with its reason.")
            rowList(shown.enumerated().map(row))
            if quarantined.count > shown.count {
                element("p", ["class": "soft small"]) {
                    "The first \(NumberText.count(shown.count)) are shown. List all with: "
                    element("code") { "dayline imports \(report.id)" }
                }
            }
        }
    }

    private func row(_ index: Int, _ item: QuarantinedItem) -> HTML {
        element("li") {
            element("div") {
                element("b") { KeyTitle.title(item.type) }
                element("p") { item.reason }
                if !item.text.isEmpty {
                    element("details", ["class": "fold", "id": "item-\(index)"]) {
                        element("summary", ["class": "soft small"]) { "Text of the record" }
                        element("code") { item.text }
                    }
                }
            }
            element("span", ["class": "soft small"]) {
                Self.place(line: item.line, offset: item.offset)
            }
        }
    }

    /// A place in the file; a problem of the whole file has neither line nor offset.
    private static func place(line: Int64, offset: Int64) -> String {
        if line > 0 { return "Line \(NumberText.count(Int(clamping: line)))" }
        return offset > 0 ? "Byte \(NumberText.count(Int(clamping: offset)))" : "Whole file"
    }
}

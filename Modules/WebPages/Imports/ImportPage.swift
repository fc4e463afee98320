package import Contracts
import Memberwise
import Presentation
package import RPC

/// The drop zone, the running imports and the reports of past ones.
@Memberwise
package struct ImportPage {
    private let past: ImportLog.ListResponse
    /// The running imports of the profile; nil if the ingestion worker did not answer.
    private let running: [Imports.RunningImport]?
    /// The pushed files that could not be imported.
    private let failed: [Pushes.FailedPush]
    private let importers: [Imports.Importer]
    private let visitor: Visitor
    /// The reason why a file was refused; nil for an empty form.
    private var problem: Status? = nil

    package var page: Page {
        Page(
            "Import", in: .imports, status: problem?.refusalCode ?? 200, topics: [.imports],
            script: "import", content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Import",
            lead: """
                The file is read on the computer that runs Dayline, and no other computer \
                receives it.
                """)
        ImportForm(visitor: visitor, importers: importers, problem: problem)
        instructions
        list
    }

    private var instructions: HTML {
        element("details", ["class": "card fold", "id": "import-help"]) {
            element("summary") { element("h2") { "Export from an iPhone" } }
            element("ol", ["class": "stack tight numbered"]) {
                element("li") { "Open Health and tap your picture." }
                element("li") { "Tap Export All Health Data." }
                element("li") { "Copy export.zip to this computer, and choose it here." }
            }
        }
    }

    private var list: HTML {
        let running = running ?? []
        guard !running.isEmpty || !failed.isEmpty || !past.imports.isEmpty else {
            return element("section", ["class": "card empty", "data-fragment": "imports"]) {
                Drawing.line
                element("h2") { "No import yet" }
                element("p") { "The report of each import is listed here." }
                unavailable
            }
        }
        return card("imports", "Imports") {
            unavailable
            rowList(running.map(row) + failed.map(row) + past.imports.map(row))
            if let next = past.next {
                element("div", ["class": "row"]) {
                    anchor(
                        "Older imports", to: "/import?before=\(next)", class: "button small",
                        id: "imports-older")
                }
            }
        }
    }

    private var unavailable: HTML? {
        guard running == nil else { return nil }
        return note(
            .warn, strong: "Running imports are not shown.",
            "The ingestion worker does not answer. The reports of past imports can be read.")
    }

    private func row(_ running: Imports.RunningImport) -> HTML {
        let text = RunningImportText(running)
        return element("li", ["id": "running-\(running.id)"]) {
            rowText(
                anchor(
                    running.file, to: "/import/running/\(running.id)",
                    id: "running-link-\(running.id)"), "\(text.stage), \(text.amount)")
            element("div", ["class": "row"]) {
                element("span", ["class": "badge"]) { text.share }
                if text.canBeCancelled {
                    form("/import/running/\(running.id)/cancel", visitor) {
                        button(
                            "Stop", class: "button small", id: "cancel-\(running.id)",
                            label: "Stop the import of \(running.file)")
                    }
                }
            }
        }
    }

    private func row(_ push: Pushes.FailedPush) -> HTML {
        let day = InstantText.day(push.receivedAt)
        return element("li", ["id": "push-\(push.id)"]) {
            rowText(
                HTML.text("File pushed on \(day), \(NumberText.bytes(push.bytes))"),
                push.missingProfile == nil
                    ? "It could not be imported. \(push.reason)" : push.reason)
            element("div", ["class": "row all"]) {
                element("span", ["class": "badge bad"]) {
                    push.missingProfile == nil ? "failed" : "waiting"
                }
                if push.missingProfile == nil { pushButton("retry", "Try again", push, day) }
                pushButton("remove", "Remove", push, day)
            }
        }
    }

    private func pushButton(
        _ action: String, _ title: String, _ push: Pushes.FailedPush, _ day: String
    ) -> HTML {
        form("/import/push/\(push.id)/\(action)", visitor) {
            button(
                title, class: action == "remove" ? "button small bad" : "button small",
                id: "push-\(action)-\(push.id)", label: "\(title): file pushed on \(day)")
        }
    }

    private func row(_ report: ImportReport) -> HTML {
        element("li", ["id": "import-\(report.id)"]) {
            rowText(
                anchor(report.file, to: "/import/\(report.id)", id: "import-link-\(report.id)"),
                report.outline)
            report.badge
        }
    }
}

extension ImportReport {
    /// The time and the counts in a line.
    fileprivate var outline: String {
        [
            importedAt.map(InstantText.dayAndTime),
            "\(NumberText.count(stored)) of \(NumberText.count(read)) stored",
            removedCount == 0 ? nil : "\(NumberText.count(removedCount)) removed",
            isTruncated ? "the file ended early" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// The result in two words.
    fileprivate var badge: HTML {
        if undoneBy != nil {
            return element("span", ["class": "badge"]) {
                restoredBy == nil ? "undone" : "restored"
            }
        }
        if isTruncated { return element("span", ["class": "badge warn"]) { "ended early" } }
        if quarantined > 0 {
            return element("span", ["class": "badge warn"]) {
                "\(NumberText.count(quarantined)) quarantined"
            }
        }
        if read > 0, ignored == read {
            return element("span", ["class": "badge warn"]) { "all ignored" }
        }
        return element("span", ["class": "badge good"]) { "complete" }
    }

    /// The number of rows that reconciliation or an undo removed.
    var removedCount: Int { (removed ?? []).reduce(0) { $0 + $1.count } }
}

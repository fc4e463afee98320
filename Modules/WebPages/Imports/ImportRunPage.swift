package import Contracts
import Memberwise
import Presentation
package import RPC

/// A running import with its progress.
@Memberwise
package struct ImportRunPage {
    private let running: Imports.RunningImport
    private let visitor: Visitor
    /// The reason why the import could not be stopped; nil: no attempt was made.
    private var problem: Status? = nil

    package var page: Page {
        Page(
            "Import of \(running.file)", in: .imports, status: problem?.refusalCode ?? 200,
            topics: [.imports], script: "import", content: content)
    }

    private var text: RunningImportText { RunningImportText(running) }

    @HTMLBuilder private var content: HTML {
        head
        progress
    }

    private var head: HTML {
        element("div", ["class": "stack", "data-fragment": "import-head"]) {
            pageHead(
                running.file, crumbs: [("Import", "/import")],
                lead: .text("\(facts). You can leave this page.")
            ) {
                if text.canBeCancelled {
                    form("/import/running/\(running.id)/cancel", visitor) {
                        button("Stop", id: "import-cancel")
                    }
                }
            }
            if let problem { note(problem) }
        }
    }

    private var facts: String {
        [running.importer, running.totalBytes > 0 ? NumberText.bytes(running.totalBytes) : ""]
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private var progress: HTML {
        card("import-progress", text.stage, note: text.percent.map { "\($0) %" }) {
            element(
                "progress",
                [
                    "class": "bar tone-accent", "data-import": "", "max": "100",
                    "value": text.percent.map { "\($0)" },
                    "aria-label": "Import of \(running.file): "
                        + (text.percent.map { "\($0) percent" } ?? text.stage),
                ])
            element("p", ["class": "soft small"]) { text.sentence }
        }
    }
}

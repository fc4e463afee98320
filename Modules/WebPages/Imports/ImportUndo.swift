import Contracts
import Presentation
import RPC

/// The undo of the tracker records of an import, which is one step.
enum ImportUndo: Equatable {
    /// The import is the newest step.
    case possible(step: Int64)
    /// The import is the step that was undone last.
    case undone
    /// The import has no tracker records, or other changes came after it.
    case absent

    /// The undo of an import.
    static func of(_ report: ImportReport, _ request: WebRequest) async -> ImportUndo {
        guard let step = report.step else { return .absent }
        if await next(.undo, request) == step { return .possible(step: step) }
        return await next(.redo, request) == step ? .undone : .absent
    }

    /// The number of the next step of a direction; nil if no step is next.
    private static func next(
        _ direction: TrackerRecords.UndoDirection, _ request: WebRequest
    ) async -> Int64? {
        try? await request.withoutKey.call(
            TrackerRecords.nextStep, TrackerRecords.UndoRequest(direction: direction)
        ).step
    }
}

/// The page on which the undo of an import is confirmed.
struct ImportUndoPage {
    let report: ImportReport
    let step: Int64
    let visitor: Visitor
    /// The reason why nothing was undone; nil: the form was not sent.
    var problem: Status?

    static func path(of id: Int64) -> String { "/import/\(id)/undo" }

    var page: Page {
        var page = Page("Undo the import", in: .imports, content: content)
        if let problem { page.status = problem.refusalCode }
        return page
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page", "data-fragment": "import-undo"]) {
            pageHead(
                "Undo the import",
                crumbs: [("Import", "/import"), (report.file, "/import/\(report.id)")],
                lead:
                    "Activities, entries and other records of the tracker are again as they were before the import. Health data stays."
            )
            card("import-undo-confirm", "Confirm", isFragment: false) {
                if let problem { note(problem) }
                element("p") {
                    "The import of \(report.file) stored \(NumberText.count(report.stored, "record"))."
                }
                form(ImportUndoPage.path(of: report.id), visitor, fields: ["step": "\(step)"]) {
                    element("div", ["class": "row"]) {
                        element("button", ["class": "button bad", "id": "import-undo-confirm"]) {
                            "Undo the import"
                        }
                        element("a", ["class": "button", "href": "/import/\(report.id)"]) {
                            "Cancel"
                        }
                    }
                }
            }
        }
    }
}

import Contracts
import Presentation
import RPC

/// The state of the undo of an import. An import added samples and rows, or stored tracker records as one step,
/// or both.
enum ImportUndoState: Equatable {
    /// The samples and rows can be removed.
    case removable
    /// The samples and rows were removed by another import.
    case removed(by: Int64)
    /// The samples and rows were removed, and stored again by another import.
    case restored(by: Int64)
    /// The tracker records are the newest step.
    case possible(step: Int64)
    /// The tracker records are the step that was undone last.
    case undone
    /// The import has added nothing that can be removed, or other changes came after its step.
    case absent

    /// The state of the undo of an import. Samples and rows that can be removed precede the step.
    static func of(_ report: ImportReport, _ request: WebRequest) async -> ImportUndoState {
        if report.canBeUndone == true { return .removable }
        if let step = report.step {
            if await next(.undo, request) == step { return .possible(step: step) }
            if await next(.redo, request) == step { return .undone }
        }
        guard let undo = report.undoneBy else { return .absent }
        if let restored = report.restoredBy { return .restored(by: restored) }
        return .removed(by: undo)
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
    /// The number of the step of the tracker records; nil: the samples and rows are removed.
    let step: Int64?
    let visitor: Visitor
    /// The reason why nothing was undone; nil: the form was not sent.
    var problem: Status?

    static func path(of id: Int64) -> String { "/import/\(id)/undo" }

    var page: Page {
        Page("Undo the import", in: .imports, status: problem?.refusalCode ?? 200, content: content)
    }

    private var lead: String {
        step == nil
            ? "The health data that the import added is removed, and the totals of its days are computed again. Data that was stored before, and your corrections, stay."
            : "The changes of the import to activities, entries and other records of the tracker are reverted. Health data stays."
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page", "data-fragment": "import-undo"]) {
            pageHead(
                "Undo the import",
                crumbs: [("Import", "/import"), (report.file, "/import/\(report.id)")],
                lead: .text(lead))
            card("import-undo-confirm", "Confirm", isFragment: false) {
                if let problem { note(problem) }
                element("p") {
                    "The import of \(report.file) stored \(NumberText.count(report.stored, "record"))."
                }
                if step == nil { consequences }
                form(ImportUndoPage.path(of: report.id), visitor) {
                    if let step { hidden("step", "\(step)") } else { hidden("what", "samples") }
                    element("div", ["class": "row"]) {
                        button("Undo the import", class: "button bad", id: "import-undo-confirm")
                        anchor("Cancel", to: "/import/\(report.id)", class: "button")
                    }
                }
            }
        }
    }

    @HTMLBuilder private var consequences: HTML {
        element("p", ["class": "soft"]) {
            "Samples that a later import repeated are removed too; import that file again to store them. Totals and details that the import replaced are not restored."
        }
        element("p", ["class": "soft"]) {
            "The report of the undo has a button that stores everything again."
        }
    }
}

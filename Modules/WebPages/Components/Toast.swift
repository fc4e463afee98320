import Contracts
import RPC

/// The message after a change, with a button that undoes it.
enum Toast {
    /// The toast of the newest step if the request follows a change; empty otherwise.
    static func html(_ request: WebRequest) async -> HTML {
        guard request.query["done"] != nil,
            let next = try? await request.call(
                TrackerRecords.nextStep, TrackerRecords.UndoRequest(direction: .undo)),
            !next.summary.isEmpty
        else { return .empty }
        return group {
            element("p") { StepText.sentence(next.summary) }
            form("/undo", request.visitor) {
                element("button", ["class": "button"]) { "Undo" }
            }
        }
    }
}

import Contracts
import RPC

/// The message after a change, with a button that undoes it, and the message after an undo.
enum Toast {
    /// The toast of the newest step if the request follows a change, or of the step that was undone;
    /// empty otherwise. `sentences` are those of other results, by the mark of the request.
    static func html(
        _ request: WebRequest, sentences: [String: String] = [:]
    ) async -> HTML {
        if let sentence = request.query["done"].flatMap({ sentences[$0] }) {
            return element("p") { sentence }
        }
        guard let (next, isUndone) = await step(after: request) else { return .empty }
        guard !isUndone else {
            return element("p") { "Undone: \(ServiceSentence.localized(next.summary))." }
        }
        return group {
            element("p") { StepText.sentence(next.summary) }
            form(
                "/undo", request.visitor,
                fields: [
                    "step": "\(next.step)",
                    BackPath.field: next.summary.hasPrefix("add ")
                        ? BackPath.list(request) : BackPath.current(request),
                ]
            ) {
                button("Undo")
            }
        }
    }

    /// The newest step if the request follows a change, or the step that was undone; nil otherwise.
    static func step(
        after request: WebRequest
    ) async -> (next: TrackerRecords.NextResponse, isUndone: Bool)? {
        let isUndone = request.query["undone"] != nil
        guard isUndone || request.query["done"] != nil,
            let next = try? await request.call(
                TrackerRecords.nextStep,
                TrackerRecords.UndoRequest(direction: isUndone ? .redo : .undo)),
            !next.summary.isEmpty
        else { return nil }
        return (next, isUndone)
    }

    /// Undoes the step of the form of a toast, and leads back to its page.
    static func undo(_ request: WebRequest) async throws -> WebReply {
        _ = try await request.call(Journal.undo, try step(request))
        let back = BackPath.path(request.form[BackPath.field] ?? "") ?? "/"
        return .redirect(BackPath.marked(back, "undone"))
    }

    /// The step that a form names; a form without a step is for the next one.
    /// - Throws: INVALID_ARGUMENT if the step is not a number.
    static func step(_ request: WebRequest) throws(Status) -> Journal.StepRequest {
        guard let text = request.form["step"] else { return Journal.StepRequest() }
        guard let step = Int64(text) else {
            throw Status(.invalidArgument, "The form has the step \"\(text)\", not a number.")
        }
        return Journal.StepRequest(step: step)
    }
}

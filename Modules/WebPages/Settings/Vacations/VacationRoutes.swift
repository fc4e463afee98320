import CivilTime
import Contracts
import RPC

/// The routes of vacations.
enum VacationRoutes {
    static let routes = [
        WebRoute(.get, path) { .page(try await list($0)) },
        WebRoute(.post, path) { try await add($0) },
        WebRoute(.post, "\(path)/remove") { try await remove($0) },
        // A browser that reloads the response to a rejected form requests the path of the form.
        WebRoute(.get, "\(path)/remove") { _ in .redirect(path) },
    ]

    static let path = "/settings/vacations"

    private static let changed = "\(path)?done=1"

    private static func list(
        _ request: WebRequest, input: FormInput = FormInput(VacationsPage.formName)
    ) async throws -> Page {
        async let toast = Toast.html(
            request, sentences: ["complete": "These days are a vacation already."])
        let vacations = try await request.withoutKey.call(Vacations.list, Empty()).vacations
        return VacationsPage(vacations: vacations, input: input, visitor: request.visitor)
            .page(toast: await toast)
    }

    private static func add(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(VacationsPage.formName, request.form)
        let first = input.day("from")
        let last = input.day("to")
        if first == nil, input.problems["from"] == nil {
            input.reject("Enter the first day.", "from")
        }
        if let first, let last, last < first {
            input.reject("The last day is before the first day.", "to")
        }
        if input.isValid, let first {
            do throws(Status) {
                let change = try await request.call(
                    Vacations.add, Vacations.Vacation(from: first, to: last ?? first))
                return .redirect(change.days.isEmpty ? "\(path)?done=complete" : changed)
            } catch {
                try input.reject(error, last == nil ? "from" : "to")
            }
        }
        return .page(try await list(request, input: input))
    }

    private static func remove(_ request: WebRequest) async throws -> WebReply {
        var input = FormInput(VacationsPage.formName, request.form)
        guard let first = input.day("from"), let last = input.day("to") else {
            throw Status(.invalidArgument, "The form does not name the days of a vacation.")
        }
        let change = try await request.call(
            Vacations.remove, Vacations.Vacation(from: first, to: last))
        // The change has no days if another page has removed the vacation in the meantime.
        return .redirect(change.days.isEmpty ? path : changed)
    }
}

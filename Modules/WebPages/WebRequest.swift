package import CivilTime
import Memberwise
package import RPC

/// A request for a page, without its transport.
@Memberwise
package struct WebRequest: Sendable {
    /// The path as sent, without its query; empty: unknown.
    package var path = ""
    /// The values of the placeholders in the path of the route.
    package var parameters: [String: String]
    package var query: [String: String]
    /// The fields of a posted form; empty for GET.
    package var form: [String: String]
    package var visitor: Visitor
    /// A client of the bus.
    package var client: Client
    /// Logs the failure of one part of a page, by the name of the part.
    package var reportFailure: @Sendable (_ part: String, Status) -> Void = { _, _ in }

    package static let timeout = Duration.seconds(5)

    /// Calls a method as the profile of the visitor.
    package func call<Request, Reply>(
        _ method: RPC.Method<Request, Reply>, _ request: Request,
        timeout: Duration = Self.timeout
    ) async throws(Status) -> Reply {
        var options = CallOptions(deadline: .after(timeout), profile: visitor.profile)
        // A form that is sent twice changes data once.
        if let key = form["key"], !key.isEmpty { options.idempotencyKey = key }
        return try await client.call(method, request, options)
    }

    /// The data of one part of a page. A failure is reported and leaves the other parts complete.
    package func part<Value>(
        _ name: String, _ read: () async throws(Status) -> Value
    ) async -> Result<Value, Status> {
        do {
            return .success(try await read())
        } catch {
            reportFailure(name, error)
            return .failure(error)
        }
    }

    /// A required field of the form.
    package func field(_ name: String) throws(Status) -> String {
        guard let value = form[name], !value.isEmpty else {
            throw Status(.invalidArgument, "The form has no field \"\(name)\".")
        }
        return value
    }

    /// The day in the path or the query; nil if it is absent.
    package func day(_ name: String) throws(Status) -> CivilDate? {
        guard let text = parameters[name] ?? query[name], !text.isEmpty else { return nil }
        guard let day = CivilDate(text) else {
            throw Status(
                .invalidArgument, "\"\(text)\" is not a day.", hint: "Write days as 2026-11-22.")
        }
        return day
    }
}

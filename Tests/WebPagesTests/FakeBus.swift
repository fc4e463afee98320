import RPC
import Synchronization

@testable import WebPages

/// A bus whose methods a test registers, and requests of a visitor to it.
struct FakeBus: Service {
    let methods: @Sendable (inout Router) -> Void

    init(_ methods: @escaping @Sendable (inout Router) -> Void) {
        self.methods = methods
    }

    func register(on router: inout Router) { methods(&router) }

    static let visitor = Visitor(profile: "default", formToken: "token", language: "en")

    func request(
        _ parameters: [String: String] = [:], query: [String: String] = [:],
        form: [String: String] = [:]
    ) -> WebRequest {
        WebRequest(
            parameters: parameters, query: query, form: form, visitor: Self.visitor,
            client: Client(inProcess: self))
    }

    /// The reply of the handler of a route; nil if there is no such route.
    func reply(
        _ method: WebRoute.Method, _ path: String, in routes: [WebRoute], _ request: WebRequest
    ) async throws -> WebReply? {
        guard let route = routes.first(where: { $0.method == method && $0.path == path }) else {
            return nil
        }
        return try await route.handle(request)
    }
}

/// Values that handlers of a fake bus received.
final class Received<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])

    var values: [Value] { state.withLock { $0 } }

    func add(_ value: Value) { state.withLock { $0.append(value) } }
}

extension WebReply {
    /// The page of the reply; nil: another reply.
    var page: Page? {
        if case .page(let page) = self { page } else { nil }
    }

    /// The path of a redirect; nil: another reply.
    var location: String? {
        if case .redirect(let path) = self { path } else { nil }
    }
}

extension Page {
    var markup: String { content.markup }

    /// The values of an attribute in the markup.
    func values(of attribute: String) -> [String] {
        markup.split(separator: " \(attribute)=\"").dropFirst()
            .map { String($0.prefix { $0 != "\"" }) }
    }

    /// True if no identifier and no fragment occurs twice.
    var hasUniqueNames: Bool {
        ["id", "data-fragment"].allSatisfy { attribute in
            let names = values(of: attribute)
            return Set(names).count == names.count
        }
    }

    /// True if the content has neither inline styles nor inline scripts.
    var isAllowedByPolicy: Bool {
        !markup.contains(" style=") && !markup.contains("<script") && !markup.contains("<style")
            && !markup.contains(" onerror=x>")
    }
}

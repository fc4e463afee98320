import Memberwise
import RPC

/// A service with a method for each scope, one for programs on the machine, and a local key.
struct Notes: Service {
    static let name = "dayline.tracker.Notes"
    static let read = Method<Empty, Text>(name, "Read", repeatable: true)
    static let all = Method<Empty, Text>(name, "All", repeatable: true, hasLargeReply: true)
    static let log = Method<Text, Text>(name, "Log")
    static let push = Method<Text, Text>(name, "Push", access: .scope(.push))
    static let clear = Method<Text, Text>(name, "Clear", access: .scope(.admin))
    static let local = Method<Text, Text>(name, "Local", access: .onlyBus)
    static let file = Method<File, Text>(
        name, "File", access: .scope(.read, localKeys: ["path"]))

    static let scopes: [(method: Method<Text, Text>, scope: Scope?)] = [
        (log, .log), (push, .push), (clear, .admin), (local, nil),
    ]

    @Message
    struct Text: Codable, Hashable, WireValue {
        var text: String
    }

    @Message
    struct File: Codable, Hashable, WireValue {
        var path: String? = nil
    }

    func register(on router: inout Router) {
        for method in [Self.read, Self.all] {
            router.handle(method) { _, context in Text(text: context.profile) }
        }
        for (method, _) in Self.scopes { router.handle(method) { request, _ in request } }
        router.handle(Self.file) { request, _ in Text(text: request.path ?? "none") }
    }
}

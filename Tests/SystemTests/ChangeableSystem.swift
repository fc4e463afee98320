import Testing

/// A system in which every kind of record can be created and changed.
struct ChangeableSystem {
    let system: DaylineSystem
    private let bus: BusCaller
    let samples = SampleReferences()

    /// References of step samples for `sample()`.
    final class SampleReferences {
        var unused: [String] = []
    }

    init(_ system: DaylineSystem) throws {
        self.system = system
        bus = try BusCaller(system)
    }

    /// All changes that accept an idempotency key.
    var changes: [Change] { activities + journal + goals + training + stored }

    /// A method that changes data, with a valid request.
    struct Change {
        var method: String
        /// Creates the record to be changed and returns the request as JSON.
        var request: () async throws -> String

        init(_ method: String, _ request: @escaping () async throws -> String) {
            self.method = "dayline.\(method)"
            self.request = request
        }
    }

    func call(
        _ method: String, _ request: String, key: String
    ) async throws -> BusCaller.Outcome {
        try await bus.call(method, request, key: key)
    }

    /// The response to a call that must succeed.
    @discardableResult
    func successfulCall(_ method: String, _ request: String) async throws -> [String: Any] {
        try await bus.json(method, request)
    }

    func newestChange() async throws -> Int {
        let page = try await successfulCall(
            "dayline.storage.Changes/Since", #"{"number":0,"limit":1}"#)
        return try #require(page["latest"] as? Int)
    }
}

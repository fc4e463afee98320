import Testing

/// A system in which every kind of record can be created and changed.
struct ChangeableSystem {
    let system: DaylineSystem

    /// All changes that accept an idempotency key.
    var changes: [Change] { activities + journal + goals + stored }

    /// A method that changes data, with a valid request.
    struct Change {
        var method: String
        /// Creates the record to be changed and returns the request as JSON.
        var request: () throws -> String

        init(_ method: String, _ request: @escaping () throws -> String) {
            self.method = "dayline.\(method)"
            self.request = request
        }
    }

    /// Calls a method with `dayline call`.
    func call(_ method: String, _ request: String, key: String?) throws
        -> DaylineSystem.Outcome
    {
        try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--home", system.home, "--json", "call", method, request]
                + (key.map { ["--key", $0] } ?? []))
    }

    /// The response to a call that must succeed.
    @discardableResult
    func successfulCall(_ method: String, _ request: String) throws -> [String: Any] {
        let outcome = try call(method, request, key: nil)
        try #require(outcome.status == 0, "\(method): \(outcome.output) \(outcome.errors)")
        return try outcome.json()
    }

    func newestChange() throws -> Int {
        let page = try successfulCall("dayline.storage.Changes/Since", #"{"number":0,"limit":1}"#)
        return try #require(page["latest"] as? Int)
    }
}

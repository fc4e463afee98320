import Testing

/// A system with something of everything that can be changed, each made when it is asked for.
struct ChangeableSystem {
    let system: DaylineSystem

    /// All that can be changed with a key.
    var changes: [Change] { activities + journal + goals + stored }

    /// A method that changes something, and a request to it that does.
    struct Change {
        var method: String
        /// Makes what is to be changed first.
        var request: () throws -> String

        init(_ method: String, _ request: @escaping () throws -> String) {
            self.method = "dayline.\(method)"
            self.request = request
        }
    }

    /// Asks by hand, with a key or without.
    func call(_ method: String, _ request: String, key: String?) throws
        -> DaylineSystem.Outcome
    {
        try DaylineSystem.run(
            "\(DaylineSystem.programs)/dayline",
            ["--home", system.home, "--json", "call", method, request]
                + (key.map { ["--key", $0] } ?? []))
    }

    /// The answer to a request that has to succeed.
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

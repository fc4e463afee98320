import Contracts
package import RPC

/// The answers of a fixed set of calls about a profile, compared byte by byte between two engines.
package struct AnswerComparison: Sendable {
    /// The entries of a page.
    private static let pageEntries = 10_000

    private let profile: String
    /// The kinds of the profile's documents.
    private let kinds: [String]
    /// True if answers with numbers of changes, series and imports are compared, because these are equal.
    private let includesNumbers: Bool

    /// - Parameters:
    ///   - profile: The name of the profile.
    ///   - kinds: The kinds of its documents.
    ///   - includesNumbers: False if numbers of changes, series and imports differ.
    package init(of profile: String, kinds: [String], includesNumbers: Bool) {
        self.profile = profile
        self.kinds = kinds
        self.includesNumbers = includesNumbers
    }

    /// Compares the answers of two engines.
    /// - Returns: Their number.
    /// - Throws: DATA_LOSS with the name of the first call whose answers differ.
    package func compare(_ first: Client, with second: Client) async throws -> Int {
        let (expected, actual) = (Answers(), Answers())
        try await ask(first, expected)
        try await ask(second, actual)
        let (ours, theirs) = (await expected.all, await actual.all)
        for (one, other) in zip(ours, theirs) where one != other {
            throw Status(
                .dataLoss,
                "The profile \(profile) does not answer \(one.call) alike on both engines.",
                hint: "Nothing was changed. Check the data with: dayline doctor")
        }
        guard ours.count == theirs.count else {
            throw Status(
                .dataLoss, "The profile \(profile) has another number of answers on both engines.")
        }
        return ours.count
    }

    private func ask(_ client: Client, _ answers: Answers) async throws {
        let asking = Asking(client: client, profile: profile, answers: answers)
        try await asking.call(Settings.list, Empty())
        try await asking.call(Days.metrics, Empty())
        let names = try await asking.call(Days.names, Empty())
        for metric in names?.metrics.map(\.metric) ?? [] {
            try await asking.call(Days.read, Days.ReadRequest(metric: metric))
            try await asking.call(Sources.storedOrder, Sources.MetricRequest(metric: metric))
        }
        try await askForEntries(asking)
        try await asking.stream(HealthRows.workouts, HealthRows.RangeRequest())
        try await asking.stream(HealthRows.correlations, HealthRows.RangeRequest())
        try await asking.stream(HealthRows.summaries, Empty())
        if includesNumbers { try await askWithNumbers(asking, names) }
    }

    private func askForEntries(_ asking: Asking) async throws {
        var after: Int64? = 0
        while let number = after {
            let page = try await asking.call(
                TrackerRecords.entries,
                TrackerRecords.EntriesRequest(after: number, limit: Self.pageEntries))
            after = page?.body.next
        }
    }

    /// Asks for answers with numbers of changes, series and imports.
    private func askWithNumbers(_ asking: Asking, _ names: Days.NamesResponse?) async throws {
        for activity in names?.activities ?? [] {
            try await asking.call(
                TrackerRecords.days, TrackerRecords.DaysRequest(activity: activity.id))
        }
        for metric in names?.metrics ?? [] {
            try await asking.call(Sources.list, Sources.MetricRequest(metric: metric.metric))
        }
        var document: TrackerRecords.RecordKey?
        repeat {
            document = try await asking.call(
                TrackerRecords.documents,
                TrackerRecords.DocumentsRequest(kinds: kinds, after: document))?.next
        } while document != nil
        var change: Int64? = 0
        while let number = change {
            change = try await asking.call(
                Changes.since, Changes.SinceRequest(number: number))?.changes.last?.number
        }
        try await asking.call(ImportLog.list, ImportLog.ListRequest())
        try await asking.call(Corrections.list, Corrections.ListRequest())
        for direction in [TrackerRecords.UndoDirection.undo, .redo] {
            try await asking.call(
                TrackerRecords.nextStep, TrackerRecords.UndoRequest(direction: direction))
        }
    }
}

/// The collected answers of an engine.
private actor Answers {
    struct Answer: Hashable {
        var call: String
        /// The items of a stream, or the reply.
        var contents: [WireContent]
        /// The error of the call.
        var failure: String?
    }

    private(set) var all: [Answer] = []

    func add(_ answer: Answer) { all.append(answer) }
}

/// Calls an engine about a profile and collects the answers.
private struct Asking {
    let client: Client
    let profile: String
    let answers: Answers

    /// - Returns: Nil if the call failed, which is its answer.
    /// - Throws: UNAVAILABLE if the engine cannot be reached.
    @discardableResult
    func call<Request, Reply: WireValue>(
        _ method: Method<Request, Reply>, _ request: Request
    ) async throws -> Reply? {
        do {
            let reply = try await client.call(method, request, CallOptions(profile: profile))
            await add(method.name, [try reply.wireContent()])
            return reply
        } catch let status as Status where status.code != .unavailable {
            await add(method.name, [], status.description)
            return nil
        }
    }

    func stream<Request, Item: WireValue, Reply: WireValue>(
        _ method: StreamMethod<Request, Item, Reply>, _ request: Request
    ) async throws {
        let items = Items()
        _ = try await client.stream(method, request, CallOptions(profile: profile)) { item in
            await items.add(try item.wireContent())
        }
        await add(method.name, await items.all)
    }

    private func add(
        _ method: MethodName, _ contents: [WireContent], _ failure: String? = nil
    ) async {
        await answers.add(
            Answers.Answer(call: method.description, contents: contents, failure: failure))
    }
}

private actor Items {
    private(set) var all: [WireContent] = []

    func add(_ content: WireContent) { all.append(content) }
}

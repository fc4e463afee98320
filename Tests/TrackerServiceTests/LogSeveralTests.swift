import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Several activities and days in one request. Today is Monday 2026-01-05.
@Suite struct LogSeveralTests {
    private let monday = TemporaryTracker.monday

    private func log(
        _ tracker: TemporaryTracker, _ lines: [Journal.LogLine], future: Bool? = nil,
        key: String? = nil
    ) async throws -> Journal.LogSeveralResponse {
        try await tracker.client.call(
            Journal.logSeveral, Journal.LogSeveralRequest(lines: lines, future: future),
            CallOptions(idempotencyKey: key))
    }

    /// Floss, Vitamins and Call mum are checkboxes, Water is cumulative; created two weeks ago.
    private func tracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        let created = monday.advanced(by: -14)
        for name in ["Floss", "Vitamins", "Call mum"] { try await tracker.add(name, on: created) }
        try await tracker.add("Water", on: created) { ($0.type, $0.unit) = (.cumulative, "ml") }
        try await tracker.add("Journal", on: created) {
            ($0.type, $0.measures) = (.metric, .notes)
        }
        return tracker
    }

    @Test func `names are logged in one step`() async throws {
        let tracker = try await tracker()

        let reply = try await log(tracker, [Journal.LogLine(words: ["floss", "vit", "call mum"])])
        let step = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(reply.logged.map(\.entry.activity) == ["Floss", "Vitamins", "Call mum"])
        #expect(reply.logged.allSatisfy { $0.day.complete && $0.day.date == monday })
        #expect(step.summary == "log Floss, Vitamins, Call mum")
        #expect(try await tracker.today().completed.isEmpty)
    }

    @Test(arguments: [("yesterday", "--on yesterday"), ("jog", "activity add jog")])
    func `a day in the place of a name is answered with its option`(
        word: String, hint: String
    ) async throws {
        let tracker = try await tracker()

        let refusal = await status {
            _ = try await log(tracker, [Journal.LogLine(words: ["Floss", word])])
        }

        #expect(refusal?.message.contains("There is no activity called \"\(word)\"") == true)
        #expect(refusal?.hint?.hasSuffix(hint) == true, "\(refusal?.hint ?? "")")
    }

    @Test func `the summary of a step has grouped digits, except in names`() async throws {
        let tracker = try await tracker()
        try await tracker.add("Year 2000", on: monday)

        _ = try await tracker.log("Water", 12_500.5)
        let water = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        _ = try await tracker.log("Year 2000")
        let year = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(water.summary == "log Water 12,500.5 ml on 2026-01-05")
        #expect(year.summary == "log Year 2000 on 2026-01-05")
    }

    @Test(
        arguments: [
            (["Water", "250"], "Water", 250, nil), (["Water", "1,5", "l"], "Water", 1500, nil),
            (["Journal", "slept", "well"], "Journal", nil, "slept well"),
        ] as [([String], String, Double?, String?)])
    func `an amount, or the text of a note, is the value of the first name`(
        words: [String], name: String, value: Double?, note: String?
    ) async throws {
        let tracker = try await tracker()

        let reply = try await log(tracker, [Journal.LogLine(words: words)])

        #expect(reply.logged.map(\.entry.activity) == [name])
        #expect(reply.logged[0].entry.value == value)
        #expect(reply.logged[0].entry.note == note)
    }

    @Test func `a range covers due days, and the reply lists the others`() async throws {
        let tracker = try await tracker()
        try await tracker.add("Run", on: CivilDate(days: 20_451)) {
            ($0.type, $0.unit) = (.cumulative, "km")
            ($0.schedule) = .weekly([1, 3, 5])
        }

        // Monday 2025-12-29 to Friday 2026-01-02.
        let reply = try await log(
            tracker, [Journal.LogLine(words: ["run", "5"], on: "sun..fri")])

        #expect(
            reply.logged.map(\.entry.date.description) == [
                "2025-12-29", "2025-12-31", "2026-01-02",
            ])
        #expect(
            (reply.omitted ?? []).map { "\($0.date) \($0.reason.rawValue)" } == [
                "2025-12-28 notCreatedYet", "2025-12-30 notDue", "2026-01-01 notDue",
            ])
    }

    @Test func `an error in one line logs nothing and names the line`() async throws {
        let tracker = try await tracker()
        let before = try await tracker.newestChange()

        let refusal = await status {
            _ = try await log(
                tracker,
                [
                    Journal.LogLine(words: ["Floss"], number: 1),
                    Journal.LogLine(words: ["Water", "1,500"], number: 3),
                ])
        }

        #expect(
            refusal?.message
                == "Line 3: \"1,500\" can mean 1.5 or 1500, and \"Water\" needs a number.")
        #expect(try await tracker.newestChange() == before)
    }

    @Test func `a later line sees the entries of earlier lines`() async throws {
        let tracker = try await tracker()

        let reply = try await log(
            tracker,
            [
                Journal.LogLine(words: ["Floss"]), Journal.LogLine(words: ["Floss"]),
                Journal.LogLine(words: ["Water", "250"]), Journal.LogLine(words: ["Water", "250"]),
            ])
        let floss = try await tracker.client.call(
            Entries.list, Entries.ListRequest(activity: "Floss"))
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(floss.entries.count == 1)
        #expect(reply.logged.last?.day.total == 500)
        #expect(try await tracker.today().completed.isEmpty)
    }

    @Test func `a day after today needs the flag`() async throws {
        let tracker = try await tracker()
        let lines = [Journal.LogLine(words: ["Floss"], on: "2026-01-05..2026-01-06")]

        let refusal = await status { _ = try await log(tracker, lines) }
        let reply = try await log(tracker, lines, future: true)

        #expect(refusal?.code == .failedPrecondition)
        #expect(reply.logged.count == 2)
    }

    @Test(arguments: [
        ["Floss", "flo"], ["Floss", "nothing"], [], ["Floss", "2"],
    ])
    func `words that are not distinct names are refused`(words: [String]) async throws {
        let tracker = try await tracker()

        let refusal = await status { _ = try await log(tracker, [Journal.LogLine(words: words)]) }

        #expect(refusal != nil)
        #expect(try await tracker.today().completed.isEmpty)
    }

    @Test func `a repeated key logs once`() async throws {
        let tracker = try await tracker()
        let lines = [Journal.LogLine(words: ["Water", "250"])]

        let first = try await log(tracker, lines, key: "k")
        let second = try await log(tracker, lines, key: "k")

        #expect(first == second)
        #expect(second.logged[0].day.total == 250)
    }

    @Test func `a range covers the optional days of a week`() async throws {
        let tracker = try await tracker()
        try await tracker.add("Read", on: monday.advanced(by: -14)) {
            ($0.target, $0.per) = (150, .week)
        }
        try await tracker.add("Gym", on: monday.advanced(by: -14)) {
            $0.schedule = .times(2, per: .week(startingOn: nil))
        }
        let range = "\(monday.advanced(by: -7))..\(monday.advanced(by: -4))"

        let read = try await log(tracker, [Journal.LogLine(words: ["Read", "30"], on: range)])
        let gym = try await log(tracker, [Journal.LogLine(words: ["Gym"], on: range)])

        #expect(read.logged.count == 4 && read.omitted == nil)
        #expect(gym.logged.count == 2)
        #expect(gym.omitted?.map(\.reason) == [.notDue, .notDue])
    }

    @Test(arguments: ["1h75", "1e400", "250mlx3"])
    func `a word that begins like an amount is not taken for a name`(word: String) async throws {
        let tracker = try await tracker()

        let refusal = await #expect(throws: Status.self) {
            try await log(tracker, [Journal.LogLine(words: ["Water", word])])
        }
        #expect(refusal?.code == .invalidArgument)
        #expect(
            refusal?.message == "\"\(word)\" is neither an amount nor the name of an activity.")
    }
}

import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct StatisticsTests {
    private let monday = TemporaryTracker.monday

    @Test func `streaks are listed with the longest current one first`() async throws {
        let tracker = try await TemporaryTracker()
        for name in ["Floss", "Read"] { try await tracker.add(name, on: monday.advanced(by: -9)) }
        for back in 1...4 { try await tracker.log("Read", on: monday.advanced(by: -back)) }
        for back in 3...8 { try await tracker.log("Floss", on: monday.advanced(by: -back)) }

        let board = try await tracker.client.call(Statistics.streaks, Statistics.AsOfRequest())
            .streaks

        #expect(
            board.map { "\($0.name) \($0.current) \($0.longest)" } == ["Read 4 4", "Floss 0 6"])
        #expect(Set(board.map(\.id)).count == 2)
    }

    @Test func `the history of streaks has the missed day that ended each run`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Read", on: monday.advanced(by: -9))
        for back in [1, 2, 5, 6, 7] {
            try await tracker.log("Read", on: monday.advanced(by: -back))
        }

        let history = try await tracker.client.call(
            Statistics.streakHistory, Statistics.StreakHistoryRequest(activity: "Read"))

        #expect(
            history.runs == [
                Statistics.Run(
                    from: monday.advanced(by: -2), to: monday.advanced(by: -1), days: 2,
                    missed: nil),
                Statistics.Run(
                    from: monday.advanced(by: -7), to: monday.advanced(by: -5), days: 3,
                    missed: monday.advanced(by: -4)),
            ])
        #expect(history.streak == Journal.Streak(current: 2, longest: 3))
        #expect(history.rate == 5.0 / 9)
    }

    @Test(arguments: [0, 54])
    func `a heat map of another number of weeks is rejected`(weeks: Int) async throws {
        let tracker = try await TemporaryTracker()

        await #expect {
            try await tracker.client.call(
                Statistics.heatMap, Statistics.HeatMapRequest(weeks: weeks))
        } throws: { error in
            (error as? Status)?.code == .invalidArgument
        }
    }

    @Test func `a heat map of a year has 53 whole weeks`() async throws {
        let tracker = try await TemporaryTracker()

        let map = try await tracker.client.call(
            Statistics.heatMap, Statistics.HeatMapRequest(weeks: 53))

        #expect(map.days.count == 371)
        #expect(map.days.last?.date == monday.advanced(by: 6))
    }

    @Test func `the recent days of each activity are those of its heat map`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss", on: monday.advanced(by: -30))
        try await tracker.add("Read", on: monday.advanced(by: -30))
        try await tracker.log("Floss", on: monday.advanced(by: -1))

        let recent = try await tracker.client.call(
            Statistics.recentDays, Statistics.RecentDaysRequest(days: 20)
        ).activities
        let list = try await tracker.client.call(Activities.list, Activities.ListRequest())

        #expect(recent.map(\.days.count) == [20, 20])
        for activity in list.activities {
            let map = try await tracker.client.call(
                Statistics.heatMap, Statistics.HeatMapRequest(activity: activity.name))
            let days = try #require(recent.first { $0.id == activity.id }).days
            #expect(days == map.days.filter { $0.date <= monday }.suffix(20))
            #expect(days.contains { $0.level == "full" } == (activity.name == "Floss"))
        }
    }

    @Test func `bars of weeks have the sum of the daily targets`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water", on: monday.advanced(by: -30)) {
            ($0.type, $0.target, $0.unit) = (.cumulative, 2000, "ml")
        }

        func targets(_ range: String) async throws -> [Double?] {
            try await tracker.client.call(
                Statistics.bars, Statistics.BarsRequest(activity: "Water", range: range)
            ).bars.map(\.target)
        }

        #expect(try await targets("week") == Array(repeating: 2000, count: 7))
        #expect(try await targets("sixMonths").suffix(2) == [14_000, 2000])
    }

    @Test func `a heat map has 13 whole weeks`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss", on: monday.advanced(by: -1))
        try await tracker.log("Floss")

        let map = try await tracker.client.call(Statistics.heatMap, Statistics.HeatMapRequest())

        #expect(map.days.count == 91)
        #expect(map.days.first?.date.weekday == 1)
        #expect(map.days.first { $0.date == monday }?.level == "full")
        #expect(map.days.first { $0.date == monday.advanced(by: -1) }?.level == "none")
    }

    @Test(arguments: [CivilDate.distantPast, .distantFuture])
    func `a heat map at an end of the calendar ends with it`(day: CivilDate) async throws {
        let tracker = try await TemporaryTracker()

        let map = try await tracker.client.call(
            Statistics.heatMap, Statistics.HeatMapRequest(on: day))

        #expect(map.days.contains { $0.date == day })
        #expect(map.days.count <= 91)
    }

    @Test func `insights list activities behind schedule and improvements`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss", on: monday.advanced(by: -20)) { $0.category = "Hygiene" }
        try await tracker.add("Pages", on: monday.advanced(by: -20)) { $0.target = 10 }
        for back in 0..<14 {
            try await tracker.log("Pages", back < 7 ? 30 : 10, on: monday.advanced(by: -back))
        }
        _ = try await tracker.client.call(
            Statistics.annotate, Statistics.AnnotateRequest(text: "New glasses", activity: "Pages"))

        let cards = try await tracker.client.call(Statistics.insights, Statistics.AsOfRequest())

        #expect(cards.behind.map(\.name) == ["Floss"])
        #expect(cards.behind.map(\.rate) == [0])
        #expect(cards.behind.map(\.severe) == [true])
        #expect(cards.wins.map(\.change) == [20])
        #expect(cards.streakBoard.map(\.current) == [14])
        #expect(cards.scorecards.first?.category == "Hygiene")
        #expect(cards.responses.map(\.value) == [30])
        #expect(cards.annotations.map(\.text) == ["New glasses"])
    }

    @Test(arguments: [
        (" \t ", "The annotation is empty."),
        (
            String(repeating: "x", count: 2001),
            "An annotation has up to 2,000 characters, not 2001."
        ),
    ])
    func `an annotation without text or with too much of it is refused`(
        text: String, message: String
    ) async throws {
        let tracker = try await TemporaryTracker()

        await #expect {
            try await tracker.client.call(
                Statistics.annotate, Statistics.AnnotateRequest(text: text))
        } throws: { error in
            (error as? Status)?.message == message
        }
    }

    @Test func `activities are listed by type, most recently logged first`() async throws {
        let tracker = try await TemporaryTracker()
        for name in ["Floss", "Read", "Walk"] {
            try await tracker.add(name, on: monday.advanced(by: -100))
        }
        try await tracker.add("Water") { $0.target = 8 }
        try await tracker.log("Read", on: monday.advanced(by: -90))
        try await tracker.log("Walk", on: monday.advanced(by: -2))

        let kinds = try await tracker.client.call(Statistics.insights, Statistics.AsOfRequest())
            .kinds

        #expect(kinds.map(\.type) == [.checkbox, .cumulative])
        #expect(kinds[0].activities.map(\.name) == ["Walk", "Read", "Floss"])
        #expect(kinds[0].activities.map(\.entry?.status) == ["completed", "completed", nil])
    }

    @Test func `bars have a day or a week each, with streaks and limits`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water", on: monday.advanced(by: -20)) {
            ($0.target, $0.unit) = (8, "glasses")
        }
        for (daysAgo, glasses) in [(0, 8.0), (1, 4), (8, 8), (9, 10)] {
            try await tracker.log("Water", glasses, on: monday.advanced(by: -daysAgo))
        }
        func bars(_ range: String?, on day: CivilDate? = nil) async throws
            -> Statistics.BarsResponse
        {
            try await tracker.client.call(
                Statistics.bars, Statistics.BarsRequest(activity: "wat", range: range, on: day))
        }

        let week = try await bars(nil)
        let weekBefore = try await bars("week", on: monday.advanced(by: -7))
        let halfYear = try await bars("sixMonths")

        #expect(week.bars.map(\.value) == [nil, nil, nil, nil, nil, 4, 8])
        #expect(week.bars.last?.to == monday)
        #expect([week.average, week.low, week.high] == [6, 4, 8])
        #expect(week.streak.current == 1)
        #expect(week.unit == "glasses")
        #expect(weekBefore.bars.map(\.value).suffix(3) == [10, 8, nil])
        #expect(halfYear.bars.count == 26)
        #expect(halfYear.bars.suffix(2).map(\.value) == [4, 8])
        let refused = await status { _ = try await bars("decade") }
        #expect(refused?.code == .invalidArgument)
        #expect(refused?.hint?.contains("threeYears") == true)
    }
}

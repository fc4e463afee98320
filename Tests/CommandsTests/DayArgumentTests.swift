import ArgumentParser
import CivilTime
import Contracts
import Milestones
import RPC
import Testing

@testable import Commands

/// Day expressions in the arguments of a command.
@Suite struct DayArgumentTests {
    /// Wednesday 2026-11-25.
    private static let today = CivilDate(days: 20_782)

    private func parsed<Command: BusCommand>(
        _ type: Command.Type, _ arguments: [String], _ days: DayExpressionContext
    ) throws -> Command {
        try DayExpressionContext.$current.withValue(days) { try type.parse(arguments) }
    }

    @Test func `day expressions refer to past days in records and to coming days in plans`()
        throws
    {
        let days = DayExpressionContext(today: Self.today)

        let agenda = try parsed(TodayCommand.self, ["--on", "mon"], days)
        let reminder = try parsed(ReminderCommand.Add.self, ["Dentist", "--on", "mon"], days)
        let vacation = try parsed(VacationCommand.Add.self, ["mon..fri"], days)
        let goal = try parsed(GoalEdit.self, ["Fit", "--deadline", "dec 1"], days)

        #expect(agenda.asOf.on?.description == "2026-11-23")
        #expect(reminder.on?.date.description == "2026-11-30")
        #expect(vacation.days.days.first.description == "2026-11-30")
        #expect(vacation.days.days.last.description == "2026-12-04")
        #expect(goal.deadline?.value?.date.description == "2026-12-01")
        #expect(days.isTodayUsed)
    }

    @Test(arguments: [[], ["--on", "2026-11-03"]])
    func `a command without a day expression does not need today`(arguments: [String]) throws {
        let days = DayExpressionContext(today: Self.today)

        _ = try parsed(TodayCommand.self, arguments, days)

        #expect(!days.isTodayUsed)
    }

    @Test(arguments: [
        (["today", "--on", "nov", "3"], ["today", "--on", "nov 3"]),
        (["log", "A", "--on", "Nov", "3", "5"], ["log", "A", "--on", "Nov 3", "5"]),
        (["log", "A", "--on", "mon", "3"], ["log", "A", "--on", "mon", "3"]),
        (["log", "A", "--note", "nov", "3"], ["log", "A", "--note", "nov", "3"]),
        (["log", "nov", "3"], ["log", "nov", "3"]), (["today", "--on"], ["today", "--on"]),
    ])
    func `a month and a day after an option for days are one value`(
        words: [String], joined: [String]
    ) {
        #expect(DayExpressionContext.joined(words) == joined)
    }

    @Test(
        arguments: [
            ("84,5", 84.5, nil), ("84,5kg", 84.5, .kg), ("179 LB", 179, .lb),
        ] as [(String, Double, WeightUnit?)])
    func `a weight has its unit beside it or none`(
        text: String, value: Double, unit: WeightUnit?
    ) throws {
        let weight = try #require(WeightArgument(argument: text))

        #expect(weight.value == value)
        #expect(weight.unit == unit)
    }

    @Test(
        arguments: [
            ("74,5kg", 74.5, .kg), ("164 lb", 164, .lb), ("75", 75, nil),
        ] as [(String, Double, WeightUnit?)])
    func `the weight of a goal and of an edit has its unit beside it or none`(
        text: String, value: Double, unit: WeightUnit?
    ) throws {
        let goal = try WeightGoalCommand.parse([text])
        let edit = try WeightEdit.parse(["1", "--value", text]).request

        #expect(goal.weight.value == value)
        #expect(goal.weight.unit == unit)
        #expect(goal.unit == nil)
        #expect(edit.weight == value)
        #expect(edit.unit == unit)
    }

    @Test(arguments: ["84 km", "1,500", "heavy"])
    func `another unit or an ambiguous number is not a weight`(text: String) {
        #expect(WeightArgument(argument: text) == nil)
    }
}

/// Questions about names that are not found.
@Suite struct NameCorrectionTests {
    private static let unknown = Status(
        .notFound, "There is no activity called \"Wtaer\".", hint: "Did you mean \"Water\"?")

    @Test(arguments: [
        ("y", ["log", "Water", "250"]), ("YES", ["log", "Water", "250"]), ("n", nil), ("", nil),
        (nil, nil),
    ])
    func `the offered name is used only after a yes`(answer: String?, arguments: [String]?) throws {
        let correction = try #require(NameCorrection(Self.unknown))
        var question = ""

        let corrected = correction.arguments(["log", "Wtaer", "250"]) {
            question = $0
            return answer
        }

        #expect(corrected == arguments)
        #expect(question == "There is no \"Wtaer\". Use \"Water\"? [y/N] ")
    }

    @Test func `other errors offer no name`() {
        #expect(NameCorrection(Status(.notFound, "There is no import 5.")) == nil)
        #expect(
            NameCorrection(Status(.invalidArgument, "x called \"a\".", hint: "Did you mean \"b\"?"))
                == nil)
        #expect(NameCorrection(Self.unknown)?.arguments(["log", "other"]) { _ in "y" } == nil)
    }
}

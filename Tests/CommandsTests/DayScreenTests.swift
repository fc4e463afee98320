import CivilTime
import Contracts
import RPC
import Testing
import Texts
import Tracker

@testable import Commands

/// The full-screen list of a day: keys change the state and request calls, the state is lines.
@Suite struct DayScreenTests {
    /// Wednesday 2026-11-25.
    private static let today = CivilDate(days: 20_782)

    private static func item(
        _ name: String, _ type: ActivityType = .checkbox, state: String = "open",
        slot: Slot = .allDay, value: Double? = nil, target: Double? = nil, unit: String? = nil,
        dueFrom: CivilDate? = nil, children: [Journal.Item] = []
    ) -> Journal.Item {
        Journal.Item(
            id: Activity.ID(name.lowercased()), name: name, type: type, state: state, slot: slot,
            value: value, target: target, unit: unit, dueFrom: dueFrom, skipReason: nil,
            icon: "star", color: "#00AAFF", children: children)
    }

    private static let water = item("Water", .cumulative, value: 500, target: 2000, unit: "ml")
    private static let floss = item("Floss", slot: .morning)
    private static let weight = item("Weight", .value, slot: .morning, unit: "kg")
    private static let done = item("Walk", state: "completed", dueFrom: today.advanced(by: -2))

    private static func response(
        open: [Journal.Item] = [water, floss, weight], completed: [Journal.Item] = [done],
        reminders: [Journal.Reminder] = [], on day: CivilDate = today
    ) -> Journal.DayResponse {
        let slots = [Slot.allDay, .morning].map { slot in
            Journal.Section(slot: slot, items: open.filter { $0.slot == slot })
        }
        return Journal.DayResponse(
            agenda: Journal.TodayResponse(
                date: day, progress: 0.25, allSkipped: false, vacation: false,
                slots: slots.filter { !$0.items.isEmpty }, reminders: reminders,
                completed: completed, skipped: []),
            today: today, now: "10:00", times: [], week: [], atRisk: [])
    }

    /// Presses keys on a new screen and returns the calls that they request.
    private func press(_ keys: [TerminalKey], _ screen: inout DayScreen) -> [DayScreen.Call] {
        keys.compactMap { screen.press($0) }
    }

    private func typed(_ text: String) -> [TerminalKey] { text.map { .character($0) } }

    private func log(
        _ activity: String, _ value: InputValue?, _ slot: Slot?
    ) -> DayScreen.Call {
        .log(Journal.LogRequest(activity: activity, value: value, on: Self.today, slot: slot))
    }

    @Test func `space completes an item, with the amount that is left`() {
        var screen = DayScreen(Self.response(), date: nil)

        let calls = press([.character(" "), .down, .enter], &screen)

        #expect(calls == [log("water", .number(1500), .allDay), log("floss", nil, .morning)])
    }

    @Test func `space clears a completed item on the day that its entry is on`() {
        var screen = DayScreen(Self.response(), date: nil)

        let calls = press([.end, .character(" ")], &screen)

        #expect(calls == [.clear(Activity.ID("walk"), Self.today.advanced(by: -2), .allDay)])
    }

    @Test func `space completes a reminder and a child of a container`() {
        let container = Self.item(
            "Morning", .container, children: [Self.item("Stretch", slot: .morning)])
        let reminder = Journal.Reminder(id: Activity.ID("mum"), name: "Call mum", dueOn: nil)
        var screen = DayScreen(
            Self.response(open: [container], completed: [], reminders: [reminder]), date: nil)

        let calls = press([.down, .character(" "), .down, .character(" ")], &screen)

        #expect(calls == [log("stretch", nil, .morning), log("mum", nil, nil)])
    }

    @Test func `an amount is logged as it is typed`() {
        var screen = DayScreen(Self.response(), date: nil)

        let calls = press(
            [.character("a")] + typed("2500") + [.backspace, .backspace] + typed("0ml")
                + [.enter, .down, .down, .character(" ")] + typed("84,5") + [.enter, .up, .up]
                + [.character("+"), .character("a"), .enter], &screen)

        #expect(
            calls == [
                log("water", .text("250ml"), .allDay), log("weight", .text("84,5"), .morning),
                log("water", nil, .allDay), log("water", nil, .allDay),
            ])
    }

    @Test func `an item without an amount is not asked for one`() {
        var screen = DayScreen(Self.response(), date: nil)

        let calls = press([.down, .character("a"), .character("+")], &screen)

        #expect(calls.isEmpty && screen.mode == .list)
        #expect(screen.message == "Floss has no usual amount to add.")
    }

    @Test func `a limit is never filled up by space`() {
        var limit = Self.water
        limit.atMost = true
        var screen = DayScreen(Self.response(open: [limit]), date: nil)

        #expect(screen.press(.character(" ")) == nil)
        #expect(screen.mode == .typing(DayScreen.Input(purpose: .amount(limit))))
    }

    @Test func `a skip has the typed reason, an offered one or none`() {
        var screen = DayScreen(Self.response(), date: nil)
        func skip(_ reason: String?) -> DayScreen.Call {
            .skip(
                Journal.SkipRequest(
                    activity: "water", reason: reason, on: Self.today, slot: .allDay))
        }

        let calls = press(
            [.character("s")] + typed("too cold") + [.enter, .character("s"), .tab, .tab, .enter]
                + [.character("s"), .enter], &screen)

        #expect(calls == [skip("too cold"), skip(offeredSkipReasons[1]), skip(nil)])
    }

    @Test func `escape ends typing without a call, and keys of the list are text`() {
        var screen = DayScreen(Self.response(), date: nil)

        let calls = press([.character("s")] + typed("quits") + [.escape], &screen)

        #expect(calls.isEmpty && screen.mode == .list && !screen.hasEnded)
    }

    @Test func `the day changes by arrows, by words and back to today`() {
        var screen = DayScreen(Self.response(), date: nil)
        var dates: [CivilDate?] = []
        func change(_ keys: [TerminalKey]) {
            #expect(press(keys, &screen) == [.read])
            dates.append(screen.date)
            screen.show(Self.response(on: screen.date ?? Self.today))
        }

        change([.left])
        change([.character("h")])
        change([.character("l")])
        change([.character("d")] + typed("mon") + [.enter])
        change([.character("t")])
        change([.right])

        let days = [-1, -2, -1, -2].map { Self.today.advanced(by: $0) }
        #expect(dates == days + [nil, Self.today.advanced(by: 1)])
    }

    @Test func `a text that is not a day is reported with the accepted ones`() {
        var screen = DayScreen(Self.response(), date: nil)

        let calls = press([.character("d")] + typed("noon") + [.enter], &screen)

        #expect(calls.isEmpty && screen.date == nil)
        #expect(screen.message?.hasPrefix("\"noon\" is not a day. Write a day as today") == true)
    }

    @Test(arguments: [TerminalKey.character("q"), .control("d")])
    func `a key ends the list`(key: TerminalKey) {
        var screen = DayScreen(Self.response(), date: nil)

        #expect(screen.press(key) == nil)
        #expect(screen.hasEnded)
    }

    @Test func `undo, redo and reading again are calls`() {
        var screen = DayScreen(Self.response(), date: nil)

        let calls = press([.character("u"), .character("U"), .control("l")], &screen)

        #expect(calls == [.undo, .redo, .read])
    }

    @Test func `the selection stays on its item, and moves on from a completed one`() {
        var screen = DayScreen(Self.response(), date: nil)
        _ = press([.down], &screen)

        screen.show(Self.response(open: [Self.floss, Self.weight]))
        let first = screen.selected?.key.id
        screen.show(
            Self.response(
                open: [Self.weight],
                completed: [Self.item("Floss", state: "completed", slot: .morning)]))

        #expect(first == Activity.ID("floss"))
        #expect(screen.selected?.key.id == Activity.ID("weight"))
    }

    @Test func `an empty day has no selection and no call`() {
        var screen = DayScreen(Self.response(open: [], completed: []), date: nil)

        let calls = press([.down, .up, .end, .character(" "), .character("s")], &screen)
        let frame = screen.frame(columns: 80, rows: 24)

        #expect(calls.isEmpty)
        #expect(frame.lines.contains { $0.text == "  Nothing is due." })
    }

    @Test func `the screen has the day, the list with its mark, and the keys`() {
        var screen = DayScreen(Self.response(), date: nil)
        _ = press([.down], &screen)

        let frame = screen.frame(columns: 80, rows: 24)

        let lines = frame.lines.map(\.text)
        #expect(lines.count == 24)
        #expect(lines[0] == "2026-11-25 Wednesday, today  25 % done, 3 open")
        #expect(
            lines[2...10] == [
                "  all day", "   [ ] Water  500 of 2,000 ml", "  morning", ">  [ ] Floss",
                "   [ ] Weight", "  done", "   [x] Walk  due from 2026-11-23", "", "",
            ])
        #expect(lines[23].hasSuffix("? help  q quit"))
        #expect(frame.cursor == ScreenFrame.Place(row: 5, column: 0))
    }

    @Test func `typed text is shown with the cursor after it`() {
        var screen = DayScreen(Self.response(), date: nil)
        _ = press([.character("a")] + typed("250"), &screen)

        let frame = screen.frame(columns: 80, rows: 24)

        #expect(frame.lines[22].text == "Amount of Water in ml: 250")
        #expect(frame.cursor == ScreenFrame.Place(row: 22, column: 26))
    }

    @Test
    func `no line is wider and no frame higher than the terminal, and the selection is shown`() {
        let many = (0..<50).map {
            Self.item("活動 number \($0) with a very long name", slot: .morning)
        }
        var screen = DayScreen(Self.response(open: many), date: nil)
        for rows in 1...30 {
            for columns in [1, 2, 7, 20, 79, 80, 200] {
                for mode in [
                    DayScreen.Mode.list, .help,
                    .typing(DayScreen.Input(purpose: .reason(many[0]), text: "too cold")),
                ] {
                    for selection in [0, 1, 25, 50] {
                        screen.mode = mode
                        screen.selection = selection

                        let frame = screen.frame(columns: columns, rows: rows)

                        #expect(frame.lines.count <= rows)
                        #expect(frame.lines.allSatisfy { columnWidth($0.text) <= columns })
                        #expect(frame.lines.indices.contains(frame.cursor.row))
                        if mode == .list {
                            #expect(frame.lines[frame.cursor.row].text.hasPrefix(">"))
                        }
                    }
                }
            }
        }
    }

    @Test func `a name with control characters cannot change the screen`() {
        let item = Self.item("Floss\u{1B}[2J\nagain")
        let screen = DayScreen(Self.response(open: [item], completed: []), date: nil)

        let lines = screen.frame(columns: 80, rows: 24).lines

        #expect(lines[3].text == ">  [ ] Floss\\u{1b}[2J\\nagain")
    }

    @Test func `a failed call is shown with its hint`() {
        var screen = DayScreen(Self.response(), date: nil)

        screen.show(
            Status(.unavailable, "Dayline is not running.", hint: "Start it with: dayline up"))

        #expect(
            screen.frame(columns: 80, rows: 24).lines[22].text
                == "Dayline is not running. Start it with: dayline up")
    }
}

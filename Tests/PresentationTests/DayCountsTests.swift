import CivilTime
import Contracts
import Testing
import Tracker

@testable import Presentation

@Suite struct DayCountsTests {
    private func item(_ name: String, _ state: String, _ slot: Slot = .allDay) -> Journal.Item {
        Journal.Item(
            id: Activity.ID(name), name: name, type: .checkbox, state: state, slot: slot,
            value: nil, target: nil, unit: nil, dueFrom: nil, skipReason: nil, icon: "star",
            color: "#00AAFF", children: [])
    }

    @Test func `open items and reminders are counted apart from completed items`() {
        let day = Journal.TodayResponse(
            date: CivilDate(days: 20_779), progress: 0.5, allSkipped: false, vacation: false,
            slots: [
                Journal.Section(slot: .allDay, items: [item("Floss", "open")]),
                Journal.Section(
                    slot: .evening,
                    items: [item("Read", "open", .evening), item("Stretch", "open", .evening)]),
            ],
            reminders: [Journal.Reminder(id: Activity.ID("mum"), name: "Call mum", dueOn: nil)],
            completed: [item("Walk", "completed"), item("Water", "completed")],
            skipped: [item("Gym", "skipped")], optional: [item("Swim", "open")])

        let counts = DayCounts(day)

        #expect(counts.text(PlainText()) == "4 open, 2 done")
        #expect(counts.date.description == "2026-11-22")
    }
}

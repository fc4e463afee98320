import Testing
import Tracker

@Suite struct DayPartsTests {
    @Test(arguments: ["05:00 12:00 17:00", "00:00 00:01 23:59", "06:30 13:15 18:00"])
    func `the text of the parts equals the parsed text`(text: String) throws {
        let parts = try #require(DayParts(text))

        #expect(parts.text == text)
        #expect(DayParts.problem(of: text) == nil)
    }

    @Test(arguments: [
        "", "05:00 12:00", "05:00 12:00 17:00 22:00", "5:00 12:00 17:00", "05:00 12:00 24:00",
        "12:00 05:00 17:00", "05:00 17:00 17:00", "05:00,12:00,17:00", "05:00  17:00", "off",
    ])
    func `any other text is not the parts of a day`(text: String) {
        #expect(DayParts(text) == nil)
    }

    @Test(arguments: [
        ("12:00 05:00 17:00", "The afternoon begins at 05:00"),
        ("05:00 17:00 17:00", "The evening begins at 17:00"),
        ("05:00  17:00", "2 of 3 times"), ("05:00", "1 of 3 times"),
    ])
    func `times that are out of order or missing have a sentence`(text: String, sentence: String) {
        #expect(DayParts.problem(of: text)?.contains(sentence) == true)
    }

    @Test func `the standard parts are those of the slots`() {
        #expect(DayParts.standard.text == "05:00 12:00 17:00")
    }

    @Test func `each minute of the day has one part, and the night has the morning`() throws {
        let parts = try #require(DayParts("06:30 13:00 18:00"))

        for minute in 0..<24 * 60 {
            let part = parts.part(at: minute)
            let isNight = minute < parts.start(of: .morning)
            #expect(
                isNight
                    ? part == .morning
                    : parts.start(of: part) <= minute && minute < parts.end(of: part))
        }
        #expect(parts.end(of: .morning) == 13 * 60)
        #expect(parts.end(of: .evening) == 24 * 60)
    }

    @Test(
        arguments: [
            (TimeWindow(startHour: 13, endHour: 14), 13), (TimeWindow(startHour: 0, endHour: 2), 0),
            (TimeWindow(slot: .evening), nil), (TimeWindow(slot: .evening, startHour: 9), nil),
            (TimeWindow(slot: .evening, startHour: .max), nil),
            (TimeWindow(slot: .morning, startHour: -1), nil),
        ] as [(TimeWindow, Int?)])
    func `hours decide the part of the day unless the slot was chosen apart from them`(
        window: TimeWindow, hour: Int?
    ) {
        #expect(Configuration(window: window).plannedHour == hour)
        #expect(Configuration(slots: [.evening], window: window).plannedHour == nil)
    }
}

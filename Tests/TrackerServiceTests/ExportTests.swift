import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct ExportTests {
    private let monday = TemporaryTracker.monday

    @Test func `a calendar has all that is planned, and an empty one is rejected`() async throws {
        let tracker = try await TemporaryTracker.full()
        let empty = try await TemporaryTracker()
        try await tracker.add("Call mum") { $0.schedule = .adhoc(monday) }
        let before = try await tracker.export(.ics)
        try await tracker.log("Call mum", on: monday)

        let after = try await tracker.export(.ics)

        #expect(before.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
        #expect(before.contains("SUMMARY:Water\r\nDESCRIPTION:2000 ml\r\n"))
        #expect(before.contains("SUMMARY:Vacation\r\n"))
        #expect(before.contains("SUMMARY:Goal: Fit\r\n"))
        #expect(before.contains("SUMMARY:Call mum\r\n"))
        #expect(!after.contains("SUMMARY:Call mum\r\n"))
        #expect(await status { _ = try await empty.export(.ics) }?.code == .failedPrecondition)
        #expect(
            await status { _ = try await tracker.export(.ics, .weight) }?.code == .invalidArgument)
    }

    @Test(arguments: [
        (Documents.Format.csv, Documents.Contents.tracker), (.csv, .weight), (.json, .weight),
    ])
    func `a file whose days do not depend on a zone rejects one`(
        format: Documents.Format, contents: Documents.Contents
    ) async throws {
        let tracker = try await TemporaryTracker.full()

        let refusal = await status {
            _ = try await tracker.export(format, contents, zone: "Asia/Tokyo")
        }

        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.message.contains("Asia/Tokyo") == true)
    }

    @Test func `entries and weights are written as tables`() async throws {
        let tracker = try await TemporaryTracker.full()

        let entries = try await tracker.export(.csv)
        let weights = try await tracker.export(.csv, .weight)
        let document = try await tracker.export(.json, .weight)

        #expect(entries.hasPrefix("date,activity,status,value,unit,"))
        #expect(entries.contains(",4,\"the \"\"park\"\"\",,,\r\n"))
        #expect(entries.contains("2026-01-05,Water,completed,500.0,ml,"))
        #expect(entries.contains(",,,,0.5,l\r\n"))
        #expect(entries.contains("\"Sick, \"\"very\"\"\""))
        #expect(
            weights == "date,weight,unit,note,bodyFat\r\n2026-01-05,90.0,kg,,\r\n"
                + "2026-01-06,87.5,kg,\"a,b\",\r\n")
        #expect(document.contains("\"entryCount\":2"))
    }

    @Test func `a table has answers beside notes, and its days are in order`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Mood") { $0.options = ["good", "bad"] }
        for (back, answer) in [(1, "good"), (2, "bad"), (0, "bad")] {
            _ = try await tracker.client.call(
                Journal.log,
                Journal.LogRequest(
                    activity: "Mood", value: .text(answer), on: monday.advanced(by: back),
                    note: "day \(back)", future: true))
        }

        let lines = try await tracker.export(.csv).split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }

        #expect(
            lines[0].suffix(6) == ["id", "mood", "place", "answer", "enteredAmount", "enteredUnit"])
        #expect(lines.dropFirst().map { $0[0] } == (0...2).map { "\(monday.advanced(by: $0))" })
        #expect(lines.dropFirst().map { $0[6] } == ["day 0", "day 1", "day 2"])
        #expect(lines.dropFirst().map { $0[13] } == ["bad", "good", "bad"])
    }
}

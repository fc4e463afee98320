import Foundation
import PluginKit
import Testing

struct ImportTrialTests {
    /// Reads lines of a time and a weight in pounds.
    private struct ScaleImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            let weight = try batches.series(
                SeriesDescription(metric: "bodyMass", unit: "lb", source: file.zone ?? "Scale"))
            for part in try file.parts() {
                let ending = try part.readLines { line in
                    if line.text == "-" { return batches.ignore(of: "pause") }
                    let fields = line.text.split(separator: " ").compactMap { Int64($0) }
                    guard fields.count == 2 else {
                        return try batches.quarantine(
                            line, type: "bodyMass", reason: "it does not have two numbers")
                    }
                    try batches.append(
                        weight, start: fields[0], end: fields[0], value: Double(fields[1]),
                        from: line)
                }
                if case .damaged(let reason) = ending {
                    batches.reportTruncation(reason, at: part.size)
                }
            }
        }
    }

    /// Reads lines of an outcome and a text as entries of one activity on consecutive days.
    private struct DiaryImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            let location = ItemLocation(offset: 0, line: 0, text: "")
            try batches.append(ImportedActivity(key: "a", name: "Diary"), from: location)
            for part in try file.parts() {
                var day = 20_000
                _ = try part.readLines { line in
                    let text = String(line.text.dropFirst(2))
                    day += 1
                    try batches.append(
                        ImportedEntry(
                            activity: "a", day: day,
                            outcome: line.text.hasPrefix("s")
                                ? .skipped(reason: text) : .completed,
                            note: text.isEmpty ? nil : text), from: location)
                }
            }
        }
    }

    @Test func `the texts of entries arrive as they were read`() throws {
        let texts = ["\"quoted\" \\ é", "tab\tand \u{1F600}", ""]

        let trial = try ImportTrial(
            of: DiaryImporter(), reading: texts.map { "c \($0)\ns \($0)\n" }.joined())

        let reasons = trial.entries.map { entry -> String? in
            guard case .skipped(let reason) = entry.outcome else { return nil }
            return reason
        }
        #expect(
            trial.entries.map(\.note) == [texts[0], texts[0], texts[1], texts[1], nil, nil])
        #expect(reasons == [nil, texts[0], nil, texts[1], nil, ""])
    }

    @Test func `a trial has the samples of an importer in canonical units`() throws {
        let trial = try ImportTrial(
            of: ScaleImporter(), reading: "1000 100\n-\nno\n2000 200", zone: "Home")

        #expect(trial.samples.map(\.start) == [1000, 2000])
        #expect(trial.samples.map(\.value) == [45.359237, 90.718474])
        #expect(trial.samples.map(\.unit) == ["kg", "kg"])
        #expect(trial.samples.first?.source == "Home")
        #expect(trial.ignored == ["pause": 1])
        #expect(trial.quarantined.map(\.location.line) == [3])
        #expect(trial.quarantined.first?.location.text == "no")
        #expect(!trial.isTruncated)
    }

    @Test func `the samples of several batches are in order`() throws {
        let text = (0..<40_000).map { "\($0) \($0)\n" }.joined()

        let trial = try ImportTrial(of: ScaleImporter(), reading: text)

        #expect(trial.samples.map(\.start) == Array(0..<40_000))
    }

    @Test func `an existing file is read, and a missing one is an error`() throws {
        let path = NSTemporaryDirectory() + "dl-trial-\(UUID().uuidString)"
        try Data("5 6\n".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }

        #expect(try ImportTrial(of: ScaleImporter(), readingFileAt: path).samples.count == 1)
        #expect(throws: ImportProblem.self) {
            try ImportTrial(of: ScaleImporter(), readingFileAt: path + "-gone")
        }
    }
}

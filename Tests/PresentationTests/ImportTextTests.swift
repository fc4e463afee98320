import Contracts
import Testing

@testable import Presentation

@Suite struct ImportTextTests {
    private static func report(
        problems: [ImportReport.Problem] = [], removed: [ImportReport.Removal]? = nil
    ) -> ImportReport {
        var report = ImportReport(
            id: 3, importer: "csv", file: "scale.csv", bytes: 76, seconds: 0.2,
            byType: ["bodyMass": ImportReport.Counts(read: 2, stored: 2)], problems: problems,
            ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 1)
        report.removed = removed
        return report
    }

    private static func removal(
        _ metric: String, device: String, count: Int, first: Int64
    ) -> ImportReport.Removal {
        var removal = ImportReport.Removal(
            metric: metric, source: "Watch", device: device, unit: "count")
        removal.count = count
        removal.samples = [ImportReport.Removal.Sample(start: first, end: first, value: 1)]
        return removal
    }

    @Test(
        arguments: [
            (0, 0, "\nA note"), (0, 2, "\nLine 2: A note"), (7, 0, "\nByte 7: A note"),
            (7, 2, "\nByte 7, line 2: A note"),
        ] as [(Int64, Int64, String)])
    func `a problem has its place unless it is of the whole file`(
        offset: Int64, line: Int64, text: String
    ) {
        let problem = ImportReport.Problem(offset: offset, line: line, reason: "A note", count: 1)

        #expect(ImportText.report(Self.report(problems: [problem]), PlainText()).contains(text))
    }

    @Test func `removed samples of several versions of a device are one row with the first start`()
    {
        var undo = Self.report(removed: [
            Self.removal("stepCount", device: "9.1", count: 1200, first: 86_400_000),
            Self.removal("stepCount", device: "9.0", count: 34, first: 0),
            Self.removal("heartRate", device: "9.0", count: 5, first: 0),
        ])
        undo.undoes = 2

        #expect(
            ImportText.report(undo, PlainText()) == """
                series            count  first
                stepCount, Watch  1,234  1970-01-01T00:00:00.000Z
                heartRate, Watch      5  1970-01-01T00:00:00.000Z
                Import 2 is undone: 1,239 samples and rows are removed. Store them again with: \
                dayline imports 3 --put-back
                """)
    }
}

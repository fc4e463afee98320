import Testing

@testable import IngestionService

/// The lines of an importer's output, and the number of their records.
struct OutputLinesTests {
    /// The complete lines of all parts, and the one without an end.
    private func lines(_ parts: [String], _ output: inout OutputLines) -> [String] {
        parts.flatMap { output.append($0.utf8) } + output.end()
    }

    @Test func `lines that arrive in two parts are those of the whole text`() {
        let text = "one\n\ntwo\nthree"
        for count in 0...text.count {
            var output = OutputLines()

            let found = lines(
                [String(text.prefix(count)), String(text.dropFirst(count))], &output)

            #expect(found == ["one", "two", "three"], "\(count)")
            #expect(output.newest == found)
        }
    }

    @Test func `a long line is cut, and the next one is complete`() {
        var output = OutputLines()
        let long = String(repeating: "x", count: OutputLines.lineLimit + 1)

        let found = lines([long, long, "\nnext\n"], &output)

        #expect(found == [String(long.dropLast()), "next"])
    }

    @Test func `the newest lines are stored`() {
        var output = OutputLines()
        let all = (0...OutputLines.newestLimit).map { "line \($0)" }

        _ = lines([all.joined(separator: "\n")], &output)

        #expect(output.newest == Array(all.dropFirst()))
    }

    @Test func `a hundred records a second are allowed, and the others are counted`() {
        var rate = RecordRate()
        let start = ContinuousClock.now
        let later = start + RecordRate.period

        let allowed = [start, start + .milliseconds(999), later].flatMap { time in
            (0..<RecordRate.limit).filter { _ in rate.isAllowed(at: time) }
        }

        #expect(allowed.count == 2 * RecordRate.limit)
        #expect(rate.omitted == RecordRate.limit)
    }
}

import Aggregation
import CivilTime
import Contracts
import Glibc
import HostFiles
import RPC
import ZeroMQ
import ZeroMQTransport

/// Measures computing an answer, encoding it, and sending it over the bus.
enum AnswerBench {
    /// Prints `trend_us message_us message_bytes` of a metric with data on each of `days` days.
    static func trend(days: Int) throws -> String {
        var totals = DayTotals()
        for day in 0..<days {
            totals.add(
                5000 + Double(day * 7919 % 6007) / 8, on: CivilDate(days: Int32(16_000 + day)))
        }
        let scope = TrendScope(asOf: CivilDate(days: Int32(16_000 + days)))
        let example = try Trend(of: totals, dayValue: .total, scope: scope)
        let trend = try Stopwatch.median(rounds: 101) {
            _ = try Trend(of: totals, dayValue: .total, scope: scope)
        }
        let answer = Insights.TrendsResponse(
            metric: "stepCount", unit: "count", kind: "cumulative", interval: example.interval,
            isAutomatic: true, remembered: nil, availableIntervals: example.availableIntervals,
            dataSpanDays: example.dataSpanDays, series: [],
            daily: example.daily.map {
                .init(date: $0.date, averageValue: $0.value, sampleCount: $0.sampleCount)
            }, previous: nil, change: nil, version: 1, stale: false)
        let bytes = try answer.wireContent().body.count
        let message = try Stopwatch.median(rounds: 101) { _ = try answer.wireContent() }
        return "\(trend * 1e6) \(message * 1e6) \(bytes)"
    }

    /// Prints `p50_us p99_us bytes` of sequential calls of a bus client, without decoding the
    /// answers.
    static func ask(
        home path: String, metric: String, method: String, calls: Int
    ) async throws -> String {
        let home = try Home.located(explicit: path, environment: [:])
        let client = Client(
            BusConnection(endpoint: try .ipc(home.busSocket), loop: try Loop()))
        func ask() async throws -> Int {
            guard method == "window" else {
                let request = Insights.TrendsRequest(name: metric, daily: method == "trends")
                return try await client.call(Insights.trends.verbatim, request).content.body.count
            }
            let request = Insights.WindowRequest(name: metric, visible: 28)
            return try await client.call(Insights.window.verbatim, request).content.body.count
        }
        var seconds: [Double] = []
        var bytes = 0
        for _ in 0..<(calls + 50) {
            let start = Stopwatch.wall
            bytes = try await ask()
            seconds.append(Stopwatch.wall - start)
        }
        let sorted = seconds.dropFirst(50).sorted()
        return "\(sorted[calls / 2] * 1e6) \(sorted[calls * 99 / 100] * 1e6) \(bytes)"
    }

    /// Prints `p50_us p99_us edit_p50_us` of changing a sample until a trend shows it: the edit is
    /// durable and its day folded when its call returns, then a trend is requested.
    static func log(
        home path: String, metric: String, day text: String, changes: Int
    ) async throws -> String {
        let home = try Home.located(explicit: path, environment: [:])
        let client = Client(
            BusConnection(endpoint: try .ipc(home.busSocket), loop: try Loop()))
        guard let day = CivilDate(text) else {
            throw Status(.invalidArgument, "The day \"\(text)\" is not a date.")
        }
        let readings = try await client.call(
            Readings.day, Readings.DayRequest(name: metric, on: day))
        guard var sample = readings.samples.first else {
            throw Status(.notFound, "There is no sample of \(metric) on \(text).")
        }
        let request = Insights.TrendsRequest(name: metric, daily: false)
        var edits: [Double] = []
        var totals: [Double] = []
        for _ in 0..<changes {
            let start = Stopwatch.wall
            let outcome = try await client.call(
                SampleEdits.edit, SampleEdits.EditRequest(ref: sample.ref, value: sample.value + 1))
            edits.append(Stopwatch.wall - start)
            _ = try await client.call(Insights.trends.verbatim, request)
            totals.append(Stopwatch.wall - start)
            guard let after = outcome.after else { break }
            sample = after
        }
        edits.sort()
        totals.sort()
        return "\(totals[totals.count / 2] * 1e6) \(totals[totals.count * 99 / 100] * 1e6)"
            + " \(edits[edits.count / 2] * 1e6)"
    }
}

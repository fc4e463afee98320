import RPC
import Testing

@testable import Gateway

/// The text of metrics in both formats.
@Suite struct MetricsTextTests {
    private static let families: [MetricFamily] = {
        var calls = MetricFamily("dayline_calls", kind: .counter, "Calls that \"end\".\nAll.")
        calls.add(3, ["worker": "a\\b\"c\nd\u{7}"])
        var time = MetricFamily("dayline_time_seconds", unit: "seconds", "Time.")
        time.add(0.25)
        time.add(.infinity, ["state": "é"])
        return [calls, time, MetricFamily("dayline_none", "Nothing.")]
    }()

    @Test func `OpenMetrics has units, counters without their suffix, and an end`() {
        #expect(
            MetricsText.openMetrics.text(Self.families) == """
                # TYPE dayline_calls counter
                # HELP dayline_calls Calls that \\"end\\".\\nAll.
                dayline_calls_total{worker="a\\\\b\\"c\\nd"} 3
                # TYPE dayline_time_seconds gauge
                # UNIT dayline_time_seconds seconds
                # HELP dayline_time_seconds Time.
                dayline_time_seconds 0.25
                dayline_time_seconds{state="é"} +Inf
                # EOF

                """)
    }

    @Test func `the text format of Prometheus names a counter as its samples`() {
        let text = MetricsText.prometheus.text(Self.families)

        #expect(text.hasPrefix("# TYPE dayline_calls_total counter\n"))
        #expect(!text.contains("UNIT") && !text.contains("EOF"))
    }

    @Test(arguments: [
        (nil, MetricsText.prometheus), ("*/*", .prometheus),
        ("application/openmetrics-text;version=1.0.0,text/plain;q=0.5", .openMetrics),
    ])
    func `the format is the one that the client accepts`(accept: String?, format: MetricsText) {
        #expect(MetricsText(accept: accept) == format)
    }

    @Test func `a worker without calls has no times`() {
        let list = BusBroker.ListResponse(workers: [], services: [], clients: 2, malformed: 1)
        let text = MetricsText.openMetrics.text(
            SystemMetrics(bus: list, databaseBytes: nil).families)

        #expect(text.contains("dayline_clients 2\n"))
        #expect(text.contains("dayline_malformed_messages_total 1\n"))
        #expect(!text.contains("seconds") && !text.contains("database"))
    }
}

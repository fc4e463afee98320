import Contracts
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

    @Test func `the text format of Prometheus declares a counter by the name of its samples`() {
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

    @Test func `the times of commits are a histogram, and unknown figures are left out`() {
        let times = StorageFigures.CommitTimes(
            count: 3, seconds: 0.5, buckets: [StorageFigures.Bucket(upTo: 0.005, count: 2)])
        let file = StorageFigures.GetResponse(
            commits: times, waitingFolds: 4, leasedFolds: 0, oldestFoldSeconds: 2.5,
            oldestLeaseSeconds: nil, gainedProfiles: nil, lostProfiles: nil, standbys: nil)
        var server = file
        server.gainedProfiles = 7
        server.lostProfiles = 1
        var replicated = server
        replicated.standbys = [
            StorageFigures.Standby(name: "standby", sync: "sync", lagBytes: 16, lagSeconds: nil)
        ]
        func text(_ figures: StorageFigures.GetResponse) -> String {
            MetricsText.prometheus.text(StorageMetrics([("a", figures)]).families)
        }

        #expect(
            text(file).hasPrefix(
                """
                # TYPE dayline_commit_seconds histogram
                # HELP dayline_commit_seconds Times of commits.
                dayline_commit_seconds_bucket{process="a",le="0.005"} 2
                dayline_commit_seconds_bucket{process="a",le="+Inf"} 3
                dayline_commit_seconds_count{process="a"} 3
                dayline_commit_seconds_sum{process="a"} 0.5

                """))
        #expect(text(file).contains("dayline_fold_tasks{process=\"a\",state=\"waiting\"} 4\n"))
        #expect(text(file).contains("dayline_oldest_fold_seconds{process=\"a\"} 2.5\n"))
        #expect(!text(file).contains("owner_changes") && !text(file).contains("standby"))
        #expect(text(server).contains("change=\"gained\"} 7\n"))
        #expect(text(server).contains("dayline_standbys_known 0\n"))
        #expect(
            text(replicated).contains(
                "dayline_standby_lag_bytes{standby=\"standby\",sync=\"sync\"} 16\n"))
    }
}

import Foundation
import RPC
import TestKit
import Testing

/// Logs, traces and telemetry of a real system.
@Suite struct ObservabilityTests {
    /// A record of a log in the format JSON, whose values are written as texts.
    private typealias Record = [String: String]

    /// The records of all logs. A line that is not such a record fails the test.
    private static func records(_ system: DaylineSystem) throws -> [Record] {
        let folder = "\(system.home)/logs"
        var records: [Record] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            for line in text.split(separator: "\n") {
                let object = try #require(
                    JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                    "\(name) has the line \(line)")
                #expect(object["micros"] == nil || object["micros"] is Int, "\(line)")
                let record = object.mapValues { "\($0)" }
                for key in ["time", "level", "source", "message"] {
                    #expect(record[key] != nil, "\(name) has no \(key) in \(line)")
                }
                records.append(record)
            }
        }
        return records
    }

    @Test
    func `logs of the main job above debug have no health value, and calls have a trace`()
        throws
    {
        let system = try DaylineSystem(
            options: ["--log-format", "json"], variables: ["DAYLINE_LOG_LEVEL": "trace"])
        let folder = NSTemporaryDirectory() + "dl-logs-" + UUID().uuidString
        let inbox = "\(folder)/inbox"
        try FileManager.default.createDirectory(
            atPath: inbox, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Each planted value is one that nothing else has.
        let good = "date,weight_kg,steps\n2026-11-01,83.719,64217\n2026-11-02,83.723,64219\n"
        try good.write(toFile: "\(folder)/good.csv", atomically: true, encoding: .utf8)
        let bad = "date,weight_kg\n2026-11-01,98.7651x\n2026-11-99,97.4317\n"
        try bad.write(toFile: "\(inbox)/bad.csv", atomically: true, encoding: .utf8)

        try system.run("activity", "add", "Vlaxo", "--target", "7391", "--unit", "ml")
        try system.run("log", "Vlaxo", "7393", "--note", "zwiebelkuchen")
        try system.run("log", "Vlaxon", "7397")
        try system.run("weight", "add", "84.317 kg")
        try system.run("weight", "add", "98431.7 kg")
        #expect(try system.run("import", "\(folder)/good.csv").status == 0)
        try system.run("import", "\(inbox)/bad.csv")
        try system.run("settings", "set", "inbox", inbox)
        try system.run("trends", "steps")
        try system.run("trends", "weight", "--interval", "month")
        try system.run("call", "Journal/Log", #"{"activity":"Vlaxo","value":"7411 oops"}"#)
        try system.run("undo")
        try system.run("down")

        let records = try Self.records(system)
        let planted = [
            "83.719", "83.723", "64217", "64219", "98.7651", "97.4317", "739", "zwiebel", "84.317",
            "98431", "7411",
        ]
        let loud = records.filter { !["trace", "debug"].contains($0["level"] ?? "") }
        #expect(loud.count > 10)
        for record in loud {
            for (key, text) in record where key != "time" && key != "trace" && key != "call" {
                #expect(!planted.contains { text.contains($0) }, "\(record)")
            }
        }
        let call = try #require(
            records.first { $0["message"] == "dayline.tracker.Journal/Log" })
        #expect(call["trace"]?.count == 32)
        #expect(call["call"]?.count == 32)
        #expect(call["micros"].flatMap(Int.init) ?? 0 > 0)
        #expect(call["status"] == "OK")
        let stored = records.filter {
            $0["source"] == "storage" && $0["trace"] == call["trace"]
        }
        #expect(stored.contains { $0["message"] == "dayline.storage.TrackerRecords/Apply" })
    }

    @Test func `values of files that fail importers are in no log at the default level`()
        async throws
    {
        let system = try DaylineSystem()
        let inbox = NSTemporaryDirectory() + "dl-inbox-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: inbox, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: inbox) }
        // Both print a value; the kit reports the error of the first, and the second ends early.
        let endings = ["raising": "float('78.31415926x')", "crashing": "os.abort()"]
        for (name, ending) in endings {
            let created = try system.json("plugins", "new", name, "--language", "python")
            let program = "\(try #require(created["path"] as? String))/importer.py"
            let lines = """
                import os
                def read(file, batches):
                    os.write(2, b"value 77.31415926x\\n")
                    \(ending)
                if __name__
                """
            try String(contentsOfFile: program, encoding: .utf8)
                .replacingOccurrences(of: "if __name__", with: lines)
                .write(toFile: program, atomically: false, encoding: .utf8)
            try "1767225600000,250\n".write(
                toFile: "\(inbox)/sep.\(name).csv", atomically: true, encoding: .utf8)
        }

        let raised = try system.run("import", "\(inbox)/sep.raising.csv")
        let crashed = try system.run("import", "\(inbox)/sep.crashing.csv")
        try system.run("settings", "set", "inbox", inbox)
        let reports = endings.keys.map { "\(inbox)/failed/sep.\($0).csv.report.json" }
        try await eventually("the reports of both files") {
            reports.allSatisfy(FileManager.default.fileExists)
        }
        try system.run("down")

        #expect(raised.status != 0 && raised.errors.contains("78.31415926x"))
        #expect(crashed.status != 0 && crashed.errors.contains("  value 77.31415926x"))
        for path in reports {
            #expect(try String(contentsOfFile: path, encoding: .utf8).contains(".31415926x"))
        }
        let logs = "\(system.home)/logs"
        for name in try FileManager.default.contentsOfDirectory(atPath: logs) {
            let text = try String(contentsOfFile: "\(logs)/\(name)", encoding: .utf8)
            #expect(!text.contains("31415926"), "\(name)")
            let isReported = text.contains("sep.raising.csv cannot be imported (INVALID_ARGUMENT)")
            #expect(isReported == (name == "ingestion.log"))
        }
    }

    @Test func `a trace shows the calls of one command over processes as a tree`() throws {
        let system = try DaylineSystem()
        try system.run("activity", "add", "Read")
        try system.run("log", "Read")

        let listing = try system.json("trace")
        let traces = try #require(listing["traces"] as? [[String: Any]])
        let methods = { (trace: [String: Any]) in
            (trace["spans"] as? [[String: Any]] ?? []).compactMap {
                ($0["span"] as? [String: Any])?["method"] as? String
            }
        }
        let found = try #require(
            traces.first { methods($0).contains("dayline.tracker.Journal/Log") })
        let id = try #require(found["trace"] as? String)
        let text = try system.run("trace", String(id.prefix(16))).output
        let lines = text.split(separator: "\n")
        let caller = try #require(lines.first { $0.contains("dayline.tracker.Journal/Log") })
        let called = try #require(
            lines.first { $0.contains("dayline.storage.TrackerRecords/Apply") })
        #expect(text.hasPrefix("Trace \(id)"))
        #expect(caller.contains("  tracker  "))
        #expect(called.contains("  storage  "))
        let column = { (line: Substring) in
            line.range(of: "dayline.").map {
                line.distance(from: line.startIndex, to: $0.lowerBound)
            }
        }
        #expect(try #require(column(caller)) + 2 == column(called))

        // The identifier of one call finds the whole trace.
        let spans = try #require(found["spans"] as? [[String: Any]])
        let call = try #require((spans.last?["span"] as? [String: Any])?["call"] as? String)
        #expect(try system.run("trace", call).output.hasPrefix("Trace \(id)"))
        let missing = try system.run("trace", "0123456789abcdef")
        #expect(missing.status != 0 && missing.errors.contains("List the newest calls"))
        #expect(try system.run("trace", "water").errors.contains("hexadecimal"))
    }

    @Test func `the log level of one process changes while it runs`() throws {
        let system = try DaylineSystem()
        let levels = { (text: [String: Any]) in
            Dictionary(
                uniqueKeysWithValues: (text["processes"] as? [[String: String]] ?? []).map {
                    ($0["process"] ?? "", $0["level"] ?? "")
                })
        }
        let logged = { try system.run("logs", "storage").output.contains(" debug storage: ") }
        #expect(try !logged())

        let changed = levels(try system.json("log-level", "debug", "storage"))
        try system.run("today")

        #expect(changed == ["storage": "debug"])
        #expect(try logged())
        let all = levels(try system.json("log-level"))
        #expect(all["storage"] == "debug")
        #expect(all["tracker"] == "info" && all["broker"] == "info" && all["daylined"] == "info")
        let unknown = try system.run("log-level", "debug", "stroage")
        #expect(unknown.status != 0 && unknown.errors.contains("tracker"))
        #expect(try system.run("log-level", "loud").status != 0)
    }

    @Test
    func `spans and metrics reach an OTLP receiver, and none before an address is set`()
        async throws
    {
        // The first answer makes the exporter send the same spans again.
        let receiver = try LoopbackReceiver(statuses: [503])
        let system = try DaylineSystem()
        try system.run("activity", "add", "Read")
        #expect(try system.json("settings", "get", "telemetry").description.contains("off"))
        #expect(receiver.bodies.isEmpty)
        #expect(try system.run("settings", "set", "telemetry", "127.0.0.1:4318").status != 0)

        let set = try system.run("settings", "set", "telemetry", receiver.url)
        try system.run("log", "Read")
        try #require(set.status == 0, "\(set.errors)")
        try await eventually("the spans and metrics arrive") {
            let spans = OTLPDocument.decoded(OTLPDocument.Traces.self, receiver.bodies).flatMap(
                \.resourceSpans
            )
            .flatMap(\.scopeSpans).flatMap(\.spans)
            return spans.contains { $0.name == "dayline.tracker.Journal/Log" }
                && !OTLPDocument.decoded(OTLPDocument.Metrics.self, receiver.bodies).isEmpty
        }

        let resources = OTLPDocument.decoded(OTLPDocument.Traces.self, receiver.bodies).flatMap(
            \.resourceSpans)
        let spans = resources.flatMap(\.scopeSpans).flatMap(\.spans)
        let log = try #require(spans.first { $0.name == "dayline.tracker.Journal/Log" })
        let apply = try #require(
            spans.first { $0.parentSpanId == log.spanId && $0.name.contains("storage") })
        #expect(log.traceId.count == 32 && log.spanId.count == 16 && log.kind == 2)
        #expect(apply.traceId == log.traceId)
        for span in spans {
            let (start, end) = (Int64(span.startTimeUnixNano), Int64(span.endTimeUnixNano))
            #expect(try #require(start) <= (try #require(end)))
        }
        #expect(Set(resources.compactMap(\.resource.name)).isSuperset(of: ["tracker", "storage"]))
        let metrics = try #require(
            OTLPDocument.decoded(OTLPDocument.Metrics.self, receiver.bodies).last?.resourceMetrics
                .first {
                    $0.resource.name == "tracker"
                }?.scopeMetrics.first?.metrics)
        let served = try #require(metrics.first { $0.name == "dayline.calls.served" }?.sum)
        #expect(served.isMonotonic == true && served.aggregationTemporality == 2)
        #expect(try #require(served.dataPoints.first.flatMap { Int($0.asInt) }) > 0)
        #expect(metrics.contains { $0.gauge != nil })
        let bodies = receiver.answered
        #expect(bodies.first?.status == 503)
        #expect(bodies.dropFirst().contains { $0.body.contains("Activities/Add") })

        #expect(try system.run("settings", "set", "telemetry", "off").status == 0)
        let state = try system.json("call", "dayline.notifier.Telemetry/State")
        #expect(state["address"] == nil)
    }

    @Test func `telemetry has no name, amount, note or secret of a person`() async throws {
        let receiver = try LoopbackReceiver()
        let system = try DaylineSystem()
        let set = try system.run("settings", "set", "telemetry", receiver.url)
        try #require(set.status == 0, "\(set.errors)")

        try system.run("profile", "add", "vlaxoname")
        try system.run("activity", "add", "Vlaxo", "--target", "7393.31415926", "--unit", "ml")
        try system.run("log", "Vlaxo", "7391.31415926", "--note", "zwiebelkuchen")
        #expect(try system.run("log", "Vlaxon", "7397.31415926").status != 0)
        let link = try system.run("web", "link", "--print").output
        let address = try #require(link.split(separator: "\n").last.map(String.init))
        let secret = try #require(address.split(separator: "/").last.map(String.init))
        let open = "import sys, urllib.request; urllib.request.urlopen(sys.argv[1])"
        let page = try DaylineSystem.run("/usr/bin/python3", ["-c", open, address])
        try #require(page.status == 0, "\(page.errors)")
        try await eventually("the spans of all calls arrive") {
            let all = receiver.bodies.joined()
            return all.contains("HTTP GET /login") && all.contains("NOT_FOUND")
                && all.contains("dayline.calls.failed")
        }

        let bodies = receiver.bodies
        for text in ["vlaxo", "31415926", "zwiebel", secret.lowercased()] {
            #expect(!bodies.contains { $0.lowercased().contains(text) }, "\(text)")
        }
        let resources = OTLPDocument.decoded(OTLPDocument.Traces.self, bodies)
            .flatMap(\.resourceSpans)
        let spans = resources.flatMap(\.scopeSpans).flatMap(\.spans)
        #expect(
            Set(spans.flatMap(\.attributes).map(\.key)) == [
                "rpc.system", "rpc.service", "rpc.method", "dayline.call",
            ])
        #expect(
            Set(resources.flatMap(\.resource.attributes).map(\.key)) == [
                "service.namespace", "service.name", "service.instance.id", "service.version",
                "process.pid",
            ])
    }
}

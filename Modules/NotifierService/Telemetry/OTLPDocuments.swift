import HostFiles
import Memberwise
import RPC

/// The documents of OTLP 1 in its JSON form. 64-bit numbers are texts, identifiers are hexadecimal.
enum OTLP {
    @Memberwise
    struct Traces: Encodable {
        var resourceSpans: [ResourceSpans]
    }

    @Memberwise
    struct ResourceSpans: Encodable {
        var resource: Resource
        var scopeSpans: [ScopeSpans]
    }

    @Memberwise
    struct ScopeSpans: Encodable {
        var scope = Scope()
        var spans: [Span]
    }

    @Memberwise
    struct Metrics: Encodable {
        var resourceMetrics: [ResourceMetrics]
    }

    @Memberwise
    struct ResourceMetrics: Encodable {
        var resource: Resource
        var scopeMetrics: [ScopeMetrics]
    }

    @Memberwise
    struct ScopeMetrics: Encodable {
        var scope = Scope()
        var metrics: [Metric]
    }

    struct Scope: Encodable {
        var name = "dayline"
        var version = ProductVersion.text
    }

    @Memberwise
    struct Resource: Encodable {
        var attributes: [Attribute]
    }

    struct Attribute: Encodable {
        var key: String
        var value: Value

        struct Value: Encodable {
            var stringValue: String
        }

        init(_ key: String, _ text: String) {
            self.key = key
            value = Value(stringValue: text)
        }
    }

    @Memberwise
    struct Span: Encodable {
        var traceId: String
        var spanId: String
        var parentSpanId: String?
        var name: String
        /// 2: the server of a call.
        var kind = 2
        var startTimeUnixNano: String
        var endTimeUnixNano: String
        var attributes: [Attribute]
        var status: SpanStatus
    }

    @Memberwise
    struct SpanStatus: Encodable {
        /// 0: unset, 2: an error.
        var code: Int
        var message: String?
    }

    @Memberwise
    struct Metric: Encodable {
        var name: String
        var unit: String
        var sum: Sum? = nil
        var gauge: Gauge? = nil
    }

    @Memberwise
    struct Sum: Encodable {
        var dataPoints: [Point]
        /// 2: since the start.
        var aggregationTemporality = 2
        var isMonotonic = true
    }

    @Memberwise
    struct Gauge: Encodable {
        var dataPoints: [Point]
    }

    @Memberwise
    struct Point: Encodable {
        var timeUnixNano: String
        var asInt: String
    }
}

extension OTLP.Span {
    init(_ span: BusTraces.RecordedSpan) {
        let parts = span.method.split(separator: "/", maxSplits: 1).map(String.init)
        self.init(
            traceId: span.trace, spanId: span.span, parentSpanId: span.parent, name: span.method,
            startTimeUnixNano: nanos(span.startMicros),
            endTimeUnixNano: nanos(span.startMicros + span.durationMicros),
            attributes: span.call.map { call in
                [
                    OTLP.Attribute("rpc.system", "dayline"),
                    OTLP.Attribute("rpc.service", parts.first ?? ""),
                    OTLP.Attribute("rpc.method", parts.last ?? ""),
                    OTLP.Attribute("dayline.call", call),
                ]
            } ?? [],
            status: OTLP.SpanStatus(code: span.status == nil ? 0 : 2, message: span.status))
    }
}

extension OTLP.Resource {
    /// The process of a worker.
    init(_ worker: BusBroker.Worker) {
        self.init(attributes: [
            OTLP.Attribute("service.namespace", "dayline"),
            OTLP.Attribute("service.name", worker.name),
            OTLP.Attribute("service.instance.id", worker.instance),
            OTLP.Attribute("service.version", ProductVersion.text),
            OTLP.Attribute("process.pid", String(worker.pid)),
        ])
    }
}

extension OTLP.ScopeMetrics {
    /// The load of a worker at a time in microseconds since 1970.
    init(_ worker: BusBroker.Worker, at time: Int64) {
        func points(_ value: some BinaryInteger) -> [OTLP.Point] {
            [OTLP.Point(timeUnixNano: nanos(time), asInt: "\(value)")]
        }
        func sum(_ name: String, _ value: Int) -> OTLP.Metric {
            OTLP.Metric(name: name, unit: "{call}", sum: OTLP.Sum(dataPoints: points(value)))
        }
        func gauge(_ name: String, _ unit: String, _ value: Int64) -> OTLP.Metric {
            OTLP.Metric(name: name, unit: unit, gauge: OTLP.Gauge(dataPoints: points(value)))
        }
        var metrics = [
            sum("dayline.calls.served", worker.served), sum("dayline.calls.failed", worker.failed),
            gauge("dayline.calls.running", "{call}", Int64(worker.inFlight)),
        ]
        if let median = worker.p50Micros, let slow = worker.p99Micros {
            metrics.append(gauge("dayline.calls.duration.p50", "us", median))
            metrics.append(gauge("dayline.calls.duration.p99", "us", slow))
        }
        self.init(metrics: metrics)
    }
}

/// Nanoseconds as OTLP writes them.
private func nanos(_ micros: Int64) -> String { "\(micros)000" }

import Foundation

/// The documents of OTLP in its JSON form, as a receiver reads them.
enum OTLPDocument {
    struct Traces: Decodable {
        var resourceSpans: [ResourceSpans]
    }

    struct ResourceSpans: Decodable {
        var resource: Resource
        var scopeSpans: [ScopeSpans]
    }

    struct Resource: Decodable {
        var attributes: [Attribute]

        var name: String? {
            attributes.first { $0.key == "service.name" }?.value.stringValue
        }
    }

    struct Attribute: Decodable {
        var key: String
        var value: Value

        struct Value: Decodable {
            var stringValue: String
        }
    }

    struct ScopeSpans: Decodable {
        var spans: [Span]
    }

    struct Span: Decodable {
        var traceId: String
        var spanId: String
        var parentSpanId: String?
        var name: String
        var kind: Int
        var startTimeUnixNano: String
        var endTimeUnixNano: String
        var attributes: [Attribute]
    }

    struct Metrics: Decodable {
        var resourceMetrics: [ResourceMetrics]
    }

    struct ResourceMetrics: Decodable {
        var resource: Resource
        var scopeMetrics: [ScopeMetrics]
    }

    struct ScopeMetrics: Decodable {
        var metrics: [Metric]
    }

    struct Metric: Decodable {
        var name: String
        var sum: Points?
        var gauge: Points?
    }

    struct Points: Decodable {
        var dataPoints: [Point]
        var isMonotonic: Bool?
        var aggregationTemporality: Int?
    }

    struct Point: Decodable {
        var timeUnixNano: String
        var asInt: String
    }

    /// The documents of a kind among the bodies of requests.
    static func decoded<Value: Decodable>(
        _ type: Value.Type, _ bodies: [String]
    ) -> [Value] {
        bodies.compactMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

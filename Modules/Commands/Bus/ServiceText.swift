import Presentation
import RPC

/// Formats services and instances as text.
enum ServiceText {
    /// All services with the names of their methods, and the instances.
    static func overview(_ catalog: ServiceCatalog, _ output: Output) -> String {
        let table = TextTable(
            of: catalog.services, .left("service", \.name), .right("version") { "\($0.version)" },
            .right("workers") { "\($0.workers)" }, .right("queued") { "\($0.queued)" },
            .left("methods") { $0.methods.map(\.name).joined(separator: ", ") }
        )
        return [table.text(output), instances(catalog.instances, output)]
            .joined(separator: "\n\n")
    }

    /// One service with the schema of every message.
    static func detail(
        _ service: ServiceCatalog.Service, _ instances: [ServiceCatalog.Instance],
        _ output: Output
    ) -> String {
        let title =
            "\(output.styled(service.name, .bold)), version \(service.version), "
            + "\(service.queued) waiting"
        let blocks = service.methods.map { method($0, output) }
        return ([title] + blocks + [self.instances(instances, output)]).joined(separator: "\n\n")
    }

    private static func method(
        _ method: BusReflection.MethodDescription, _ output: Output
    ) -> String {
        let kind =
            switch method.kind {
            case .unary: "unary"
            case .serverStream: "server stream"
            case .clientStream: "client stream"
            }
        let repeatable = method.isRepeatable ? ", repeatable" : ""
        let messages = [
            ("request", method.request), ("item", method.item), ("reply", method.reply),
        ]
        let lines = messages.compactMap { name, schema in
            schema.map {
                "  \(output.styled(padded(name), .dim))\(SchemaText.text($0, indentation: 11))"
            }
        }
        let title = "\(output.styled(method.name, .accent))  \(kind)\(repeatable)"
        let summary = method.summary.map { ["  \($0)"] } ?? []
        let fields = messages.flatMap { name, schema in
            schema.map { self.fields(name, $0, output) } ?? []
        }
        return ([title] + summary + lines + fields + columns(method, output))
            .joined(separator: "\n")
    }

    /// A line for each described field of a message.
    private static func fields(
        _ message: String, _ schema: JSONSchema, _ output: Output
    ) -> [String] {
        let title = output.styled(padded("field"), .dim)
        return SchemaText.descriptions(schema).map { "  \(title)\(message) \($0): \($1)" }
    }

    /// A line for each column of the method's messages.
    private static func columns(
        _ method: BusReflection.MethodDescription, _ output: Output
    ) -> [String] {
        let messages = [
            ("request", method.columns?.request), ("item", method.columns?.item),
            ("reply", method.columns?.reply),
        ]
        return messages.flatMap { message, columns in
            (columns ?? []).map { column in
                let title = output.styled(padded("column"), .dim)
                return "  \(title)\(message) \(column.name) \(column.type.rawValue): "
                    + column.description
            }
        }
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: 9 - name.count)
    }

    private static func instances(
        _ instances: [ServiceCatalog.Instance], _ output: Output
    ) -> String {
        func count(_ value: Int?) -> String { value.map { NumberText.count($0) } ?? "-" }
        func micros(_ value: Int64?) -> String { NumberText.micros(value.map(Double.init)) }
        return TextTable(
            of: instances, .left("instance", \.instance), .left("state", \.state.rawValue),
            .right("in flight") { count($0.statistics?.inFlight) },
            .right("served") { count($0.statistics?.served) },
            .right("failed") { count($0.statistics?.failed) },
            .right("p50") { micros($0.statistics?.p50Micros) },
            .right("p99") { micros($0.statistics?.p99Micros) }
        ).text(output)
    }
}

import Memberwise

/// The services of an instance with the schema of every message
/// (`dayline.bus.Reflection/Describe@INSTANCE`, or `@SERVICE` for any worker that serves it).
package enum BusReflection {
    package static let service = "dayline.bus.Reflection"

    package static let describe = Method<DescribeRequest, DescribeResponse>(
        service, "Describe", repeatable: true, access: .scope(.read))

    @Message
    package struct DescribeRequest: Codable, Hashable, WireValue {
        /// Limits the description to this service; nil for all.
        package var service: String? = nil
        /// Limits the description to methods of this name; nil for all.
        package var method: String? = nil
    }

    @Message
    package struct DescribeResponse: Codable, Hashable, WireValue {
        package var instance: String
        /// Sorted by name.
        package var services: [Service]
    }

    @Message
    package struct Service: Codable, Hashable, Sendable {
        package var name: String
        /// Major version of its contract.
        package var version: Int
        /// Sorted by name.
        package var methods: [MethodDescription]
    }

    @Described
    package struct MethodDescription: Codable, Hashable, Sendable {
        package var name: String
        /// Summary in one sentence; nil if the server has none.
        package var summary: String?
        package var kind: MethodKind
        /// True if executing a call twice has the same effect as once.
        package var isRepeatable: Bool
        /// The scope that a caller over HTTP or with a key needs; nil: only programs on the machine of the
        /// home may call the method.
        package var scope: Scope?
        /// Keys of the request that only those programs may send; nil: none.
        package var localKeys: [String]?
        package var request: JSONSchema
        /// Nil for methods without items.
        package var item: JSONSchema?
        package var reply: JSONSchema
        /// Nil if no message has columns.
        package var columns: Columns?
    }

    /// The columns of a method's messages.
    package struct Columns: Codable, Hashable, Sendable {
        package var request: [ColumnNote]?
        package var item: [ColumnNote]?
        package var reply: [ColumnNote]?

        /// Nil if the note describes no columns.
        init?(_ note: MethodNote) {
            guard !(note.request + note.item + note.reply).isEmpty else { return nil }
            request = note.request.isEmpty ? nil : note.request
            item = note.item.isEmpty ? nil : note.item
            reply = note.reply.isEmpty ? nil : note.reply
        }
    }
}

extension Router {
    /// The registered services that match the request.
    package func described(
        _ query: BusReflection.DescribeRequest = BusReflection.DescribeRequest()
    ) -> [BusReflection.Service] {
        let selected = registrations.values.filter { registration in
            (query.service ?? registration.name.service) == registration.name.service
                && (query.method ?? registration.name.method) == registration.name.method
        }
        return Dictionary(grouping: selected, by: \.name.service)
            .map { name, methods in
                BusReflection.Service(
                    name: name, version: Int(methods.map(\.contract).max() ?? 1),
                    methods: methods.map { $0.described(by: notes[$0.name]) }
                        .sorted { $0.name < $1.name })
            }
            .sorted { $0.name < $1.name }
    }
}

extension Router.Registration {
    fileprivate func described(by note: MethodNote?) -> BusReflection.MethodDescription {
        BusReflection.MethodDescription(
            name: name.method, summary: note?.summary, kind: kind, isRepeatable: isRepeatable,
            scope: access.scope, localKeys: access.localKeys.isEmpty ? nil : access.localKeys,
            request: JSONSchema(of: requestType.bodyType),
            item: itemType.map { JSONSchema(of: $0.bodyType) },
            reply: JSONSchema(of: replyType.bodyType),
            columns: note.flatMap { BusReflection.Columns($0) })
    }
}

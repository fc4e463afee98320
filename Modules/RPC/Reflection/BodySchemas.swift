import Synchronization

/// The schemas of the bodies that messages are compared with, computed once for each type. All routers of the
/// process share them: a test can start the services of a home many times.
enum BodySchemas {
    private static let known = Mutex<[ObjectIdentifier: JSONSchema]>([:])

    static func schema(of type: any WireValue.Type) -> JSONSchema {
        let id = ObjectIdentifier(type.bodyType)
        if let schema = known.withLock({ $0[id] }) { return schema }
        // Without the lock, which others would wait for: at worst two threads compute the same schema.
        let schema = JSONSchema(of: type.bodyType)
        known.withLock { $0[id] = schema }
        return schema
    }
}

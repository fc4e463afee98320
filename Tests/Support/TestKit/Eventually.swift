/// What was waited for did not come in the longest time that any test waits.
package struct WaitTimeout: Error, CustomStringConvertible {
    package let description: String
}

/// Returns once `holds` does. For what tells nobody of its changes and can only be asked again;
/// whatever has an event is waited for by its event.
///
/// - Parameters:
///   - what: What is waited for, in words.
///   - holds: Asked again and again.
/// - Throws: `WaitTimeout` after a minute, which a test never needs unless something hangs; and what
///   `holds` throws.
package func eventually(_ what: String, _ holds: () async throws -> Bool) async throws {
    _ = try await eventualValue(what) { try await holds() ? true : nil }
}

/// What `find` gives, once it gives anything. Otherwise as `eventually`.
package func eventualValue<Value>(
    _ what: String, _ find: () async throws -> Value?
) async throws -> Value {
    let end = ContinuousClock.now + waitLimit
    while ContinuousClock.now < end {
        if let value = try await find() { return value }
        try await Task.sleep(for: pollInterval)
    }
    throw WaitTimeout(description: "waited in vain for \(what)")
}

let waitLimit: Duration = .seconds(60)
private let pollInterval: Duration = .milliseconds(1)

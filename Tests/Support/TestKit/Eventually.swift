/// A condition was not met within the time limit of all tests.
package struct WaitTimeout: Error, CustomStringConvertible {
    package let description: String
}

/// Polls until `condition` returns true. Only for state without notifications; otherwise wait for the event.
///
/// - Parameters:
///   - description: Description of the condition, for the error.
///   - condition: Called repeatedly.
/// - Throws: `WaitTimeout` after a minute, which no test needs unless something hangs; and errors of
///   `condition`.
package func eventually(_ description: String, _ condition: () async throws -> Bool) async throws {
    _ = try await eventualValue(description) { try await condition() ? true : nil }
}

/// Polls until `find` returns a value, and returns that value; see ``eventually(_:_:)``.
package func eventualValue<Value>(
    _ description: String, _ find: () async throws -> Value?
) async throws -> Value {
    let end = ContinuousClock.now + waitLimit
    while ContinuousClock.now < end {
        if let value = try await find() { return value }
        try await Task.sleep(for: pollInterval)
    }
    throw WaitTimeout(description: "timed out waiting for \(description)")
}

let waitLimit: Duration = .seconds(60)
private let pollInterval: Duration = .milliseconds(1)

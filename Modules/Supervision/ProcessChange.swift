/// What a process does now, and why.
package struct ProcessChange: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let state: ProcessTable.State
    package let reason: String?

    /// What is told of it on the bus.
    var fields: [String: String] {
        var fields = ["name": name, "state": state.rawValue]
        fields["reason"] = reason
        return fields
    }

    package var description: String {
        reason.map { "\(name): \(state.rawValue), since it \($0)" } ?? "\(name): \(state.rawValue)"
    }
}

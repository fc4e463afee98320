/// A change of a process's state.
package struct ProcessChange: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let state: ProcessTable.State
    package let reason: String?

    /// The fields of the event on the bus.
    var fields: [String: String] {
        var fields = ["name": name, "state": state.rawValue]
        fields["reason"] = reason
        return fields
    }

    package var description: String {
        reason.map { "\(name): \(state.rawValue): \($0)" } ?? "\(name): \(state.rawValue)"
    }
}

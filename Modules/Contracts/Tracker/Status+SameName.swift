import NaturalInput
package import RPC
package import Tracker

extension Status {
    /// Checks that at most one activity has a name. Activities of an imported document can share one, so that
    /// only their identifiers are unique. `hint` gets the activities that have the name.
    ///
    /// - Throws: INVALID_ARGUMENT if several activities have the name.
    package static func checkUnique(
        _ name: String, among activities: [(id: Activity.ID, name: String)],
        hint: ([(id: Activity.ID, name: String)]) -> String
    ) throws(Status) {
        let matches = NameMatch.indices(named: name, among: activities.map(\.name))
            .map { activities[$0] }
        guard matches.count > 1 else { return }
        throw Status(
            .invalidArgument,
            "\(matches.count) activities are called \"\(matches[0].name)\": "
                + matches.map(\.id.rawValue).joined(separator: ", ") + ".", hint: hint(matches))
    }
}

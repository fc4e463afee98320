import NaturalInput
package import RPC
package import Tracker

extension Status {
    /// The error for a name that several activities have, such as activities of an imported
    /// document, so that only an identifier is unique. Nil if at most one activity has the name.
    package init?(
        severalCalled typed: String, among activities: [(id: Activity.ID, name: String)],
        hint: ([(id: Activity.ID, name: String)]) -> String
    ) {
        let matches = NameMatch.indices(named: typed, among: activities.map(\.name))
            .map { activities[$0] }
        guard matches.count > 1 else { return nil }
        self.init(
            .invalidArgument,
            "\(matches.count) activities are called \"\(matches[0].name)\": "
                + matches.map(\.id.rawValue).joined(separator: ", ") + ".", hint: hint(matches))
    }
}

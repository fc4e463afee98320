package import RPC
package import Tracker

extension Status {
    /// That several activities have the name that was typed, as a document can bring them: which of them
    /// is meant, only an identifier tells. Nil when it is the name of one or of none.
    package init?(
        severalCalled typed: String, among activities: [(id: Activity.ID, name: String)],
        hint: ([(id: Activity.ID, name: String)]) -> String
    ) {
        let meant = NameMatch.indices(named: typed, among: activities.map(\.name))
            .map { activities[$0] }
        guard meant.count > 1 else { return nil }
        self.init(
            .invalidArgument,
            "\(meant.count) activities are called \"\(meant[0].name)\": "
                + meant.map(\.id.rawValue).joined(separator: ", ") + ".", hint: hint(meant))
    }
}

package import Contracts
package import RPC

/// The state of a row of an import in a profile.
package enum HealthRowState: Equatable, Sendable {
    case unknown, known
    /// Known, and `HealthRow` completes the stored row with the new one.
    case moreComplete(HealthRow)
    /// A summary that supersedes the stored one of its day, which is staged by the import or published.
    case newer(isStaged: Bool)

    /// The state of a row, given the texts of the rows with the same identity: `staged` by the import, and
    /// `published`; nil without such a row. Of a published correlation any text.
    package init(
        _ row: HealthRow, staged: @autoclosure () throws -> Bytes?,
        published: @autoclosure () throws -> Bytes?
    ) throws {
        switch row {
        case .workout(let new):
            guard let stored = try staged() ?? published() else {
                self = .unknown
                return
            }
            self = try Self.moreComplete(stored, with: new)
        case .correlation:
            self = try published() == nil ? .unknown : .known
        case .activitySummary(let new):
            if let staged = try staged() {
                self = try Self.supersedes(new, staged) ? .newer(isStaged: true) : .known
            } else if let published = try published() {
                self = try Self.supersedes(new, published) ? .newer(isStaged: false) : .known
            } else {
                self = .unknown
            }
        }
    }

    /// True if the row is new to the profile.
    package var isNew: Bool { self == .unknown || self == .newer(isStaged: false) }

    private static func supersedes(_ new: ActivitySummary, _ content: Bytes) throws -> Bool {
        let row = try JSONBody.decode(HealthRow.self, from: content)
        guard case .activitySummary(let stored) = row else { return true }
        return new.supersedes(stored)
    }

    /// An earlier export may have had fewer fields.
    private static func moreComplete(
        _ content: Bytes, with new: Workout
    ) throws -> HealthRowState {
        guard content != (try JSONBody.encode(HealthRow.workout(new))),
            case .workout(let stored) = try JSONBody.decode(HealthRow.self, from: content),
            let completed = stored.completed(by: new)
        else { return .known }
        return .moreComplete(.workout(completed))
    }
}

extension [HealthRowState] {
    /// For each row, whether it is new to a profile; also whether staging would change anything.
    package var response: Staging.FindRowsResponse {
        Staging.FindRowsResponse(
            isNew: map(\.isNew), isWorthStaging: contains { $0 != .known })
    }
}

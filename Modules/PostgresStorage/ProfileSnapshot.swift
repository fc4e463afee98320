import PostgresClient

/// The statements of one round trip that read the state of a profile and further rows from one snapshot.
struct ProfileSnapshot {
    let statements: [PostgresQuery]
    /// The position of the result of `ProfileState.query`.
    private let statePosition: Int

    /// The state of a profile, and the results of `queries`.
    init(of id: Int64, _ queries: [PostgresQuery]) {
        let state = [.setProfile(id), ProfileState.query(of: id)]
        if queries.isEmpty {
            // One statement reads one snapshot in any case, and the round trip is a transaction.
            statements = state
        } else {
            statements = [.beginReading] + state + queries + [PostgresQuery("COMMIT")]
        }
        statePosition = queries.isEmpty ? 1 : 2
    }

    /// Decodes the results of the round trip.
    ///
    /// - Parameters:
    ///   - results: The results of ``statements``.
    ///   - name: The name by which the profile was found.
    /// - Returns: The state, and the results of the further queries.
    /// - Throws: `ProfileRenamed` if the profile does not have the name any more.
    func decode(
        _ results: [PostgresResult], named name: String
    ) throws -> (state: ProfileState, results: [PostgresResult]) {
        (
            try ProfileState(results[statePosition], named: name),
            Array(results.dropFirst(statePosition + 1).dropLast())
        )
    }
}

extension PostgresQuery {
    /// Begins a transaction whose statements read the same snapshot.
    static let beginReading = PostgresQuery("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
}

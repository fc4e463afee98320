import CivilTime
package import Contracts
import PostgresClient
package import RPC
package import StorageCore

extension PostgresStorage: CohortOperations {
    /// Reads in a transaction without a profile, to which the policies show the rows of profiles with consent.
    package func cohort(
        _ query: CohortQuery, by key: String?, at now: Int64
    ) async throws -> Cohorts.QueryResponse {
        let start = [
            PostgresQuery("BEGIN ISOLATION LEVEL REPEATABLE READ"),
            PostgresQuery("SELECT set_config('dayline.cohort', 'on', true)"),
        ]
        let logged = try JSONBody.encode(query.request).text
        return try await pool.withConnection(within: Self.connectLimit) { connection in
            let results = try await connection.run(
                start + [CohortStatement.query(query)], within: Self.statementLimit)
            let response = query.response(
                try results[start.count].rows.map(CohortStatement.row))
            _ = try await connection.run(
                [
                    PostgresQuery(
                        """
                        INSERT INTO dayline.cohort_query (at, id, key, query, groups)
                        VALUES ($1, $2, $3, $4, $5)
                        """, .int64(now), .int64(.random(in: 1...Int64.max)), .text(key),
                        .text(logged), .int64(Int64(response.groups.count))),
                    PostgresQuery("COMMIT"),
                ], within: Self.statementLimit)
            return response
        }
    }

    package func cohortLog(_ limit: Int) async throws -> [Cohorts.LoggedQuery] {
        try await pool.withConnection(within: Self.connectLimit) { connection in
            let results = try await connection.run(
                [
                    PostgresQuery(
                        """
                        SELECT at, key, query, groups FROM dayline.cohort_query
                        ORDER BY at DESC, id DESC LIMIT $1
                        """, .int64(Int64(limit)))
                ], within: Self.statementLimit)
            return try results[0].rows.map { row in
                Cohorts.LoggedQuery(
                    at: instantText(try row.int64(0)), key: try row.optionalText(1),
                    query: try JSONBody.decode(
                        Cohorts.QueryRequest.self, from: Bytes(Array(try row.text(2).utf8))),
                    groups: Int(try row.int64(3)))
            }
        }
    }

    package func participation(of profile: String) async throws -> Cohorts.Participation {
        try await read(profile) {
            [ParticipantRows.participant($0)]
        } _: { _, results in
            try ParticipantRows.participant(results[0])
        }
    }

    package func setConsent(
        _ isGiven: Bool, _ call: ChangeCall
    ) async throws -> Committed<Cohorts.Participation> {
        try await changeParticipant(call.profile, call) { transaction, stored in
            let profile = transaction.profile
            var participation = stored
            guard isGiven != (participation.consentAt != nil) else { return participation }
            let before = participation.consentAt
            participation.consentAt = isGiven ? instantText(call.now) : nil
            transaction.writes = [
                ParticipantRows.setConsent(at: isGiven ? call.now : nil, profile.id)
            ]
            if isGiven {
                transaction.writes += try await Self.partials(transaction)
            } else {
                transaction.writes.append(MonthPartialRows.deletion(profile.id))
            }
            transaction.effects.logChange(
                of: profile, "consent", before: before, after: participation.consentAt)
            return participation
        }
    }

    /// A change that reads the participant of a profile.
    private func changeParticipant<Reply: Codable & Sendable>(
        _ profile: String, _ call: ChangeCall,
        _ body: (ProfileTransaction, Cohorts.Participation) async throws -> Reply
    ) async throws -> Committed<Reply> {
        try await change(of: profile, call) {
            [ParticipantRows.participant($0)]
        } _: { transaction, results in
            try await body(transaction, ParticipantRows.participant(results[0]))
        }
    }

    /// The writes of all partials of a profile.
    private static func partials(
        _ transaction: ProfileTransaction
    ) async throws -> [PostgresQuery] {
        let profile = transaction.profile.id
        let blocks = try await transaction.read([DayBlockRows.all(profile)])[0]
        var totals: [String: DayColumns] = [:]
        for row in blocks.rows {
            totals[try row.text(0), default: DayColumns()].append(
                try DayBlock.totals(try row.data(1)))
        }
        return totals.map { metric, totals in
            MonthPartialRows.insertion(
                of: MonthPartial.all(of: metric, totals), of: metric, profile)
        }
    }

    package func setPerson(
        _ request: Cohorts.SetPersonRequest, _ call: ChangeCall
    ) async throws -> Committed<Cohorts.Participation> {
        try await changeParticipant(call.profile, call) { transaction, stored in
            let profile = transaction.profile
            var participation = stored
            let before = Cohorts.SetPersonRequest(
                birthDate: participation.birthDate, sex: participation.sex)
            guard request != before else { return participation }
            (participation.birthDate, participation.sex) = (request.birthDate, request.sex)
            transaction.writes = [ParticipantRows.setPerson(request, profile.id)]
            transaction.effects.logChange(
                of: profile, "participant", before: try JSONBody.encode(before).text,
                after: try JSONBody.encode(request).text)
            return participation
        }
    }

    package func setLabel(
        _ request: Cohorts.SetLabelRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty> {
        try await changeParticipant(request.name, call) { transaction, stored in
            let profile = transaction.profile
            let before = stored.label
            guard request.label != before else { return Empty() }
            transaction.writes = [ParticipantRows.setLabel(request.label, profile.id)]
            transaction.effects.logChange(
                of: profile, "participant", before: before, after: request.label)
            return Empty()
        }
    }
}

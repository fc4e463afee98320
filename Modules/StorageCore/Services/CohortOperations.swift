import CivilTime
package import Contracts
package import RPC

/// The operations of queries of people in groups, and of the consent to them.
package protocol CohortOperations: StorageOperations {
    /// Answers a query from the month partials of the profiles with consent. The log of queries has the query
    /// when the method returns, with the name of the caller's key (nil: a program on the machine of the home)
    /// and the time in milliseconds since 1970.
    func cohort(
        _ query: CohortQuery, by key: String?, at now: Int64
    ) async throws -> Cohorts.QueryResponse
    /// The newest queries, newest first.
    func cohortLog(_ limit: Int) async throws -> [Cohorts.LoggedQuery]
    func participation(of profile: String) async throws -> Cohorts.Participation
    /// Changes the consent, and stores the month partials of the profile or deletes them.
    func setConsent(
        _ isGiven: Bool, _ call: ChangeCall
    ) async throws -> Committed<Cohorts.Participation>
    func setPerson(
        _ request: Cohorts.SetPersonRequest, _ call: ChangeCall
    ) async throws -> Committed<Cohorts.Participation>
    /// Changes the label of a profile, which is named in the request.
    func setLabel(
        _ request: Cohorts.SetLabelRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty>
}

extension StorageServices where Engine: CohortOperations {
    package func registerCohorts(on router: inout Router) {
        router.handle(Cohorts.query) { [self] request, context in
            let query = try CohortQuery(request)
            let response = try await engine.cohort(query, by: context.key, at: publisher.now())
            guard !response.groups.isEmpty else { throw Status.fewPeople(query) }
            return response
        }
        router.handle(Cohorts.log) { [engine] request, _ in
            let limit = request.limit ?? 100
            guard (1...1000).contains(limit) else {
                throw Status(
                    .invalidArgument, "\(limit) is not a number of queries from 1 to 1,000.",
                    hint: "Use: --limit 1000")
            }
            return Cohorts.LogResponse(queries: try await engine.cohortLog(limit))
        }
        router.handle(Cohorts.participation) { [engine] _, context in
            try await engine.participation(of: context.profile)
        }
        router.handle(Cohorts.setConsent) { [self] request, context in
            try await change(Cohorts.setConsent.name, request, context) {
                try await engine.setConsent(request.isGiven, $0)
            }
        }
        router.handle(Cohorts.setPerson) { [self] request, context in
            try request.check()
            return try await change(Cohorts.setPerson.name, request, context) {
                try await engine.setPerson(request, $0)
            }
        }
        router.handle(Cohorts.setLabel) { [self] request, context in
            try request.check()
            return try await change(Cohorts.setLabel.name, request, context) {
                try await engine.setLabel(request, $0)
            }
        }
    }
}

extension StorageServices {
    /// Registers the methods of an engine that cannot query people in groups.
    package func registerCohortRefusals(on router: inout Router) {
        let refusal = Status(
            .unimplemented,
            "Groups of people are compared in a database of PostgreSQL, and this home has a file.",
            hint: "Move it with: dayline move --to postgresql://ROLE@HOST/DATABASE")
        router.handle(Cohorts.query) { _, _ in throw refusal }
        router.handle(Cohorts.log) { _, _ in throw refusal }
        router.handle(Cohorts.participation) { _, _ in throw refusal }
        router.handle(Cohorts.setConsent) { _, _ in throw refusal }
        router.handle(Cohorts.setPerson) { _, _ in throw refusal }
        router.handle(Cohorts.setLabel) { _, _ in throw refusal }
    }
}

extension Cohorts.SetPersonRequest {
    fileprivate func check() throws(Status) {
        guard let birthDate,
            !(CivilDate.distantPast...CivilDate.distantFuture).contains(birthDate)
        else { return }
        throw Status(
            .invalidArgument, "The birth date \(birthDate) is outside of the years 1900 to 2199.",
            hint: "For example: --birth-date 1980-05-31")
    }
}

extension Cohorts.SetLabelRequest {
    fileprivate func check() throws(Status) {
        guard let label else { return }
        let isPrintable = label.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control
        }
        guard (1...64).contains(label.utf8.count), isPrintable else {
            throw Status(
                .invalidArgument,
                "A label has 1 to 64 bytes without control characters, and \"\(label)\" has not.",
                hint: "For example: dayline profile label anna \"Group A\"")
        }
    }
}

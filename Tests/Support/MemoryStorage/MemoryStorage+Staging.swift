import CivilTime
import Contracts
import RPC

extension MemoryStorage {
    func registerStaging(on router: inout Router) {
        router.handle(Staging.prepare) { [self] _, context in
            try read(context) { profile in
                let units = profile.health.series.map { ($0.metric, $0.unit) }
                return Staging.PrepareResponse(
                    version: profile.version,
                    units: Dictionary(units, uniquingKeysWith: { first, _ in first }),
                    zones: profile.zones)
            }
        }
        router.handle(Staging.begin) { [self] _, context in
            try write { state in
                let id = state.nextNumber()
                try state.withProfile(context.profile) { $0.health.staged[id] = .init() }
                return Staging.BeginResponse(id: id)
            }
        }
        router.handle(Staging.declare) { [self] request, context in
            try stage(request.id, context) { _, health in
                Staging.DeclareResponse(ids: request.series.map { health.number(of: $0) })
            }
        }
        router.handle(Staging.stage) { [self] request, context in
            let chunks = try [ChunkRecord](columns: request.columns)
            return try stage(request.body.id, context) { staged, health in
                guard chunks.allSatisfy({ health.row($0.series) != nil }) else {
                    throw Status(.invalidArgument, "There is no such series in this profile.")
                }
                staged.chunks += chunks
                return Empty()
            }
        }
        router.handle(Staging.stageRows) { [self] request, context in
            try stage(request.id, context) { staged, health in
                let rows = request.rows.map(\.value)
                staged.rows += rows
                let isNew = rows.map { health.rows[$0.identity] == nil }
                return Staging.StageRowsResponse(isNew: isNew)
            }
        }
        router.handle(Staging.publish) { [self] request, context in
            try change(Staging.publish.name, request, context) { try $0.publish(request) }.reply
        }
        router.handle(ImportLog.list) { [self] request, context in
            try read(context) { profile in
                let reports = profile.health.reports.filter {
                    request.before == nil || $0.id < request.before ?? 0
                }
                return ImportLog.ListResponse(imports: reports.reversed())
            }
        }
    }

    private func stage<Response: Sendable>(
        _ id: Int64, _ context: CallContext,
        _ body: (inout MemoryHealth.Staged, inout MemoryHealth) throws -> Response
    ) throws -> Response {
        try write { state in
            try state.withProfile(context.profile) { profile in
                guard var staged = profile.health.staged[id] else { throw Status.noImport(id) }
                defer { profile.health.staged[id] = staged }
                return try body(&staged, &profile.health)
            }
        }
    }
}

extension MemoryTransaction {
    fileprivate mutating func publish(
        _ request: Staging.PublishRequest
    ) throws -> Staging.PublishResponse {
        let profile = try profile
        if let published = profile.health.published[request.id] { return published }
        guard profile.health.staged[request.id] != nil else { throw Status.noImport(request.id) }
        let published = try withProfile { profile in
            let published = profile.health.publish(request.id, version: profile.version + 1)
            profile.version = published.version
            profile.health.reports.append(request.report)
            return published
        }
        who = "importer \(request.report.importer)"
        try log("import", "\(request.id)", before: nil, after: "\(published.version)")
        return published
    }
}

extension Status {
    fileprivate static func noImport(_ id: Int64) -> Status {
        Status(.notFound, "There is no import \(id).")
    }
}

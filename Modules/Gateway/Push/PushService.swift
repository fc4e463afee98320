import CivilTime
import Contracts
import HostFiles
import RPC

/// The service of pushed files that could not be imported.
struct PushService: Service {
    let imports: PushImports

    /// Time limit for the zones of a profile.
    private static let zoneTimeout = Duration.seconds(2)
    private static let catalog = ZoneCatalog()

    func register(on router: inout Router) {
        router.handle(Pushes.failed) { _, context in
            await response(imports.folder.failed(of: context.profile), context.profile)
        }
        router.handle(Pushes.retry) { request, context in
            let failed = try self.failed(request.id, of: context.profile)
            let response = await self.response(failed, context.profile)
            defer { imports.announce() }
            for file in failed { try imports.folder.retry(file.push) }
            return response
        }
        router.handle(Pushes.remove) { request, context in
            let failed = try self.failed(request.id, of: context.profile)
            let response = await self.response(failed, context.profile)
            for file in failed { imports.folder.removeFailed(file.push) }
            return response
        }
    }

    /// The failed file of the push `id` of a profile, also of one that is not listed; nil: those that are
    /// listed.
    private func failed(
        _ id: String?, of profile: String
    ) throws(Status) -> [PushFolder.FailedPush] {
        guard let id else { return imports.folder.failed(of: profile) }
        let push = PushFolder.Push(id: id, profile: profile)
        guard PushFolder.isIdentifier(id), let file = imports.folder.failure(of: push)
        else { throw Pushes.unknown(id) }
        return [file]
    }

    private func response(
        _ files: [PushFolder.FailedPush], _ profile: String
    ) async -> Pushes.FailedResponse {
        let zones = files.isEmpty ? nil : await self.zones(of: profile)
        return Pushes.FailedResponse(
            pushes: files.map { file in
                let time = file.push.milliseconds
                return Pushes.FailedPush(
                    id: file.push.id, receivedAt: zones?.text(at: time) ?? instantText(time),
                    bytes: file.bytes, reason: file.reason)
            })
    }

    /// The zones of a profile; nil if storage does not answer.
    private func zones(of profile: String) async -> ZoneHistory? {
        // No documents: the answer has the zones too.
        let found = try? await imports.bus.call(
            TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: []),
            CallOptions(deadline: .after(Self.zoneTimeout), profile: profile))
        return found.flatMap { try? Self.catalog.history($0.zones) }
    }
}

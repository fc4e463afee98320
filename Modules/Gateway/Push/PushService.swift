import CivilTime
import Contracts
import HostFiles
import RPC

/// The service of pushed files that could not be imported or wait for their profile.
struct PushService: Service {
    let imports: PushImports

    /// Time limit for the zones of a profile.
    private static let zoneTimeout = Duration.seconds(2)
    private static let catalog = ZoneCatalog()

    func register(on router: inout Router) {
        router.handle(Pushes.failed) { _, context in
            await response(listed(for: context.profile), context.profile)
        }
        router.handle(Pushes.retry) { request, context in
            let files =
                if let id = request.id {
                    [try await named(id, for: context.profile)]
                } else {
                    imports.folder.failed(of: context.profile)
                }
            if let other = files.first(where: { !Self.isOwn($0, context.profile) }) {
                throw Self.missingProfile(of: other.push)
            }
            let response = await self.response(files, context.profile)
            defer { imports.announce() }
            for file in files { try imports.folder.retry(file.push) }
            return response
        }
        router.handle(Pushes.remove) { request, context in
            let file = try await named(request.id, for: context.profile)
            let response = await self.response([file], context.profile)
            if Self.isOwn(file, context.profile) {
                imports.folder.removeFailed(file.push)
            } else {
                imports.folder.remove(file.push)
            }
            return response
        }
    }

    private static func isOwn(_ file: PushFolder.FailedPush, _ profile: String) -> Bool {
        ExistingProfiles.isSame(file.push.profile, profile)
    }

    private static func missingProfile(of push: PushFolder.Push) -> Status {
        Status(
            .failedPrecondition,
            "The push \(push.id) cannot be imported: there is no profile \"\(push.profile)\".",
            hint: "Restore a backup that has the profile, or remove the file with: "
                + "dayline imports pushes \(push.id) --remove")
    }

    /// The files that are listed for a profile; only failed ones if storage does not answer.
    private func listed(for profile: String) async -> [PushFolder.FailedPush] {
        let failed = imports.folder.failed(of: profile)
        guard ExistingProfiles.isSame(profile, CallMetadata.defaultProfile) else { return failed }
        return failed + ((try? await imports.unowned()) ?? [])
    }

    /// The file of the push `id`, also of one that is not listed.
    private func named(
        _ id: String, for profile: String
    ) async throws -> PushFolder.FailedPush {
        let push = PushFolder.Push(id: id, profile: profile)
        guard PushFolder.isIdentifier(id) else { throw Pushes.unknown(id) }
        if let file = imports.folder.failure(of: push) { return file }
        let other = await listed(for: profile).first { $0.push.id == id }
        guard let other else { throw Pushes.unknown(id) }
        return other
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
                    bytes: file.bytes, reason: file.reason,
                    missingProfile: Self.isOwn(file, profile) ? nil : file.push.profile)
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

import CivilTime
import Contracts
import HostFiles
import RPC

/// The service of pushed files that could not be imported.
struct PushService: Service {
    let imports: PushImports

    func register(on router: inout Router) {
        router.handle(Pushes.failed) { _, context in
            Self.response(imports.folder.failed(of: context.profile))
        }
        router.handle(Pushes.retry) { request, context in
            let failed = try self.failed(request.id, of: context.profile)
            defer { imports.announce() }
            for file in failed { try imports.folder.retry(file.push) }
            return Self.response(failed)
        }
        router.handle(Pushes.remove) { request, context in
            let failed = try self.failed(request.id, of: context.profile)
            for file in failed { imports.folder.removeFailed(file.push) }
            return Self.response(failed)
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

    private static func response(_ files: [PushFolder.FailedPush]) -> Pushes.FailedResponse {
        Pushes.FailedResponse(
            pushes: files.map {
                Pushes.FailedPush(
                    id: $0.push.id, receivedAt: instantText($0.push.milliseconds),
                    bytes: $0.bytes, reason: $0.reason)
            })
    }
}

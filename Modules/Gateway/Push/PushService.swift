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

    /// The failed files of a profile; `id` selects one.
    private func failed(
        _ id: String?, of profile: String
    ) throws(Status) -> [PushFolder.FailedPush] {
        let failed = imports.folder.failed(of: profile)
        guard let id else { return failed }
        guard let file = failed.first(where: { $0.push.id == id }) else { throw Pushes.unknown(id) }
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

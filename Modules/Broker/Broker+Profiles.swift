import HostFiles
package import RPC
import Synchronization

/// Keys of profiles that were removed or renamed.
extension Broker {
    /// Removes the keys of profiles that were removed or renamed, and ends their connections, until the task
    /// is cancelled.
    ///
    /// The broker does this itself: its keys end also if no other process runs.
    /// - Parameters:
    ///   - bus: A client of this broker.
    ///   - report: Called with the number of removed keys, and with failures.
    package func followProfiles(
        _ bus: Client, _ report: @escaping @Sendable (Result<Int, Status>) -> Void
    ) async {
        profileClient.withLock { $0 = bus }
        await ProfileFollower(bus).run { [self] in
            do {
                let count = try await bindKeys()
                if count > 0 { report(.success(count)) }
            } catch {
                report(.failure(Status(describing: error)))
                throw error
            }
        }
    }

    /// Compares the keys with the profiles, and binds new ones to theirs.
    /// - Returns: The number of removed keys.
    @discardableResult
    func bindKeys() async throws -> Int {
        guard let keys, keys.hasProfiles, let bus = profileClient.withLock({ $0 }) else {
            return 0
        }
        let removed = try keys.bind(to: await ProfileFollower(bus).profiles())
        for key in removed { _ = try await endConnections(of: key.publicKey) }
        return removed.count
    }
}

import Contracts
import RPC
import StorageTestKit
import Synchronization
import Testing

/// Pages for callers on other machines.
@Suite(.temporaryStorage) struct RemotePageTests {
    /// A client with the key of a worker on another machine, as the broker passes its requests on.
    private func remoteClient(_ storage: TemporaryStorage) throws -> Client {
        let access = CallerAccess(
            key: "desktop", profile: nil, roles: [try Role("worker:dayline.aggregation")])
        return Client(
            InProcessTransport(router: Router([storage.service])) { envelope, deliver in
                deliver((try? envelope.from(access)) ?? envelope)
            })
    }

    /// The bytes of the texts of each page with the workouts of a profile.
    private func pages(_ client: Client) async throws -> [Int] {
        let pages = Mutex<[Int]>([])
        _ = try await client.stream(HealthRows.workouts, HealthRows.RangeRequest()) { page in
            let bytes = try page.workouts().reduce(0) { $0 + $1.workout.device.utf8.count }
            pages.withLock { $0.append(bytes) }
        }
        return pages.withLock { $0 }
    }

    @Test
    func `workouts are read in pages of 256 KiB over TCP, and of a megabyte otherwise`()
        async throws
    {
        let storage = try await TemporaryStorage()
        let id = try await storage.begin()
        let text = String(repeating: "x", count: 8 << 10)
        let rows: [HealthRow] = (0..<100).map { number in
            .workout(
                Workout(
                    type: "Running", source: "Watch", sourceKey: "Watch", device: text,
                    start: number * 10_000_000, end: number * 10_000_000 + 3_600_000,
                    seconds: 3600))
        }
        _ = try await storage.client.call(
            Staging.stageRows, Staging.StageRowsRequest(id: id, rows: rows))
        _ = try await storage.publish(id)

        let local = try await pages(storage.client)
        let remote = try await pages(remoteClient(storage))

        #expect(local.count == 1)
        #expect(remote.count > 2)
        #expect(remote.reduce(0, +) == local.reduce(0, +))
        let limit = WireLimits.remotePageBytes + (16 << 10)
        #expect(remote.allSatisfy { $0 < limit })
    }
}

extension Envelope {
    /// The request with the access of its caller; other messages are unchanged.
    fileprivate func from(_ access: CallerAccess) throws -> Envelope {
        guard kind == .request else { return self }
        var header = try Header(header)
        header.caller = access
        var request = self
        request.header = try header.encoded()
        return request
    }
}

import Contracts
package import RPC

/// Compares credentials with the profiles at the start and after each change of profiles. Without a commit
/// counter also once a minute: another home that uses the same database server sends its events elsewhere.
package struct ProfileFollower: Sendable {
    private static let interval = Duration.seconds(60)
    private static let retryDelay = Duration.seconds(1)
    private static let listTimeout = Duration.seconds(5)
    private static let readyTopic = "worker.ready"

    private let bus: Client
    private let changes: CommitCounterReader?

    /// - Parameters:
    ///   - bus: A client of the bus.
    ///   - changes: The commit counter of storage; nil: unknown whether another home changes the database.
    package init(_ bus: Client, changes: CommitCounterReader? = nil) {
        self.bus = bus
        self.changes = changes
    }

    /// The present profiles.
    /// - Throws: An error of the call, such as DEADLINE_EXCEEDED if storage does not answer.
    package func profiles() async throws -> ExistingProfiles {
        ExistingProfiles(
            try await bus.call(
                Profiles.list, Empty(), CallOptions(deadline: .after(Self.listTimeout))
            ).profiles)
    }

    /// Calls `compare`, one call at a time, until the task is cancelled. A call that fails is repeated after a
    /// second, so that no credential outlives its profile while storage does not answer.
    package func run(_ compare: @escaping @Sendable () async throws -> Void) async {
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        signal.yield()
        await withTaskGroup(of: Void.self) { group in
            if changes?.count == nil {
                group.addTask {
                    while (try? await Task.sleep(for: Self.interval)) != nil { signal.yield() }
                }
            }
            group.addTask { await follow(signal) }
            group.addTask {
                for await _ in signals {
                    do {
                        try await compare()
                    } catch {
                        try? await Task.sleep(for: Self.retryDelay)
                        signal.yield()
                    }
                }
            }
            await group.waitForAll()
        }
    }

    /// Signals changes of profiles. A subscription that begins and storage that starts signal too: changes
    /// before them were not received.
    private func follow(_ signal: AsyncStream<Void>.Continuation) async {
        let topics = [Profiles.changedTopic, Self.readyTopic]
        while !Task.isCancelled {
            _ = try? await bus.stream(
                BusEvents.subscribe, .init(topics: topics), CallOptions(deadline: .never)
            ) { event in
                let isOther =
                    event.topic == Self.readyTopic
                    && event.fields["name"].map(WorkerName.isStorage) != true
                if !isOther { signal.yield() }
            }
            try? await Task.sleep(for: Self.retryDelay)
        }
    }
}

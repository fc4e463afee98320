import Contracts
package import RPC

/// The storage workers that are registered at the broker. Of several workers by profile each has the fold
/// tasks of its profiles.
package struct StorageWorkers: Sendable {
    /// A storage worker.
    package struct Target: Hashable, Sendable {
        /// Nil: any, since there is one.
        package var instance: String?
    }

    private static let topics = ["worker.ready", "worker.gone"]
    private static let retryPause = Duration.seconds(2)

    private let client: Client
    private let onFailure: @Sendable (Status) -> Void

    /// `onFailure` is called when the broker cannot be followed, before another attempt.
    package init(client: Client, onFailure: @escaping @Sendable (Status) -> Void) {
        self.client = client
        self.onFailure = onFailure
    }

    /// The present workers, after each change. Ends when the task is cancelled.
    package var targets: AsyncStream<Set<Target>> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.yield([Target()])
            let task = Task {
                await follow { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func follow(_ report: @escaping @Sendable (Set<Target>) -> Void) async {
        let request = BusEvents.SubscribeRequest(topics: Self.topics)
        while !Task.isCancelled {
            do throws(Status) {
                _ = try await client.stream(
                    BusEvents.subscribe, request, CallOptions(deadline: .never)
                ) { event in
                    guard Self.topics.contains(event.topic) || event.topic == BusEvents.subscribed
                    else { return }
                    report(try await present())
                }
            } catch {
                // The broker restarts, or the key of this worker does not permit the list.
                onFailure(error)
            }
            try? await Task.sleep(for: Self.retryPause)
        }
    }

    private func present() async throws(Status) -> Set<Target> {
        let workers = try await client.call(BusBroker.list, Empty()).workers.filter {
            $0.isByProfile == true && $0.services.contains(Folds.service)
        }
        return workers.isEmpty
            ? [Target()] : Set(workers.map { Target(instance: $0.instance) })
    }
}

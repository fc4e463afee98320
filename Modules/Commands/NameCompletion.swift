import Contracts
import Dispatch
import FoundationEssentials
import RPC
import Synchronization

/// What the shell offers while a name is typed: names that the running system knows. Without one there
/// is nothing to offer.
enum NameCompletion {
    /// A person waits for it with a key still down.
    private static let patience = Duration.seconds(1)

    static func services(_ words: [String], _: Int, _ prefix: String) -> [String] {
        names(words) { session in
            try await BusNames(ServiceCatalog(session).services).services
        }
    }

    static func methods(_ words: [String], _: Int, _ prefix: String) -> [String] {
        names(words) { session in
            try await BusNames(ServiceCatalog(session).services).methods
        }
    }

    static func profiles(_ words: [String], _: Int, _ prefix: String) -> [String] {
        names(words) { session in
            try await session.bus().call(Profiles.list, Empty(), session.options(timeout: patience))
                .profiles.map(\.name)
        }
    }

    static func metrics(_ words: [String], _: Int, _ prefix: String) -> [String] {
        names(words) { session in
            try await session.bus().call(
                Insights.metrics, Empty(), session.options(timeout: patience)
            ).metrics.map(\.metric)
        }
    }

    private static func names(
        _ words: [String], _ list: @escaping @Sendable (Session) async throws -> [String]
    ) -> [String] {
        let environment = ProcessInfo.processInfo.environment
        let session = try? Session(
            home: value(of: "--home", in: words), profile: value(of: "--profile", in: words),
            output: Output(isJSON: false, environment: environment), environment: environment)
        guard let session else { return [] }
        // The parser asks on the main thread, which has nothing else to do, and takes no waiting.
        let names = Names()
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            // What cannot be asked now cannot be offered.
            let list = (try? await list(session)) ?? []
            names.list.withLock { $0 = list }
            isDone.signal()
        }
        isDone.wait()
        return names.list.withLock { $0 }
    }

    private final class Names: Sendable {
        let list = Mutex<[String]>([])
    }

    /// What was typed for an option before the word that is completed.
    private static func value(of option: String, in words: [String]) -> String? {
        if let joined = words.first(where: { $0.hasPrefix(option + "=") }) {
            return String(joined.dropFirst(option.count + 1))
        }
        guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
        return words[index + 1]
    }
}

import Contracts
package import HostFiles
package import RPC
import Synchronization

/// A cache of encoded responses. A response is valid while storage has committed nothing since
/// before it was computed, and until the end of the clock minute: the current day can change at the
/// end of any minute in some zone.
///
/// Changes are detected by the commit counter, or without a counter by a call to storage.
package final class ResponseCache: Sendable {
    private struct Key: Hashable {
        var method: String
        var profile: String
        var body: Bytes
    }

    /// A value that differs after every commit.
    private enum Stamp: Hashable {
        case commitCounter(UInt64)
        case storageStamp(String)
    }

    private struct Entry {
        /// The size of request and response in bytes.
        var bytes: Int
        var content: WireContent
        var stamp: Stamp
        /// Minutes since 1970 at the start of the computation.
        var minute: Int64
        /// A counter that rises with every use.
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var useCount = 0

        mutating func remove(_ key: Key) {
            guard let removed = entries.removeValue(forKey: key) else { return }
            bytes -= removed.bytes
        }
    }

    /// The limit for all requests and responses in bytes. A response larger than a quarter of it is
    /// not cached.
    private static let limit = 8 << 20

    private let client: Client
    private let changes: CommitCounterReader?
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    /// - Parameters:
    ///   - client: A client of storage.
    ///   - changes: Reads storage's commit counter; nil to call storage instead.
    ///   - now: Milliseconds since 1970.
    package init(
        client: Client, changes: CommitCounterReader?, now: @escaping @Sendable () -> Int64
    ) {
        self.client = client
        self.changes = changes
        self.now = now
    }

    /// Returns the cached response to a request, or computes it with `make`.
    fileprivate func response(
        to body: Bytes, of method: MethodName, _ context: CallContext,
        _ make: () async throws -> WireContent
    ) async throws -> WireContent {
        let stamp = try await stamp(context)
        let minute = now() / 60_000
        let key = Key(
            method: method.description, profile: context.profile, body: body)
        if let found = cached(key, stamp, minute) { return found }
        let content = try await make()
        let bytes = body.count + content.size
        store(
            Entry(bytes: bytes, content: content, stamp: stamp, minute: minute, lastUse: 0), key)
        return content
    }

    private func stamp(_ context: CallContext) async throws -> Stamp {
        if let count = changes?.count { return .commitCounter(count) }
        return .storageStamp(
            try await client.call(Days.stamp, Empty(), context.forwardedOptions).value)
    }

    private func cached(
        _ key: Key, _ stamp: Stamp, _ minute: Int64
    ) -> WireContent? {
        state.withLock { state in
            guard let entry = state.entries[key], entry.stamp == stamp,
                entry.minute == minute
            else { return nil }
            state.useCount += 1
            state.entries[key]?.lastUse = state.useCount
            return entry.content
        }
    }

    private func store(_ entry: Entry, _ key: Key) {
        guard entry.bytes <= Self.limit / 4 else { return }
        // Copied, so that the cache does not retain the message that contains the request.
        var key = key
        key.body = key.body.withUnsafeBytes { Bytes(copying: $0) }
        state.withLock { state in
            state.useCount += 1
            var entry = entry
            entry.lastUse = state.useCount
            state.remove(key)
            state.entries[key] = entry
            state.bytes += entry.bytes
            while state.bytes > Self.limit,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.remove(oldest.key)
            }
        }
    }
}

extension WireContent {
    fileprivate var size: Int { columns.reduce(body.count) { $0 + $1.bytes.count } }
}

extension Router {
    /// Registers a handler whose responses are cached; nil: they are not.
    package mutating func handleCached<Request, Reply>(
        _ method: Method<Request, Reply>, in cache: ResponseCache?,
        with body: @escaping @Sendable (Request, CallContext) async throws -> Reply
    ) {
        guard let cache else { return handle(method, with: body) }
        handleEncoded(method, isShort: true) { content, context in
            try await cache.response(to: content.body, of: method.name, context) {
                // A response that is not cached can take long to compute.
                try await withTaskExecutorPreference(globalConcurrentExecutor) {
                    let request = try Router.decode(Request.self, content, of: method.name)
                    return try await body(request, context).wireContent()
                }
            }
        }
    }
}

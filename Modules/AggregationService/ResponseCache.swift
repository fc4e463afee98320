import Contracts
import HostFiles
import RPC
import Synchronization

/// Answers as they were sent. One holds as long as nothing that storage keeps has changed since before
/// it was made, and within a minute of the clock: what today is can change at the next, wherever the
/// person is.
///
/// Whether something has changed is seen in the count that storage keeps; where there is none to be
/// seen, storage is asked each time.
final class ResponseCache: Sendable {
    private struct Key: Hashable {
        var method: String
        var profile: String
        var body: Bytes
    }

    /// What is another one after every change.
    private enum Stamp: Hashable {
        case commitCounter(UInt64)
        case storageStamp(String)
    }

    private struct Entry {
        /// Of the question and the answer.
        var bytes: Int
        var content: WireContent
        var stamp: Stamp
        /// Since 1970, when the answer began to be made.
        var minute: Int64
        /// Rises with every use.
        var used: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var uses = 0

        mutating func remove(_ question: Key) {
            guard let gone = entries.removeValue(forKey: question) else { return }
            bytes -= gone.bytes
        }
    }

    /// What all answers and their questions may have together; one that is larger than a quarter of it is not kept.
    private static let limit = 8 << 20

    private let client: Client
    private let changes: CommitCounterReader?
    private let now: @Sendable () -> Int64
    private let state = Mutex(State())

    init(client: Client, changes: CommitCounterReader?, now: @escaping @Sendable () -> Int64) {
        self.client = client
        self.changes = changes
        self.now = now
    }

    /// The answer to a question that came before, or the one that `make` gives.
    func response(
        to body: Bytes, of method: MethodName, _ context: CallContext,
        _ make: () async throws -> WireContent
    ) async throws -> WireContent {
        let stamp = try await stamp(context)
        let minute = now() / 60_000
        let question = Key(
            method: method.description, profile: context.profile, body: body)
        if let held = cached(question, stamp, minute) { return held }
        let content = try await make()
        let bytes = body.count + content.size
        store(
            Entry(bytes: bytes, content: content, stamp: stamp, minute: minute, used: 0), question)
        return content
    }

    private func stamp(_ context: CallContext) async throws -> Stamp {
        if let count = changes?.count { return .commitCounter(count) }
        return .storageStamp(
            try await client.call(Days.stamp, Empty(), context.forwardedOptions).value)
    }

    private func cached(
        _ question: Key, _ stamp: Stamp, _ minute: Int64
    ) -> WireContent? {
        state.withLock { state in
            guard let entry = state.entries[question], entry.stamp == stamp,
                entry.minute == minute
            else { return nil }
            state.uses += 1
            state.entries[question]?.used = state.uses
            return entry.content
        }
    }

    private func store(_ entry: Entry, _ question: Key) {
        guard entry.bytes <= Self.limit / 4 else { return }
        // The question came in a message that is not to be kept alive.
        var question = question
        question.body = question.body.withUnsafeBytes { Bytes(copying: $0) }
        state.withLock { state in
            state.uses += 1
            var entry = entry
            entry.used = state.uses
            state.remove(question)
            state.entries[question] = entry
            state.bytes += entry.bytes
            while state.bytes > Self.limit,
                let oldest = state.entries.min(by: { $0.value.used < $1.value.used })
            {
                state.remove(oldest.key)
            }
        }
    }
}

extension WireContent {
    fileprivate var size: Int { columns.reduce(body.count) { $0 + $1.bytes.count } }
}

package import RPC

/// An engine: performs the operations of storage, each in one transaction or on one snapshot.
///
/// A protocol for each contract refines this one. An engine serves the contracts whose protocols it
/// conforms to.
///
/// An operation that changes data does the following in one transaction. If the key of the call is stored,
/// it returns the stored reply or, for another request, throws `StorageError.keyReused`. Otherwise it
/// makes the change, appends the effects' entries to the change log, and stores the reply with the first
/// of them. After the commit, and before it returns, it passes the effects to the publisher, in the order
/// of the commits.
package protocol StorageOperations: Sendable {
    var publisher: CommitPublisher { get }
    /// - Throws: FAILED_PRECONDITION with the reason if the data cannot be changed.
    func checkWritable() throws
}

/// The storage contracts on an engine: checks requests, builds replies, and manages fold tasks.
package struct StorageServices<Engine: StorageOperations>: Sendable {
    let engine: Engine

    package init(_ engine: Engine) {
        self.engine = engine
    }

    var publisher: CommitPublisher { engine.publisher }

    /// Makes a change that is durable and in the change log when the method returns. A retry with the same
    /// idempotency key changes nothing and returns the first reply.
    package func change<Reply: Sendable>(
        _ method: MethodName, _ request: some Encodable & Sendable, _ context: CallContext,
        _ body: (ChangeCall) async throws -> Committed<Reply>
    ) async throws -> Reply {
        try await performChange(method, request, context, body).reply
    }

    /// Does the same as ``change(_:_:_:_:)`` and returns the whole outcome.
    func performChange<Reply: Sendable>(
        _ method: MethodName, _ request: some Encodable & Sendable, _ context: CallContext,
        _ body: (ChangeCall) async throws -> Committed<Reply>
    ) async throws -> Committed<Reply> {
        let committed = try await body(
            ChangeCall(
                method: method, profile: context.profile,
                request: try KeyedRequest(method, request, context), now: publisher.now()))
        await publisher.finish(committed.effects)
        return committed
    }
}

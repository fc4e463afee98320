import Contracts
import RPC

extension TrackerRecords.ApplyResponse {
    /// True if the request was executed before: the response has a stored reply or earlier numbers.
    func isRepeat(of changeSet: ChangeSet) -> Bool {
        reply != nil || first < changeSet.expectedResult.first
    }

    /// The reply of the first execution.
    /// - Throws: ALREADY_EXISTS if the reply is not stored.
    func decodedReply<Reply: Decodable>() throws -> Reply {
        guard let reply else {
            throw Status(
                .alreadyExists, "The reply to the repeated request is not stored any more.",
                hint: "The request was executed. See the result with: dayline today")
        }
        return try JSONBody.decode(Reply.self, from: Bytes(reply))
    }
}

extension CallContext {
    /// Options of a call that executes this request, with its idempotency key.
    var forwardingOptionsWithKey: CallOptions {
        var options = forwardedOptions
        options.idempotencyKey = metadata.idempotencyKey
        return options
    }

    /// The context for intermediate calls and for several changes of one request. With the key, storage
    /// would treat the later changes as repeats of the first.
    var withoutKey: CallContext {
        var context = self
        context.metadata.idempotencyKey = nil
        return context
    }
}

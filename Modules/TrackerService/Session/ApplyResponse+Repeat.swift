import Contracts
import RPC

extension TrackerRecords.ApplyResponse {
    /// Whether the request was done before: then its answer is here, or it has numbers of the past.
    func isRepeat(of draft: ChangeSet) -> Bool {
        reply != nil || first < draft.expectedResult.first
    }

    /// What the request was answered the first time.
    /// - Throws: DATA_LOSS for one that was done before answers were kept.
    func decodedReply<Reply: Decodable>() throws -> Reply {
        guard let reply else {
            throw Status(
                .dataLoss, "The answer to the repeated request is not stored any more.",
                hint: "The request was done. See the result with: dayline today")
        }
        return try JSONBody.decode(Reply.self, from: Bytes(reply))
    }
}

extension CallContext {
    /// For a call that does what this one asks for.
    var forwardingOptionsWithKey: CallOptions {
        var options = forwardedOptions
        options.idempotencyKey = metadata.idempotencyKey
        return options
    }

    /// For what this call does on the way, and for the several changes that are all its doing: a key
    /// would make the later ones repeats of the first.
    var withoutKey: CallContext {
        var context = self
        context.metadata.idempotencyKey = nil
        return context
    }
}

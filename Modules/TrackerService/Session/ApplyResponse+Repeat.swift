import Contracts
import RPC

extension TrackerRecords.ApplyResponse {
    /// True if the request was executed before: storage returned the stored response or earlier numbers.
    func isRepeat(of changeSet: ChangeSet) -> Bool {
        reply != nil || first < changeSet.expectedResult.first
    }

    /// The response of the first execution.
    /// - Throws: ALREADY_EXISTS if the response is not stored.
    func decodedResponse<Response: Decodable>() throws -> Response {
        guard let reply else {
            throw Status(
                .alreadyExists, "The response to the repeated request is not stored any more.",
                hint: "The request was executed. See the result with: dayline today")
        }
        return try JSONBody.decode(Response.self, from: Bytes(reply))
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

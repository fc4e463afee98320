import Contracts
import PostgresClient
import RPC
import StorageCore

/// The reply of a keyed request, as it is stored with the first change of the request.
///
/// The caller's own response within the reply has a column of its own, so that a purge of records removes
/// it without reading the replies.
struct StoredReply: Sendable {
    let body: String
    let callerReply: String?

    init<Reply: Encodable & Sendable>(_ reply: Reply) throws {
        guard var applied = reply as? TrackerRecords.ApplyResponse else {
            body = try JSONBody.encode(reply).text
            callerReply = nil
            return
        }
        callerReply = applied.reply
        applied.reply = nil
        body = try JSONBody.encode(applied).text
    }

    static func query(_ profile: Int64, _ request: KeyedRequest) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT request_hash, reply, caller_reply FROM dayline.change
            WHERE profile_id = $1 AND idempotency_key = $2
            """, .int64(profile), .text(request.key))
    }

    /// The reply in a result of ``query(_:_:)``; nil if the key is unknown.
    /// - Throws: `StorageError.keyReused` if the key was used for a different request.
    init?(_ result: PostgresResult, to request: KeyedRequest) throws {
        guard let row = result.first else { return nil }
        guard try row.text(0) == request.hash else { throw StorageError.keyReused }
        body = try row.text(1)
        callerReply = try row.optionalText(2)
    }

    func decoded<Reply: Decodable & Sendable>(as type: Reply.Type) throws -> Reply {
        let reply = try JSONBody.decode(Reply.self, from: Bytes(body))
        guard var applied = reply as? TrackerRecords.ApplyResponse else { return reply }
        applied.reply = callerReply
        return applied as? Reply ?? reply
    }
}

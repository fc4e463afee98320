import CivilTime
import Contracts
import GRDB
import RPC
import Tracker

/// The answers of an activity by day.
enum DayAnswers {
    /// The text of the last answer of each day, ordered by time and then by number; nil for a day without
    /// one. The note of an entry without an answer counts as an answer.
    static func last(
        _ request: TrackerRecords.AnswersRequest, of profile: Int64, _ db: Database
    ) throws -> TrackerRecords.AnswersResponse {
        guard let activity = try ActivityNumbers.number(of: request.activity, profile: profile, db)
        else { return TrackerRecords.AnswersResponse(answers: request.days.map { _ in nil }) }
        let find = try BulkStatement(db, query)
        return TrackerRecords.AnswersResponse(
            answers: try request.days.map { day in
                try find.start(profile, activity, Int64(day.days))
                guard try find.next() else { return nil }
                guard !find.isNull(0) else { return find.isNull(1) ? nil : find.text(1) }
                return try JSONBody.decode(Answer.self, from: Bytes(find.text(0))).text
            })
    }

    private static let query = """
        SELECT answer, note FROM entry
        WHERE profile_id = ? AND activity = ? AND day = ? AND is_completed = 1
        ORDER BY logged_at DESC, number DESC LIMIT 1
        """
}

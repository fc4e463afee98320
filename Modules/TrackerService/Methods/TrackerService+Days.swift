import CivilTime
import Contracts
import NaturalInput
import RPC

extension TrackerService {
    func registerDays(on router: inout Router) {
        router.handle(Journal.resolveDays) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.today)
            let texts = request.days ?? []
            guard texts.count <= Self.resolvedDayLimit else {
                throw Status(
                    .invalidArgument,
                    "The request has \(texts.count) days, and the limit is "
                        + "\(Self.resolvedDayLimit).",
                    hint: "Send several requests.")
            }
            let sense = request.planned == true ? DaySense.planned : .past
            return Journal.ResolveDaysResponse(
                today: today,
                days: try texts.map { text in
                    let days = try snapshot.days(text, today: today, sense, in: "The field days")
                    return Journal.DayRange(from: days.lowerBound, to: days.upperBound)
                })
        }
    }

    /// Largest number of texts of a request.
    private static let resolvedDayLimit = 100
}

extension ProfileSnapshot {
    /// The days that a text refers to.
    /// - Throws: INVALID_ARGUMENT for another text, an empty range, and days out of range.
    func days(
        _ text: String, today: CivilDate, _ sense: DaySense, in subject: String
    ) throws(Status) -> ClosedRange<CivilDate> {
        let days: ClosedRange<CivilDate>
        do throws(DayError) {
            days = try DayRangeExpression(text).days(today: today, sense)
        } catch {
            throw Status(error, in: subject)
        }
        try checkWritable(days.lowerBound)
        try checkWritable(days.upperBound)
        return days
    }
}

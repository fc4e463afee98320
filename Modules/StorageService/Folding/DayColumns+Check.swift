import Contracts
import RPC

extension DayColumns {
    /// - Throws: When they are not the totals of some of these days, ascending.
    func check(within days: DaySpan) throws(Status) {
        let lengths = Set([sum, rawSum, min, max, last].map(\.count) + [count.count, day.count])
        let isAscending = zip(day, day.dropFirst()).allSatisfy { $0 < $1 }
        let isWithin = day.allSatisfy { $0 >= days.from && $0 <= days.to }
        let isNumeric = [sum, rawSum, min, max, last].allSatisfy { $0.allSatisfy { !$0.isNaN } }
        guard lengths.count == 1, isAscending, isWithin, isNumeric else {
            throw Status(.invalidArgument, "The totals are not those of these days.")
        }
    }
}

package import Contracts
package import RPC

extension DayColumns {
    /// - Throws: INVALID_ARGUMENT unless the columns have equal lengths, ascending days within `days` and no
    ///   NaN.
    package func check(within days: DaySpan) throws(Status) {
        let lengths = Set([sum, rawSum, min, max, last].map(\.count) + [count.count, day.count])
        let isAscending = zip(day, day.dropFirst()).allSatisfy { $0 < $1 }
        let isWithin = day.allSatisfy { $0 >= days.from && $0 <= days.to }
        let isNumeric = [sum, rawSum, min, max, last].allSatisfy { $0.allSatisfy { !$0.isNaN } }
        guard lengths.count == 1, isAscending, isWithin, isNumeric else {
            throw Status(
                .invalidArgument,
                "The day totals are malformed: the columns differ in length, a value is not a number, or the "
                    + "days are not ascending within the task.")
        }
    }
}

package import Aggregation
import CivilTime
package import Contracts

extension DayColumns {
    /// The columns of totals. The time and the rank of the last sample of a day are not in the columns.
    package init(_ totals: DayTotals) {
        self.init()
        for total in totals.days {
            day.append(total.day.days)
            sum.append(total.sum)
            rawSum.append(total.rawSum)
            count.append(Int64(total.count))
            min.append(total.min)
            max.append(total.max)
            last.append(total.last.value)
        }
    }

    /// The totals of the columns, with the value of the last sample of each day and without its time.
    package var totals: DayTotals {
        DayTotals(
            day.indices.map { index in
                DayTotal(
                    day: CivilDate(days: day[index]), sum: sum[index], rawSum: rawSum[index],
                    count: Int(count[index]), min: min[index], max: max[index],
                    last: .init(value: last[index], start: 0, end: 0, rank: 0))
            })
    }
}

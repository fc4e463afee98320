import Charts
import CivilTime
import Contracts
import Testing

@testable import Presentation

@Suite struct TrendPictureTests {
    private func trend(
        _ metric: String, _ kind: String, unit: String, _ interval: Interval = .month
    ) -> Insights.TrendsResponse {
        let day = CivilDate(days: 20_454)
        let bucket = interval.bucket(containing: day)
        var response = Insights.TrendsResponse(
            metric: metric, unit: unit, kind: kind, interval: interval, isAutomatic: true,
            remembered: nil, availableIntervals: [interval], dataSpanDays: 30,
            series: [
                Insights.Bucket(
                    startDate: bucket.start, endDate: bucket.end, interval: interval,
                    displayLabel: bucket.label, averageValue: 5, minValue: 4, maxValue: 6,
                    sampleCount: 3, weightedAverage: 5, rawMin: 4, rawMax: 6, sum: 15, days: 3,
                    partial: true)
            ], daily: [], previous: nil, change: nil, version: 1, stale: false)
        response.forecast = [
            Insights.ForecastDay(date: bucket.end.advanced(by: 1), value: 5, low: 3.5, high: 6.5)
        ]
        return response
    }

    @Test(arguments: [
        ("stepCount", "cumulative", "count", Interval.month, "Steps a day, by month"),
        ("stepCount", "cumulative", "count", .day, "Steps a day"),
        ("heartRate", "discrete", "count/min", .week, "Heart rate, by week"),
        ("flightsClimbed", "cumulative", "count", .year, "Flights climbed a day, by year"),
        ("bodyMassIndex", "discrete", "count", .day, "Body mass index, by day"),
    ])
    func `titles and units are words`(
        metric: String, kind: String, unit: String, interval: Interval, title: String
    ) {
        let picture = TrendPicture([trend(metric, kind, unit: unit, interval)], annotations: [])

        #expect(picture.picture.title == title)
        let svg = picture.picture.svg()
        #expect(!svg.contains(">count") && !svg.contains("count<") && !svg.contains(" count "))
    }

    @Test func `comma-separated values include the forecast`() {
        let csv = TrendPicture([trend("bodyMass", "discrete", unit: "kg")], annotations: []).csv

        let lines = csv.split(separator: "\r\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasSuffix(",samples,low,high"))
        #expect(lines[1].hasSuffix(",3,3,,"))
        #expect(lines[2].hasSuffix(",forecast,5.0,,,,,,3.5,6.5"))
    }
}

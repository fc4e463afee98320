import Contracts
import Testing

@testable import Presentation

@Suite struct AssociationsTextTests {
    private func association(
        _ first: String, _ second: String, lag: String, effect: Double, low: Double, high: Double,
        unit: String = "", threshold: Double? = nil, thresholdUnit: String? = nil,
        kind: String = "difference"
    ) -> Insights.Association {
        Insights.Association(
            a: first, b: second, lag: lag, kind: kind, effect: effect, unit: unit, low: low,
            high: high, days: [312, 1401], q: 0.01, threshold: threshold,
            thresholdUnit: thresholdUnit)
    }

    @Test func `a difference names the groups, the effect and its interval`() {
        let nights = association(
            "sleepHours", "restingHeartRate", lag: "nextDay", effect: -2.1, low: -2.6, high: -1.6,
            unit: "count/min", threshold: 7, thresholdUnit: "hr")
        let floss = association(
            "Floss", "Read", lag: "sameDay", effect: 12, low: 4, high: 20, unit: "%")

        #expect(
            nights.sentence
                == "After days with Sleep above 7 h, Resting heart rate is 2.1 bpm lower on average "
                + "(312 against 1,401 days; 95 % interval 1.6 to 2.6).")
        #expect(
            floss.sentence
                == "On days with Floss done, Read is 12 percentage points higher on average "
                + "(312 against 1,401 days; 95 % interval 4 to 20).")
    }

    @Test func `a correlation names its direction`() {
        let weekly = association(
            "stepCount", "bodyMass", lag: "weekOverWeek", effect: -0.31, low: -0.4, high: -0.2,
            kind: "correlation")

        #expect(
            weekly.sentence
                == "Steps and Weight change in opposite directions from week to week (correlation "
                + "-0.31; 95 % interval -0.4 to -0.2; 1,713 weeks).")
    }

    @Test func `an answer states that an association is not a cause`() {
        var response = Insights.AssociationsResponse(
            associations: [
                association("A", "B", lag: "sameDay", effect: 1, low: 0.5, high: 2)
            ], compared: 2, notice: "An association is not a cause.", stale: false)

        #expect(response.text(name: nil, PlainText()).hasSuffix("An association is not a cause."))
        response.associations = []
        #expect(
            response.text(name: nil, PlainText())
                == "No pair of 2 metrics and activities moves together by more than chance explains."
        )
        response.compared = 1
        #expect(response.text(name: nil, PlainText()).hasSuffix("dayline import FILE"))
    }
}

import CivilTime
import JSON
import Milestones

extension Operations {
    static let trendOperations: [String: Operation] = [
        "ewma": { input, _ in
            let weights = try input.weightEntries().inOrder.map(\.weight)
            let lambda = try input["lambda"].ifPresent { try $0.double() }
            let smoothed = Smoothing.ewma(weights, lambda: lambda ?? Smoothing.defaultLambda)
            return ["smoothed": .list(smoothed) { .number($0) }]
        },
        "ema": { input, _ in
            let span = try input["span"].int()
            let points = Smoothing.ema(try input.weightEntries().dayMeans(in: .lb), span: span)
            return [
                "raw": .list(points) { .number($0.raw) },
                "smoothed": .list(points) { .number($0.smoothed) },
                "alpha": .number(Smoothing.alpha(span: span)),
                "trendRate": .list(points) { .number($0.ratePerDay) },
            ]
        },
        "holt": { input, _ in
            let trend = HoltTrend(
                try input.weightEntries().dayMeans(in: .lb), alpha: try input["alpha"].double(),
                beta: try input["beta"].double())
            guard let trend else { return .null }
            let days = try input["forecastDays"].list { try $0.int() }
            return [
                "level": .number(trend.level), "trendPerDay": .number(trend.perDay),
                "forecast": .list(days) { .number(trend.forecast(days: $0)) },
            ]
        },
        "forecast": { input, _ in
            let trend = HoltTrend(
                level: try input["level"].double(), perDay: try input["trend"].double())
            let days = try input["days"].list { try $0.int() }
            return ["values": .list(days) { .number(trend.forecast(days: $0)) }]
        },
        "predictGoal": { input, _ in
            let last = try input["lastDay"].day()
            let unit = try input["unit"].unit()
            let weights = try input["daily"].list { try $0.double() }
            let entries = weights.enumerated().map { index, weight in
                WeightEntry(
                    day: last.advanced(by: index + 1 - weights.count), weight: weight, unit: unit)
            }
            let prediction = GoalPrediction(
                entries, goal: try input["goal"].double(), unit: try input["goalUnit"].unit())
            let forecast: GoalPrediction.Forecast? =
                if case .onTrack(let forecast) = prediction { forecast } else { nil }
            return [
                "status": .string(prediction.status),
                "weightToGoal": .number(forecast?.weightToGoal),
                "weeklyVelocity": .number(forecast?.weeklyVelocity),
                "days": forecast.map { .count($0.days) } ?? .null,
                "date": .text(forecast?.date.description),
            ]
        },
        "regression": { input, _ in
            let x = try input["x"].list { try $0.double() }
            let y = try input["y"].list { try $0.double() }
            guard let fit = LinearFit(zip(x, y).map { ($0, $1) }) else { return .null }
            return [
                "slope": .number(fit.slope), "intercept": .number(fit.intercept),
                "at": try .list(input["at"].list()) { .number(fit.value(at: try $0.double())) },
            ]
        },
    ]
}

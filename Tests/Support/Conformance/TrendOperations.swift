import CivilTime
import Milestones
import TrackerDocuments

extension Operations {
    static let trendOperations: [String: Operation] = [
        "ewma": { given, _ in
            let weights = try given.weightEntries().inOrder.map(\.weight)
            let lambda = try given["lambda"].ifPresent { try $0.double() }
            let smoothed = Smoothing.ewma(weights, lambda: lambda ?? Smoothing.defaultLambda)
            return ["smoothed": .list(smoothed) { .number($0) }]
        },
        "ema": { given, _ in
            let span = try given["span"].int()
            let points = Smoothing.ema(try given.weightEntries().dayMeans(in: .lb), span: span)
            return [
                "raw": .list(points) { .number($0.raw) },
                "smoothed": .list(points) { .number($0.smoothed) },
                "alpha": .number(Smoothing.alpha(span: span)),
                "trendRate": .list(points) { .number($0.ratePerDay) },
            ]
        },
        "holt": { given, _ in
            let trend = HoltTrend(
                try given.weightEntries().dayMeans(in: .lb), alpha: try given["alpha"].double(),
                beta: try given["beta"].double())
            guard let trend else { return .null }
            let days = try given["forecastDays"].list { try $0.int() }
            return [
                "level": .number(trend.level), "trendPerDay": .number(trend.perDay),
                "forecast": .list(days) { .number(trend.forecast(days: $0)) },
            ]
        },
        "forecast": { given, _ in
            let trend = HoltTrend(
                level: try given["level"].double(), perDay: try given["trend"].double())
            let days = try given["days"].list { try $0.int() }
            return ["values": .list(days) { .number(trend.forecast(days: $0)) }]
        },
        "predictGoal": { given, _ in
            let last = try given["lastDay"].day()
            let unit = try given["unit"].unit()
            let weights = try given["daily"].list { try $0.double() }
            let entries = weights.enumerated().map { place, weight in
                WeightEntry(
                    day: last.advanced(by: place + 1 - weights.count), weight: weight, unit: unit)
            }
            let prediction = GoalPrediction(
                entries, goal: try given["goal"].double(), unit: try given["goalUnit"].unit())
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
        "regression": { given, _ in
            let x = try given["x"].list { try $0.double() }
            let y = try given["y"].list { try $0.double() }
            guard let fit = LinearFit(zip(x, y).map { ($0, $1) }) else { return .null }
            return [
                "slope": .number(fit.slope), "intercept": .number(fit.intercept),
                "at": try .list(given["at"].list()) { .number(fit.value(at: try $0.double())) },
            ]
        },
    ]
}

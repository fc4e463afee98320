package import CivilTime
package import RPC

extension CivilDate: FormattedText {
    package static var textFormat: JSONSchema.Format { .date }
}

extension DescribedProperties {
    /// The properties of these names are instants.
    fileprivate static func instants(_ names: String...) -> [String: JSONSchema] {
        Dictionary(uniqueKeysWithValues: names.map { ($0, JSONSchema.formatted(.dateTime)) })
    }
}

extension LoggedEntry: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] {
        instants("loggedAt").merging(["mood": .range(1...5)]) { first, _ in first }
    }
}

extension RawSample: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] { instants("start", "end") }
}

extension Changes.Change: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] { instants("at") }
}

extension ImportReport: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] { instants("importedAt") }
}

extension ImportReport.Removal.Sample: DescribedProperties {
    /// Instants of a sample, days of an activity summary.
    package static var propertySchemas: [String: JSONSchema] {
        let form = JSONSchema.anyOf([.formatted(.date), .formatted(.dateTime)])
        return ["start": form, "end": form]
    }
}

extension Insights.WorkoutItem: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] { instants("start", "end") }
}

extension Insights.WorkoutItem.Event: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] { instants("start") }
}

extension Insights.WorkoutItem.Part: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] { instants("start", "end") }
}

extension Insights.CorrelationItem: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] { instants("start", "end") }
}

extension Insights.CorrelationItem.Member: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] { instants("start", "end") }
}

extension Insights.Night: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] { instants("start", "end") }
}

extension Insights.Measurement: DescribedProperties {
    package static var propertySchemas: [String: JSONSchema] { instants("start", "end") }
}

import DelimitedText
import DeviceExports
import HealthMetrics
import PluginKit

/// The rows of `weight.csv` and `height.csv`: local times and measurements of the body, in the units of
/// the account.
struct WithingsBody: WithingsTable {
    private let date: Int
    private let columns: [(metric: String, column: UnitColumn, unit: String)]
    /// The columns of weight and fat in the same unit.
    private let weightAndFat: (weight: Int, fat: Int)?

    /// Metrics with the name of their column and their unit.
    private static let measures = [
        ("weight", "bodyMass", "kg"), ("fat mass", "bodyFatMass", "kg"),
        ("bone mass", "boneMass", "kg"), ("muscle mass", "muscleMass", "kg"),
        ("hydration", "bodyWaterMass", "kg"), ("height", "height", "m"),
    ]

    /// Nil without a date and a measurement.
    init?(_ header: DelimitedHeader) {
        guard let date = header.column("Date") else { return nil }
        self.date = date
        columns = Self.measures.compactMap { name, metric, unit in
            UnitColumn(name, in: header).map { (metric, $0, unit) }
        }
        guard !columns.isEmpty else { return nil }
        let weight = UnitColumn("weight", in: header)
        let fat = UnitColumn("fat mass", in: header)
        weightAndFat =
            if let weight, let fat, weight.unit == fat.unit { (weight.index, fat.index) } else {
                nil
            }
    }

    /// The inches of a height such as `5' 10''`; nil for another text.
    private static func inches(_ text: String) -> Double? {
        let parts = text.split { !$0.isNumber && $0 != "." }.map { Double($0) }
        guard text.contains("'"), let feet = parts.first ?? nil, parts.count <= 2 else {
            return nil
        }
        return feet * 12 + (parts.count == 2 ? parts[1] ?? 0 : 0)
    }

    func append(
        _ row: DelimitedRow, to batches: inout SampleBatches, _ time: ExportTime
    ) throws {
        let location = ItemLocation(row)
        guard let instant = time.instant(row[date]) else {
            return try batches.quarantine(
                location, type: columns[0].metric,
                reason: "its date \"\(row[date].prefix(40))\" is not valid")
        }
        guard columns.contains(where: { !row.isEmpty($0.column.index) }) else {
            return batches.ignore(of: "\(columns[0].metric) without a value")
        }
        for (metric, column, unit) in columns where !row.isEmpty(column.index) {
            let number =
                row.number(column.index)
                ?? (column.unit == "in" ? Self.inches(row[column.index]) : nil)
            guard let value = number,
                let conversion = try? UnitConversion(from: column.unit, to: unit)
            else {
                try batches.quarantine(
                    location, type: metric,
                    reason: "its value or its unit \"\(column.unit)\" is not known")
                continue
            }
            guard value > 0 else {
                batches.ignore(of: metric)
                continue
            }
            try batches.append(
                series(metric, unit, in: &batches), start: instant, end: instant,
                value: conversion.converted(value), from: location)
        }
        if let (weight, fat) = weightAndFat, let mass = row.number(weight), mass > 0,
            let part = row.number(fat), part > 0, part <= mass
        {
            try batches.append(
                series("bodyFatPercentage", "fraction", in: &batches), start: instant,
                end: instant, value: part / mass, from: location)
        }
    }
}

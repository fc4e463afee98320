package import CivilTime
import Contracts
import Milestones
package import RPC
import Tracker

/// A bundle of FHIR R4 with steps of days, nights, weights, blood pressures and the samples of
/// ``ObservationCode/samples``.
package struct FHIRBundle: Sendable {
    private let reader: HealthReader
    private let patient: String

    package init(client: Client, options: CallOptions, from: CivilDate?, to: CivilDate?) {
        reader = HealthReader(client: client, options: options, from: from, to: to)
        patient = ResourceAddress.urn(["patient", options.profile ?? ""])
    }

    /// Writes the bundle and replaces the file; `-` is standard output.
    /// - Returns: The number of observations.
    package func write(to path: String) async throws -> Int {
        let file = try FHIRBundleFile(path: path, patient: patient)
        do {
            let metrics = try await reader.metrics()
            try await appendTotals(metrics, to: file)
            for (name, code) in ObservationCode.samples {
                guard let metric = metrics.first(where: { $0.metric == name }) else { continue }
                _ = try await reader.samples(of: metric) { run in
                    try await file.append(run.observations(code))
                }
            }
            try await appendBloodPressures(metrics, to: file)
            try await appendWeights(to: file)
            return try await file.finish()
        } catch {
            await file.discard()
            throw error
        }
    }

    /// Steps of days and nights.
    private func appendTotals(
        _ metrics: [Insights.Metric], to file: FHIRBundleFile
    ) async throws {
        if let steps = metrics.first(where: { $0.metric == "stepCount" }) {
            try await file.append(
                reader.days(of: steps).days.map {
                    Observation(code: .steps, time: .point("\($0.day)"), value: $0.sum)
                })
        }
        for range in reader.years(of: metrics) {
            try await file.append(reader.nights(in: range).map(\.observation))
        }
    }

    /// Readings of both pressures that have the same start and source become one observation.
    private func appendBloodPressures(
        _ metrics: [Insights.Metric], to file: FHIRBundleFile
    ) async throws {
        let readings = BloodPressures()
        for (name, code) in [
            ("bloodPressureSystolic", ObservationCode.systolic),
            ("bloodPressureDiastolic", .diastolic),
        ] {
            guard let metric = metrics.first(where: { $0.metric == name }) else { continue }
            _ = try await reader.samples(of: metric) { await readings.append($0, as: code) }
        }
        try await file.append(readings.observations)
    }

    /// Weights that the person entered; those from health data are samples.
    private func appendWeights(to file: FHIRBundleFile) async throws {
        let weights = try await reader.client.call(
            Weights.list, .init(from: reader.from, to: reader.to), reader.options)
        for row in weights.weights where row.source == .person {
            let time = Observation.Time.point("\(row.date)")
            let code: ObservationCode = row.unit == .lb ? .weightInPounds : .weight
            try await file.append([
                Observation(code: code, time: time, value: row.weight, isEntered: true)
            ])
            guard let bodyFat = row.bodyFat else { continue }
            try await file.append([
                Observation(
                    code: .bodyFat(scale: 1), time: time, value: bodyFat, isEntered: true)
            ])
        }
    }
}

extension SampleRun {
    /// The samples with a finite value as observations.
    fileprivate func observations(_ code: ObservationCode) -> [Observation] {
        values.indices.filter { values[$0].isFinite }
            .map { index in
                Observation(
                    code: code, time: .init(start: starts[index], end: ends[index]),
                    value: values[index], source: source, isEntered: isEntered)
            }
    }
}

extension Insights.Night {
    fileprivate var observation: Observation {
        let known = stages.deep + stages.core + stages.rem
        return Observation(
            code: .sleep, time: .period(start: start, end: end), value: asleepMinutes,
            components: known == 0
                ? []
                : [
                    (.deepSleep, stages.deep), (.lightSleep, stages.core), (.remSleep, stages.rem),
                ])
    }
}

/// Blood pressures by start and source.
private actor BloodPressures {
    private struct Key: Hashable {
        let start: Int64
        let source: String
    }

    private var readings:
        [Key: (isEntered: Bool, values: [(code: ObservationCode, value: Double)])] =
            [:]

    func append(_ run: SampleRun, as code: ObservationCode) {
        for index in run.values.indices where run.values[index].isFinite {
            readings[
                Key(start: run.starts[index], source: run.source), default: (run.isEntered, [])
            ]
            .values.append((code, run.values[index]))
        }
    }

    /// Ascending by start.
    var observations: [Observation] {
        readings.sorted { ($0.key.start, $0.key.source) < ($1.key.start, $1.key.source) }
            .map { key, reading in
                Observation(
                    code: .bloodPressure, time: .init(start: key.start, end: key.start),
                    components: reading.values, source: key.source, isEntered: reading.isEntered)
            }
    }
}

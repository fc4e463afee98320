/// A destination of exported rows.
///
/// Rows of a table follow each other. The destination does not change before ``finish()``, and not at
/// all if ``discard()`` is called instead.
package protocol ExportSink: Actor {
    /// Appends rows with a value for each column of the table.
    func append(_ rows: [[ExportValue]], to table: ExportTable) throws

    /// Appends samples of one series.
    func append(_ run: SampleRun) throws

    /// Replaces the destination with the complete rows.
    func finish() throws

    /// Removes incomplete files.
    func discard()
}

extension ExportSink {
    package func append(_ run: SampleRun) throws {
        try append(run.rows, to: .samples)
    }
}

/// Samples of one metric, source, device and resolution.
package struct SampleRun: Sendable {
    package let metric: String
    package let unit: String
    package let source: String
    package let device: String
    package let isEntered: Bool
    /// `raw`, `minute`, `hour` or `day`.
    package let resolution: String
    /// Milliseconds since 1970 UTC.
    package let starts: [Int64]
    package let ends: [Int64]
    package let values: [Double]

    var rows: [[ExportValue]] {
        let (metric, unit) = (ExportValue.text(metric), ExportValue.text(unit))
        let (source, device) = (ExportValue.text(source), ExportValue.text(device))
        let resolution = ExportValue.text(resolution)
        return values.indices.map { index in
            [
                metric, .instant(starts[index]), .instant(ends[index]), ExportValue(values[index]),
                unit, source, device, .flag(isEntered), resolution,
            ]
        }
    }
}

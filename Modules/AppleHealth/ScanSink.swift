/// The receiver of a scanner's items, in the order of the file.
///
/// It is called once per batch or row, so that it may be slow. An error that it throws ends the scan.
package protocol ScanSink: AnyObject {
    /// Declares a series before its first samples. Indices count up from 0.
    func declare(_ series: ScannedSeries, index: Int32) throws
    func receive(_ batch: SampleBatch) throws
    func receive(_ workout: ScannedWorkout) throws
    func receive(_ correlation: ScannedCorrelation) throws
    func receive(_ summary: ScannedActivitySummary) throws
    func receive(_ element: QuarantinedElement) throws
}

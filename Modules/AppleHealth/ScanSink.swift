/// Where a scanner hands over what it reads, in the order of the file.
///
/// Nothing is called back more than once a batch or a row, so a sink may do what takes time. What it
/// throws ends the scan.
package protocol ScanSink: AnyObject {
    /// A series is about to have its first samples; its index counts up from 0.
    func declare(_ series: ScannedSeries, index: Int32) throws
    func receive(_ batch: SampleBatch) throws
    func receive(_ workout: ScannedWorkout) throws
    func receive(_ correlation: ScannedCorrelation) throws
    func receive(_ summary: ScannedActivitySummary) throws
    func receive(_ element: QuarantinedElement) throws
}

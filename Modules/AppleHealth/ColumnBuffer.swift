/// The samples of the next batch in uninitialized memory, so that appending one is a few stores.
struct ColumnBuffer: ~Copyable {
    private let starts = UnsafeMutablePointer<Int64>.allocate(capacity: SampleBatch.capacity)
    private let ends = UnsafeMutablePointer<Int64>.allocate(capacity: SampleBatch.capacity)
    private let values = UnsafeMutablePointer<Double>.allocate(capacity: SampleBatch.capacity)
    /// Numbers of attribute sets; 0 without attributes.
    private let sets = UnsafeMutablePointer<Int32>.allocate(capacity: SampleBatch.capacity)
    private(set) var count = 0
    private(set) var hasAttributes = false
    private var runSeries: Int32 = -1
    private var runStart = 0
    private var runs: [(series: Int32, length: Int32)] = []

    deinit {
        starts.deallocate()
        ends.deallocate()
        values.deallocate()
        sets.deallocate()
    }

    var isFull: Bool { count == SampleBatch.capacity }

    @inline(__always)
    mutating func append(
        _ series: Int32, start: Int64, end: Int64, value: Double, attributes: Int32
    ) {
        if series != runSeries {
            closeRun()
            runSeries = series
        }
        starts[count] = start
        ends[count] = end
        values[count] = value
        sets[count] = attributes
        if attributes != 0 { hasAttributes = true }
        count += 1
    }

    /// Removes all samples. The runs have the scanner's series numbers; sets are expanded into
    /// attribute columns.
    mutating func removeBatch(attributes: AttributeSets) -> SampleBatch {
        closeRun()
        var batch = SampleBatch(
            series: runs.map(\.series), lengths: runs.map(\.length),
            starts: Array(UnsafeBufferPointer(start: starts, count: count)),
            ends: Array(UnsafeBufferPointer(start: ends, count: count)),
            values: Array(UnsafeBufferPointer(start: values, count: count)),
            attributeSamples: [], attributeKinds: [], attributeTexts: [], texts: [])
        if hasAttributes {
            attributes.expand(UnsafeBufferPointer(start: sets, count: count), into: &batch)
        }
        runs.removeAll(keepingCapacity: true)
        runSeries = -1
        runStart = 0
        count = 0
        hasAttributes = false
        return batch
    }

    private mutating func closeRun() {
        if count > runStart { runs.append((runSeries, Int32(count - runStart))) }
        runStart = count
    }
}

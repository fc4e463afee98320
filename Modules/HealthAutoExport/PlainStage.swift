import PluginKit

/// A single sleep stage in the usual form: a start, an end, the name of the stage and a source.
struct PlainStage: PlainObject {
    private(set) var start: HealthAutoExportDate.Parsed?
    private(set) var end: HealthAutoExportDate.Parsed?
    private(set) var source: UnsafeBufferPointer<UInt8>?
    private var name: UnsafeBufferPointer<UInt8>?
    var range = 0..<0

    mutating func clear() {
        (start, end, source, name) = (nil, nil, nil, nil)
    }

    mutating func read(_ key: UnsafeBufferPointer<UInt8>, at cursor: inout PlainCursor) -> Bool {
        if key.isEqual(to: "startDate") { return cursor.readDate(into: &start) }
        if key.isEqual(to: "endDate") { return cursor.readDate(into: &end) }
        if key.isEqual(to: "value") { return cursor.readText(into: &name) }
        if key.isEqual(to: "source") { return cursor.readText(into: &source) }
        // The dates state the duration again.
        return (key.isEqual(to: "qty") || key.isEqual(to: "date")) && cursor.skipValue()
    }

    var isComplete: Bool { start != nil && end != nil && name != nil }

    /// The stage; nil unless its name has the usual form.
    var stage: SleepStage? {
        guard let name else { return nil }
        return Self.stages.first { name.isEqual(to: $0.name) }?.stage
    }

    private static let stages: [(name: StaticString, stage: SleepStage)] = [
        ("Core", .core), ("REM", .rem), ("Deep", .deep), ("Awake", .awake), ("InBed", .inBed),
        ("In Bed", .inBed), ("Asleep", .asleep), ("Unspecified", .asleep),
    ]
}

package import CivilTime

/// What a scan found, once it is over.
package struct ScanReport: Hashable, Sendable {
    /// By metric key for records, by element name for the rest.
    package var counts: [String: Counts] = [:]
    /// How often each key of metadata was met that nothing is kept of.
    package var ignoredMetadata: [String: Int] = [:]
    /// Damage that lost nothing, by kind in the order met.
    package var damage: [Damage] = []
    /// The file ended before its root did.
    package var isTruncated = false
    /// `HealthData` elements met; 0 means that this is no export.
    package var roots = 0
    package var locale: String?
    /// How far from UTC, in seconds, the dates of each day are written.
    package var offsets: [CivilDate: Int] = [:]
    /// When the export was made, in milliseconds since 1970.
    package var exportDate: Int64?
    /// The attributes of `Me`, such as the date of birth.
    package var person: [String: String] = [:]
    /// Records that were read by remembered heads; a measure of speed, and of nothing else.
    package var headHits = 0

    /// Elements within those of the top level, by metric key for records and beats, by element name for
    /// the rest. Elements within an element that is not well-formed are not counted.
    package var nested: [String: NestedCounts] = [:]

    /// Nested elements of one row.
    package struct NestedCounts: Hashable, Sendable {
        /// Handed over: as a sample, or as a part of an item that was handed over.
        package var emitted = 0
        /// Records that the top level, or another element, has too.
        package var duplicate = 0
        /// Part of an element that is quarantined.
        package var quarantined = 0
        /// Understood and not kept, or unusable.
        package var ignored = 0

        package var read: Int { emitted + duplicate + quarantined + ignored }
    }

    /// Elements of the top level of one type: always `read == emitted + quarantined + ignored`.
    package struct Counts: Hashable, Sendable {
        package var emitted = 0
        package var quarantined = 0
        /// Understood, and not kept.
        package var ignored = 0

        package var read: Int { emitted + quarantined + ignored }
    }

    /// A kind of damage, where it was met first, and how often.
    package struct Damage: Hashable, Sendable {
        package var reason: String
        package var offset: Int64
        package var line: Int64
        package var count: Int
    }
}

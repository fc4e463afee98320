package import CivilTime

/// The result of a scan.
package struct ScanReport: Hashable, Sendable {
    /// Counts of top-level elements: by metric key for records, by element name for others.
    package var counts: [String: Counts] = [:]
    /// Number of metadata entries that are not stored, by key.
    package var ignoredMetadata: [String: Int] = [:]
    /// Damage that lost no item, in the order of first occurrence.
    package var damage: [Damage] = []
    /// True if the file ends before its root.
    package var isTruncated = false
    /// Number of `HealthData` elements; 0 if the file is not an export.
    package var roots = 0
    package var locale: String?
    /// Seconds east of UTC by day, as the dates are written.
    package var offsets: [CivilDate: Int] = [:]
    /// The offsets by day as `YYYY-MM-DD`.
    package var offsetsByDay: [String: Int] {
        Dictionary(uniqueKeysWithValues: offsets.map { ($0.key.description, $0.value) })
    }
    /// Time of the export in milliseconds since 1970; nil if the file does not have it.
    package var exportDate: Int64?
    /// The attributes of `Me`, such as the date of birth.
    package var person: [String: String] = [:]
    /// Number of records read by remembered heads, for measurements.
    package var headHits = 0

    /// Counts of nested elements: by metric key for records and beats, by element name for others.
    /// Elements within an element that is not well-formed are not counted.
    package var nested: [String: NestedCounts] = [:]

    /// Counts of nested elements of one row.
    package struct NestedCounts: Hashable, Sendable {
        /// Sent as a sample, or as a part of an item.
        package var emitted = 0
        /// Records that the top level or another element repeats.
        package var duplicate = 0
        /// Elements within a quarantined element.
        package var quarantined = 0
        /// Elements that are not stored, or invalid parts.
        package var ignored = 0

        package var read: Int { emitted + duplicate + quarantined + ignored }
    }

    /// Counts of top-level elements of one type; `read == emitted + quarantined + ignored`.
    package struct Counts: Hashable, Sendable {
        package var emitted = 0
        package var quarantined = 0
        /// Valid elements that are not stored.
        package var ignored = 0

        package var read: Int { emitted + quarantined + ignored }
    }

    /// A kind of damage with its first location and its frequency.
    package struct Damage: Hashable, Sendable {
        package var reason: String
        package var offset: Int64
        package var line: Int64
        package var count: Int
    }
}

package import JSON

/// A part of a document that could not be imported unchanged. Every such part is reported.
package struct DocumentProblem: Hashable, Codable, Sendable {
    package enum Reason: String, CaseIterable, Codable, Sendable {
        /// A value that the format does not define; replaced by its default.
        case unknownValue
        /// A value of the wrong type or form; replaced by its default.
        case unreadable
        /// A record without a required value; omitted.
        case missing
        /// A reference to a record that the document does not contain; the record was omitted.
        case dangling
        /// A snapshot whose days other snapshots cover; preserved for the next export.
        case overlapping
        /// A record with the identifier of an earlier record; omitted.
        case repeated
        /// A container that contains itself; moved to the top level.
        case circular
        /// A text of an entry that exceeds the limit; preserved for the next export.
        case tooLong
        /// A day outside of the years 1900 to 2199; the record was omitted.
        case outOfTime
        /// A metric beyond the limit of a goal; omitted.
        case tooMany
        /// A schedule of the older shape with days from Sunday; imported as a weekly schedule.
        case olderShape
        /// An invalid name, such as one with a line break; cleaned.
        case unfitName
    }

    package var reason: Reason
    /// The list, such as `logs`.
    package var list: String
    /// The record's identifier; nil without one.
    package var id: String?
    /// The record's name or title; nil without one.
    package var name: String?
    /// The identifier of the activity of the record; nil without one.
    package var activity: String?
    package var key: String
    package var value: JSONValue
    /// The byte offset of the record in the document; nil if the document was not read from text.
    package var offset: Int?
}

/// Something in a document that could not be taken as it is. Nothing is passed over in silence.
package struct DocumentProblem: Hashable, Codable, Sendable {
    package enum Reason: String, CaseIterable, Codable, Sendable {
        /// A value outside the format's list; its default was taken.
        case unknownValue
        /// A value of the wrong form; its default was taken.
        case unreadable
        /// A record without a value it cannot be without; left out.
        case missing
        /// A reference to something that is not in the document; the record was left out.
        case dangling
        /// A snapshot whose days others have already; kept aside.
        case overlapping
        /// A second record of the same identifier; left out.
        case repeated
        /// A container that is inside itself; it was taken out.
        case circular
        /// A text of a log that is longer than any; kept aside.
        case tooLong
        /// A day that nothing is written on: not of the years 1900 to 2199; left out.
        case outOfTime
        /// One more metric than a goal can have; left out.
        case tooMany
        /// A schedule of the shape with days from Sunday; read as weekly.
        case olderShape
        /// A name that no command takes, such as one with a line break; cleaned.
        case unfitName
    }

    package var reason: Reason
    /// The array, such as `logs`.
    package var list: String
    /// The record's identifier, where it has one.
    package var id: String?
    /// The record's own name or title, where it has one.
    package var name: String?
    /// The identifier of the activity that the record belongs to, where it names one.
    package var activity: String?
    package var key: String
    package var value: JSONValue
    /// Where the record begins in the document's text; nil where there was no text.
    package var offset: Int?
}

package import CivilTime
import Memberwise
package import RPC

extension Journal {
    /// Finds a text in names, notes and answers.
    package static let search = Method<SearchRequest, SearchResponse>(
        service, "Search", repeatable: true)

    @Message
    package struct SearchRequest: Codable, Hashable, WireValue {
        /// The text to find, 1 to 200 characters, ignoring case; each of its words has to occur.
        package var text: String
        /// The largest number of results, 1 to 1,000; nil: 100.
        package var limit: Int? = nil
    }

    @Message
    package struct SearchResponse: Codable, Hashable, WireValue {
        /// The results, newest first, then by kind and text.
        package var results: [SearchResult]
    }

    /// A record with the text.
    @Message
    package struct SearchResult: Codable, Hashable, Sendable {
        /// The kind of the record.
        package var kind: SearchKind
        /// The identifier of the record.
        package var id: String
        /// The day of an entry, annotation or weight entry, or the day on which an activity or a
        /// goal was created; nil: a category.
        package var date: CivilDate?
        /// The name or title; for an entry the activity with its answer and note.
        package var text: String
    }

    package enum SearchKind: String, CaseIterable, Codable, Sendable {
        case activity, entry, goal, category, annotation, weight
    }
}

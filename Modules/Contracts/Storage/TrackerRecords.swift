package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// The records of the tracker: entries as rows, all others as documents by kind. Served by the
/// storage worker, which knows none of their rules.
///
/// A caller that caches records follows ``Changes/since``: the kind of a change is that of the
/// record, and its text after the change is the document or a ``NumberedEntry``. A change of the
/// kind ``bulk`` means that all records have to be read again.
package enum TrackerRecords {
    package static let service = "dayline.storage.TrackerRecords"

    /// Returns a page of the documents of some kinds.
    package static let documents = Method<DocumentsRequest, DocumentsResponse>(
        service, "Documents", repeatable: true)
    /// Returns a page of the entries, in the order they were logged.
    package static let entries = Method<EntriesRequest, Packet<EntryPage>>(
        service, "Entries", repeatable: true)
    /// Returns one entry. NOT_FOUND if the profile has no entry with that identifier.
    package static let entry = Method<EntryRequest, NumberedEntry>(
        service, "Entry", repeatable: true)
    /// Returns the numbers of an activity by day, as the columns of ``Days/read``.
    package static let days = Method<DaysRequest, Packet<Days.ReadResponse>>(
        service, "Days", repeatable: true)
    /// Returns the last answers of an activity on some days.
    package static let answers = Method<AnswersRequest, AnswersResponse>(
        service, "Answers", repeatable: true)
    /// Applies a change set, all of it or nothing, as one undo step. ABORTED if a record does not
    /// have the expected revision, or if the profile has changed since the version of the change
    /// set.
    package static let apply = Method<ApplyRequest, ApplyResponse>(service, "Apply")
    /// Returns the result of an earlier request with the idempotency key of this call, if there was
    /// one.
    package static let findResult = Method<FingerprintRequest, RecallResponse>(
        service, "Recall", repeatable: true)
    /// Describes the next step of undo or redo. FAILED_PRECONDITION without such a step.
    package static let nextStep = Method<UndoRequest, NextResponse>(
        service, "Next", repeatable: true)
    /// Undoes the newest step. FAILED_PRECONDITION without a step, ABORTED if the request names
    /// another step, or if the step is a sample correction, which ``SampleEdits/revert`` undoes.
    package static let undo = Method<StepRequest, ApplyResponse>(service, "Undo")
    /// Redoes the step that was undone last. FAILED_PRECONDITION without such a step, ABORTED if
    /// the request names another step.
    package static let redo = Method<StepRequest, ApplyResponse>(service, "Redo")
    /// Adds or replaces very many entries and documents in one transaction, as one undo step.
    package static let fill = UploadMethod<FillRequest, Packet<FillPage>, ApplyResponse>(
        service, "Fill")

    /// The kind of a change of an entry.
    package static let entryKind = "entry"
    /// The kind of a change of all records.
    package static let bulk = "tracker"
    /// The kind of a change that permanently removes all entries of an activity; its identifier is
    /// that of the activity.
    package static let entriesKind = "entries"
    /// The kind of the documents of activities, which storage reads to list the days of an
    /// activity.
    package static let activityKind = "activity"
    /// The kind of a change of a setting: its identifier is the key, its text the value.
    package static let settingKind = "setting"
    /// The kind of a change that corrects a sample.
    package static let sampleKind = "sample"
    /// The maximum number of changes of a request.
    package static let changeLimit = 20_000
    package static let pageLimit = 50_000
    /// The maximum size of the text of a record in bytes.
    package static let bodyLimit = 1 << 20

    @Message
    package struct DocumentsRequest: Codable, Hashable, WireValue {
        /// The kinds of documents to read, such as `activity`.
        package var kinds: [String]
        /// The document after which the page begins; nil: the first page.
        package var after: RecordKey? = nil
    }

    @Message
    package struct DocumentsResponse: Codable, Hashable, WireValue {
        /// The documents, ascending by kind, then by identifier.
        package var documents: [Document]
        /// The last document of the page, for the next request; nil: the last page.
        package var next: RecordKey? = nil
        /// The number of the newest change of the database at the time of reading.
        package var version: Int64
        /// The time zones of the profile, ascending by first day.
        package var zones: [ZoneChange]
        /// The values of the settings that were set, by key.
        package var settings: [String: String]
    }

    @Message
    package struct Document: Codable, Hashable, Sendable {
        /// The kind of the document, such as `activity`.
        package var kind: String
        /// The identifier of the document.
        package var id: String
        /// The number of the change that last wrote the document.
        package var revision: Int64
        /// The document as JSON, at most 1 MiB.
        package var body: String
    }

    @Message
    package struct EntriesRequest: Codable, Hashable, WireValue {
        /// The number of the entry after which the page begins; 0: the first page.
        package var after: Int64
        /// The greatest number of entries, clamped to 1 to 50,000; nil: 50,000.
        package var limit: Int? = nil
    }

    @Message
    package struct DaysRequest: Codable, Hashable, WireValue {
        /// The identifier of the activity.
        package var activity: Activity.ID
        /// The day whose unit and kind of number the response has; nil: the present ones.
        package var on: CivilDate? = nil
    }

    @Message
    package struct AnswersRequest: Codable, Hashable, WireValue {
        /// The identifier of the activity.
        package var activity: Activity.ID
        /// The days to answer for, at most 50,000.
        package var days: [CivilDate]
    }

    @Message
    package struct AnswersResponse: Codable, Hashable, WireValue {
        /// The last answer of each day as text, else its note, in the order of the request; null:
        /// neither on the day.
        package var answers: [String?]
    }

    @Message
    package struct EntryRequest: Codable, Hashable, WireValue {
        /// The identifier of the entry.
        package var id: Entry.ID
    }

    /// An entry with its number in the order of logging.
    @Message
    package struct NumberedEntry: Codable, Hashable, WireValue {
        /// The number of the entry in the order of logging.
        package var number: Int64
        /// The entry.
        package var entry: Entry
    }

    @Message
    package struct RecordKey: Codable, Hashable, Sendable {
        /// The kind of the record, such as `entry` or `activity`.
        package var kind: String
        /// The identifier of the record.
        package var id: String
    }
}

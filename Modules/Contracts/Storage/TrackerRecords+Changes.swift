import Memberwise
import RPC

extension TrackerRecords {
    @Message
    package struct ApplyRequest: Codable, Hashable, WireValue {
        /// The description of the step, such as `log Water 250 ml`.
        package var summary: String
        /// The changes, at most 20,000, applied in order.
        package var changes: [Change]
        /// The number of the newest change that the caller knew, ABORTED if the profile has a later
        /// one; nil: any.
        package var base: Int64? = nil
        /// The fingerprint of the caller's request, rejected with an idempotency key of another
        /// fingerprint; nil: the request itself.
        package var fingerprint: String? = nil
        /// True to remove the records for good, also from the change log and from earlier steps,
        /// without undo; nil: false.
        package var isFinal: Bool? = nil
        /// The origin of changes that follow from stored data, such as `health`, which are not a
        /// step of their own; nil: a person.
        package var origin: String? = nil
        /// The caller's response as JSON, stored with the idempotency key and returned for a
        /// repeat; nil: none.
        package var reply: String? = nil
        /// The number that the last change must get, ABORTED otherwise; nil: any.
        package var last: Int64? = nil
    }

    /// A change of one record.
    @Message
    package struct Change: Codable, Hashable, Sendable {
        /// The kind of the record: `entry`, `entries` for all entries of an activity, `setting`, or
        /// the kind of a document.
        package var kind: String
        /// The identifier of the record; the identifier of the activity for `entries`, the key for
        /// `setting`.
        package var id: String
        /// The expected revision of the record, 0 for a new record; nil: any. Settings have no
        /// revision.
        package var expected: Int64? = nil
        /// The new JSON of a document or entry, or the value of a setting; nil: remove the record.
        package var body: String?
    }

    @Message
    package struct ApplyResponse: Codable, Hashable, WireValue {
        /// The description of the step.
        package var summary: String
        /// The number of the first change in the change log.
        package var first: Int64
        /// The number of the last change in the change log; one less than `first` without changes.
        package var last: Int64
        /// The written or removed records, in the order of their changes; empty: none, or very
        /// many.
        package var records: [RecordKey]
        /// The numbers of the written entries by identifier; nil: no entries.
        package var numbers: [String: Int64]? = nil
        /// The stored response of the caller; nil: the request is not a repeat.
        package var reply: String? = nil
    }

    /// The fingerprint of a request. An idempotency key with another fingerprint is rejected.
    @Message
    package struct FingerprintRequest: Codable, Hashable, WireValue {
        /// The fingerprint of the request, rejected with an idempotency key of another fingerprint;
        /// nil: none.
        package var fingerprint: String?
    }

    @Message
    package struct RecallResponse: Codable, Hashable, WireValue {
        /// The result of the earlier request with the idempotency key; nil: none.
        package var applied: ApplyResponse?
    }

    package enum UndoDirection: String, CaseIterable, Codable, Sendable {
        /// `undo` reverts the last step, `redo` applies the step that was undone last.
        case undo, redo
    }

    @Message
    package struct StepRequest: Codable, Hashable, WireValue {
        /// The number of the first change of the step; nil: the next step, whichever it is.
        package var step: Int64? = nil
    }

    @Message
    package struct UndoRequest: Codable, Hashable, WireValue {
        /// The direction: `undo` or `redo`.
        package var direction: UndoDirection
        /// The number of the first change of the step that the caller expects, ABORTED if another
        /// step is next; nil: any step. `Next` describes the next step also if another one is
        /// expected.
        package var step: Int64? = nil
    }

    @Message
    package struct NextResponse: Codable, Hashable, WireValue {
        /// The number of the first change of the step; 0: the request is a repeat.
        package var step: Int64
        /// The description of the step; empty: the request is a repeat.
        package var summary: String
        /// The sample whose correction the step reverts or applies; nil: another step, or a repeat.
        package var sample: CorrectedSample?
    }

    @Message
    package struct CorrectedSample: Codable, Hashable, Sendable {
        /// The reference of the imported sample.
        package var original: SampleReference
        /// The correction to apply; nil: restore the imported sample.
        package var correction: Correction?
    }

    @Message
    package struct FillRequest: Codable, Hashable, WireValue {
        /// The description of the step.
        package var summary: String
        /// The kinds whose records are removed first, `entry` for all entries; empty: none.
        package var replacedKinds: [String] = []
        /// The number of the newest change that the caller knew, ABORTED if the profile has a later
        /// one; nil: any.
        package var base: Int64? = nil
        /// The fingerprint of the caller's request, shared with `Apply`; nil: the fill request
        /// itself.
        package var fingerprint: String? = nil
        /// The caller's response as JSON, stored with the idempotency key and returned for a
        /// repeat; nil: none.
        package var reply: String? = nil
        /// True if the numbers of new entries need not follow the order of the pages: storage can
        /// number them by activity and day, which is faster. The entries of an activity on a day
        /// are numbered in their order. Nil: false.
        package var canReorderDays: Bool? = nil
    }
}

import Memberwise
import RPC

extension TrackerRecords {
    @Message
    package struct ApplyRequest: Codable, Hashable, WireValue {
        /// What is done, in words, such as `log Water 250 ml`.
        package var summary: String
        package var changes: [Change]
        /// The number of the newest change that was known when these were planned; nil: any may have been
        /// made since.
        package var base: Int64? = nil
        /// What the person asked for: the same key with another fingerprint is refused.
        package var fingerprint: String? = nil
        /// The change cannot be undone, and neither can what was done before it to the same records:
        /// what it removes is removed for good, from the change log too.
        package var isFinal: Bool? = nil
        /// Who makes changes that follow from what is stored, such as `health`; nil: a person. They are no
        /// step of their own: undo takes them back with the step before them, and what was undone can
        /// still be made again, without what followed since. Whoever makes them makes them anew then.
        package var origin: String? = nil
        /// What the caller answers, as JSON: kept with the idempotency key, and given back when that comes
        /// again.
        package var reply: String? = nil
        /// The number that the last change is to be given, where the reply tells of numbers: ABORTED when
        /// it would be given another.
        package var last: Int64? = nil
    }

    /// A record as it is to be.
    @Message
    package struct Change: Codable, Hashable, Sendable {
        /// ``entryKind``, ``entriesKind``, ``settingKind``, or a document's kind.
        package var kind: String
        package var id: String
        /// The revision that the record is expected to have, 0 for none; nil: any. A setting has none.
        package var expected: Int64? = nil
        /// JSON: a document, or an ``Entry``; a setting's value as it is; nil removes the record.
        package var body: String?
    }

    @Message
    package struct ApplyResponse: Codable, Hashable, WireValue {
        package var summary: String
        /// The numbers of the first and the last change in the log.
        package var first: Int64
        package var last: Int64
        /// The records that were written, in the order of their changes.
        package var records: [RecordKey]
        /// The numbers of the entries that were written, by identifier.
        package var numbers: [String: Int64]? = nil
        /// What its caller answered the first time; only of a request that came again.
        package var reply: String? = nil
    }

    /// What a person asked for, so that the same idempotency key with another request is refused.
    @Message
    package struct FingerprintRequest: Codable, Hashable, WireValue {
        package var fingerprint: String?
    }

    @Message
    package struct RecallResponse: Codable, Hashable, WireValue {
        package var applied: ApplyResponse?
    }

    package enum UndoDirection: String, CaseIterable, Codable, Sendable {
        case undo, redo
    }

    @Message
    package struct UndoRequest: Codable, Hashable, WireValue {
        package var direction: UndoDirection
    }

    @Message
    package struct NextResponse: Codable, Hashable, WireValue {
        /// The number of the step.
        package var step: Int64
        package var summary: String
        /// The correction that the step is; nil for other steps, and for a request that was done before,
        /// by its idempotency key.
        package var sample: CorrectedSample?
    }

    @Message
    package struct CorrectedSample: Codable, Hashable, Sendable {
        package var original: SampleReference
        /// What is to hold of it; nil: the sample is as it was imported.
        package var correction: Correction?
    }

    @Message
    package struct FillRequest: Codable, Hashable, WireValue {
        package var summary: String
        /// Whether everything of these kinds goes first; entries too when ``entryKind`` is among them.
        package var replacedKinds: [String] = []
        /// As in ``ApplyRequest``; with a fingerprint both are one request, whichever of them it comes as.
        package var base: Int64? = nil
        package var fingerprint: String? = nil
        package var reply: String? = nil
    }
}

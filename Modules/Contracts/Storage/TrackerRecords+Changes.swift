import Memberwise
import RPC

extension TrackerRecords {
    @Message
    package struct ApplyRequest: Codable, Hashable, WireValue {
        /// Description of the step, such as `log Water 250 ml`.
        package var summary: String
        package var changes: [Change]
        /// The number of the newest change that was known when these were planned; nil: any may have been
        /// made since.
        package var base: Int64? = nil
        /// Fingerprint of the request. An idempotency key with another fingerprint is rejected.
        package var fingerprint: String? = nil
        /// The change cannot be undone, and neither can what was done before it to the same records:
        /// what it removes is removed for good, from the change log too.
        package var isFinal: Bool? = nil
        /// Origin of changes that follow from stored data, such as `health`; nil: a person. Such changes are
        /// not a step: undo reverts them with the step before them, and redo applies that step without
        /// them, so that their origin computes them again.
        package var origin: String? = nil
        /// The caller's response as JSON, stored with the idempotency key and returned for a repeat.
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
        /// The stored response of the caller; nil unless the request is a repeat.
        package var reply: String? = nil
    }

    /// The fingerprint of a request. An idempotency key with another fingerprint is rejected.
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
        /// The correction to apply; nil: the sample as imported.
        package var correction: Correction?
    }

    @Message
    package struct FillRequest: Codable, Hashable, WireValue {
        package var summary: String
        /// Kinds whose records are removed first; includes entries if ``entryKind`` is among them.
        package var replacedKinds: [String] = []
        /// As in ``ApplyRequest``; with a fingerprint both are one request, whichever of them it comes as.
        package var base: Int64? = nil
        package var fingerprint: String? = nil
        package var reply: String? = nil
    }
}

import RPC

extension TrackerRecords {
    package struct ApplyRequest: Codable, Hashable, WireValue {
        /// What is done, in words, such as `log Water 250 ml`.
        package var summary: String
        package var changes: [Change]
        /// The number of the newest change that was known when these were planned; nil: any may have been
        /// made since.
        package var base: Int64?
        /// What the person asked for: the same key with another fingerprint is refused.
        package var fingerprint: String?
        /// The change cannot be undone, and neither can what was done before it to the same records:
        /// what it removes is removed for good, from the change log too.
        package var isFinal: Bool?
        /// Who makes changes that follow from what is stored, such as `health`; nil: a person. They are no
        /// step of their own: undo takes them back with the step before them, and what was undone can
        /// still be made again, without what followed since. Whoever makes them makes them anew then.
        package var origin: String?
        /// What the caller answers, as JSON: kept with the idempotency key, and given back when that comes
        /// again.
        package var reply: String?
        /// The number that the last change is to be given, where the reply tells of numbers: ABORTED when
        /// it would be given another.
        package var last: Int64?

        package init(
            summary: String, changes: [Change], base: Int64? = nil, fingerprint: String? = nil,
            isFinal: Bool? = nil, origin: String? = nil, reply: String? = nil, last: Int64? = nil
        ) {
            self.summary = summary
            self.changes = changes
            self.base = base
            self.fingerprint = fingerprint
            self.isFinal = isFinal
            self.origin = origin
            self.reply = reply
            self.last = last
        }
    }

    /// A record as it is to be.
    package struct Change: Codable, Hashable, Sendable {
        /// ``entryKind``, ``entriesKind``, ``settingKind``, or a document's kind.
        package var kind: String
        package var id: String
        /// The revision that the record is expected to have, 0 for none; nil: any. A setting has none.
        package var expected: Int64?
        /// JSON: a document, or an ``Entry``; a setting's value as it is; nil removes the record.
        package var body: String?

        package init(kind: String, id: String, expected: Int64? = nil, body: String?) {
            self.kind = kind
            self.id = id
            self.expected = expected
            self.body = body
        }
    }

    package struct ApplyResponse: Codable, Hashable, WireValue {
        package var summary: String
        /// The numbers of the first and the last change in the log.
        package var first: Int64
        package var last: Int64
        /// The records that were written, in the order of their changes.
        package var records: [RecordKey]
        /// The numbers of the entries that were written, by identifier.
        package var numbers: [String: Int64]?
        /// What its caller answered the first time; only of a request that came again.
        package var reply: String?

        package init(summary: String, first: Int64, last: Int64, records: [RecordKey]) {
            self.summary = summary
            self.first = first
            self.last = last
            self.records = records
        }
    }

    /// What a person asked for, so that the same idempotency key with another request is refused.
    package struct FingerprintRequest: Codable, Hashable, WireValue {
        package var fingerprint: String?

        package init(fingerprint: String?) {
            self.fingerprint = fingerprint
        }
    }

    package struct RecallResponse: Codable, Hashable, WireValue {
        package var applied: ApplyResponse?

        package init(applied: ApplyResponse?) {
            self.applied = applied
        }
    }

    package enum UndoDirection: String, CaseIterable, Codable, Sendable {
        case undo, redo
    }

    package struct UndoRequest: Codable, Hashable, WireValue {
        package var direction: UndoDirection

        package init(direction: UndoDirection) {
            self.direction = direction
        }
    }

    package struct NextResponse: Codable, Hashable, WireValue {
        /// The number of the step.
        package var step: Int64
        package var summary: String
        /// The correction that the step is; nil for other steps, and for a request that was done before,
        /// by its idempotency key.
        package var sample: CorrectedSample?

        package init(step: Int64, summary: String, sample: CorrectedSample?) {
            self.step = step
            self.summary = summary
            self.sample = sample
        }
    }

    package struct CorrectedSample: Codable, Hashable, Sendable {
        package var original: SampleReference
        /// What is to hold of it; nil: the sample is as it was imported.
        package var correction: Correction?

        package init(original: SampleReference, correction: Correction?) {
            self.original = original
            self.correction = correction
        }
    }

    package struct FillRequest: Codable, Hashable, WireValue {
        package var summary: String
        /// Whether everything of these kinds goes first; entries too when ``entryKind`` is among them.
        package var replacedKinds: [String]
        /// As in ``ApplyRequest``; with a fingerprint both are one request, whichever of them it comes as.
        package var base: Int64?
        package var fingerprint: String?
        package var reply: String?

        package init(
            summary: String, replacedKinds: [String] = [], base: Int64? = nil,
            fingerprint: String? = nil, reply: String? = nil
        ) {
            self.summary = summary
            self.replacedKinds = replacedKinds
            self.base = base
            self.fingerprint = fingerprint
            self.reply = reply
        }
    }
}

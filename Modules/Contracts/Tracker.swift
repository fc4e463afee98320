package import CivilTime
package import RPC
package import Tracking

/// What a person plans and logs, as rows: entries, and everything else as documents by kind. Served
/// by the storage worker, which knows none of their rules.
///
/// Whoever keeps what was read here follows it with ``Changes/since``: a change's kind is that of the
/// record, and its text after it the document, or a ``NumberedEntry``. A change of the kind ``bulk``
/// means that everything is to be read anew.
package enum Tracker {
    package static let service = "dayline.storage.Tracker"

    /// A page of the documents of some kinds.
    package static let documents = Method<AskDocuments, Documents>(
        service, "Documents", repeatable: true)
    /// A page of the entries, in the order they were logged.
    package static let entries = Method<AskEntries, Packet<EntryPage>>(
        service, "Entries", repeatable: true)
    /// One entry. NOT_FOUND when the profile has none of that identifier.
    package static let entry = Method<EntryName, NumberedEntry>(service, "Entry", repeatable: true)
    /// The numbers of an activity by day, in columns as of ``Days/read``.
    package static let days = Method<AskDays, Packet<Days.Page>>(
        service, "Days", repeatable: true)
    /// The last answers of an activity on some days.
    package static let answers = Method<AskAnswers, Answers>(service, "Answers", repeatable: true)
    /// Makes changes, all or none, that are undone together. ABORTED when a record is not as expected,
    /// or when the profile was changed since the version that they are based on.
    package static let apply = Method<Apply, Applied>(service, "Apply")
    /// What came of a request whose idempotency key travels with this one, if it was seen before.
    package static let recall = Method<Fingerprint, Recalled>(service, "Recall", repeatable: true)
    /// What would be undone, or made again. FAILED_PRECONDITION when there is nothing.
    package static let next = Method<AskNext, Next>(service, "Next", repeatable: true)
    /// Takes back the last change that is not undone. FAILED_PRECONDITION when there is none, ABORTED
    /// when it is one of a sample: ``Edits/revert`` takes that back.
    package static let undo = Method<Fingerprint, Applied>(service, "Undo")
    /// Makes again the change that was undone last. FAILED_PRECONDITION when there is none.
    package static let redo = Method<Fingerprint, Applied>(service, "Redo")
    /// Adds or replaces very many entries and documents in one transaction, which is undone as one.
    package static let fill = UploadMethod<Fill, Packet<FillPage>, Applied>(service, "Fill")

    /// The kind of a change that is about an entry, and of one that is about everything.
    package static let entryKind = "entry"
    package static let bulk = "tracker"
    /// The kind of a change that removes all entries of an activity, which is its identifier, for good.
    package static let entriesKind = "entries"
    /// The kinds of documents that others than their writer look at.
    package static let activityKind = "activity"
    /// The kind of a change of a setting: its identifier is the key, its text the value.
    package static let settingKind = "setting"
    /// The kind of a change that corrects a sample.
    package static let sampleKind = "sample"
    /// How many changes may be made together, and how many entries a page may have.
    package static let changeLimit = 20_000
    package static let pageLimit = 50_000
    /// Bytes that the text of a record may have.
    package static let bodyLimit = 1 << 20

    package struct AskDocuments: Codable, Hashable, WireValue {
        package var kinds: [String]
        /// The document after which the page begins; nil for the first page.
        package var after: Record?

        package init(kinds: [String], after: Record? = nil) {
            self.kinds = kinds
            self.after = after
        }
    }

    package struct Documents: Codable, Hashable, WireValue {
        /// By kind, then by identifier.
        package var documents: [Document]
        /// The page's last document; nil when no document follows the page.
        package var next: Record?
        /// The number of the newest change that was made before they were read.
        package var version: Int64
        package var zones: [ZoneChange]
        /// By key.
        package var settings: [String: String]

        package init(
            documents: [Document], next: Record? = nil, version: Int64, zones: [ZoneChange],
            settings: [String: String]
        ) {
            self.documents = documents
            self.next = next
            self.version = version
            self.zones = zones
            self.settings = settings
        }
    }

    package struct Document: Codable, Hashable, Sendable {
        package var kind: String
        package var id: String
        /// The number of the change that wrote it last.
        package var revision: Int64
        /// JSON.
        package var body: String

        package init(kind: String, id: String, revision: Int64, body: String) {
            self.kind = kind
            self.id = id
            self.revision = revision
            self.body = body
        }
    }

    package struct AskEntries: Codable, Hashable, WireValue {
        /// The entry's number after which the page begins; 0 for the first page.
        package var after: Int64
        /// At most ``pageLimit``; nil for that.
        package var limit: Int?

        package init(after: Int64, limit: Int? = nil) {
            self.after = after
            self.limit = limit
        }
    }

    package struct AskDays: Codable, Hashable, WireValue {
        package var activity: Activity.ID
        /// The day whose unit and kind of number the days are in; nil: those of now.
        package var on: CivilDate?

        package init(activity: Activity.ID, on: CivilDate? = nil) {
            self.activity = activity
            self.on = on
        }
    }

    package struct AskAnswers: Codable, Hashable, WireValue {
        package var activity: Activity.ID
        package var days: [CivilDate]

        package init(activity: Activity.ID, days: [CivilDate]) {
            self.activity = activity
            self.days = days
        }
    }

    package struct Answers: Codable, Hashable, WireValue {
        /// For each of the days; nil where nothing was answered.
        package var answers: [String?]

        package init(answers: [String?]) {
            self.answers = answers
        }
    }

    package struct EntryName: Codable, Hashable, WireValue {
        package var id: Entry.ID

        package init(id: Entry.ID) {
            self.id = id
        }
    }

    /// An entry with its place in the order in which entries were logged.
    package struct NumberedEntry: Codable, Hashable, WireValue {
        package var number: Int64
        package var entry: Entry

        package init(number: Int64, entry: Entry) {
            self.number = number
            self.entry = entry
        }
    }

    package struct Apply: Codable, Hashable, WireValue {
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
        /// What the caller answers, as JSON: kept with the idempotency key, and given back when that comes
        /// again.
        package var reply: String?
        /// The number that the last change is to be given, where the reply tells of numbers: ABORTED when
        /// it would be given another.
        package var last: Int64?

        package init(
            summary: String, changes: [Change], base: Int64? = nil, fingerprint: String? = nil,
            isFinal: Bool? = nil, reply: String? = nil, last: Int64? = nil
        ) {
            self.summary = summary
            self.changes = changes
            self.base = base
            self.fingerprint = fingerprint
            self.isFinal = isFinal
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

    package struct Applied: Codable, Hashable, WireValue {
        package var summary: String
        /// The numbers of the first and the last change in the log.
        package var first: Int64
        package var last: Int64
        /// The records that were written, in the order of their changes.
        package var records: [Record]
        /// The numbers of the entries that were written, by identifier.
        package var numbers: [String: Int64]?
        /// What its caller answered the first time; only of a request that came again.
        package var reply: String?

        package init(summary: String, first: Int64, last: Int64, records: [Record]) {
            self.summary = summary
            self.first = first
            self.last = last
            self.records = records
        }
    }

    package struct Record: Codable, Hashable, Sendable {
        package var kind: String
        package var id: String

        package init(kind: String, id: String) {
            self.kind = kind
            self.id = id
        }
    }

    /// What a person asked for, so that the same idempotency key with another request is refused.
    package struct Fingerprint: Codable, Hashable, WireValue {
        package var fingerprint: String?

        package init(fingerprint: String?) {
            self.fingerprint = fingerprint
        }
    }

    package enum Turn: String, CaseIterable, Codable, Sendable {
        case undo, redo
    }

    package struct AskNext: Codable, Hashable, WireValue {
        package var turn: Turn

        package init(turn: Turn) {
            self.turn = turn
        }
    }

    package struct Next: Codable, Hashable, WireValue {
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

    package struct Recalled: Codable, Hashable, WireValue {
        package var applied: Applied?

        package init(applied: Applied?) {
            self.applied = applied
        }
    }

    package struct Fill: Codable, Hashable, WireValue {
        package var summary: String
        /// Whether everything of these kinds goes first; entries too when ``entryKind`` is among them.
        package var replacedKinds: [String]
        /// As in ``Apply``; with a fingerprint both are one request, whichever of them it comes as.
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

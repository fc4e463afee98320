import Contracts
import RPC
import Tracker

/// Changes that are undone and redone together.
struct MemoryStep: Sendable {
    var first: Int64
    var last: Int64
    var summary: String
    var isUndone = false
    /// The rows that undo and redo exchange; nil for a step other than a fill.
    var displaced: DisplacedRecords?
}

extension MemoryStorage {
    func registerSteps(on router: inout Router) {
        router.handle(TrackerRecords.apply) { [self] request, context in
            try request.check()
            let isKeyed = context.metadata.idempotencyKey != nil
            let fingerprint =
                try request.fingerprint ?? (isKeyed ? JSONBody.encode(request).text : nil)
            return try changeRecords(fingerprint, context) { try $0.apply(request) }
        }
        router.handle(TrackerRecords.fill) { [self] request, context, reader in
            var pages: [Packet<FillPage>] = []
            while let page = try await reader.next() { pages.append(page) }
            let filled = pages
            guard let fingerprint = request.fingerprint else {
                return try change(TrackerRecords.fill.name, request, context) {
                    try $0.fill(request, filled)
                }.reply
            }
            return try changeRecords(fingerprint, context) { try $0.fill(request, filled) }
        }
        router.handle(TrackerRecords.findResult) { [self] request, context in
            let text = try JSONBody.encode(request).text
            let known = try read {
                try $0.reply(
                    to: context.metadata.idempotencyKey,
                    "\(TrackerRecords.apply.name)\n\(context.profile)\n\(text)")
            }
            return TrackerRecords.RecallResponse(
                applied: try known.map {
                    try JSONBody.decode(TrackerRecords.ApplyResponse.self, from: $0)
                })
        }
        router.handle(TrackerRecords.nextStep) { [self] request, context in
            try next(request, context)
        }
        for direction in TrackerRecords.UndoDirection.allCases {
            router.handle(direction.method) { [self] request, context in
                try change(direction.method.name, request, context) {
                    try $0.undoOrRedo(direction, expected: request.step)
                }.reply
            }
        }
        router.handle(Settings.set) { [self] request, context in
            try change(Settings.set.name, request, context) { try $0.set(request) }.reply
        }
    }

    /// Changes records once for each fingerprint and idempotency key. Only the response to a retry
    /// has the stored reply.
    private func changeRecords(
        _ fingerprint: String?, _ context: CallContext,
        _ body: (inout MemoryTransaction) throws -> TrackerRecords.ApplyResponse
    ) throws -> TrackerRecords.ApplyResponse {
        var (applied, isRepeated) = try change(
            TrackerRecords.apply.name,
            TrackerRecords.FingerprintRequest(fingerprint: fingerprint), context, body)
        if !isRepeated { applied.reply = nil }
        return applied
    }

    private func next(
        _ next: TrackerRecords.UndoRequest, _ context: CallContext
    ) throws -> TrackerRecords.NextResponse {
        let direction = next.direction
        let request = try JSONBody.encode(TrackerRecords.StepRequest(step: next.step)).text
        return try read { state in
            let fingerprint = "\(direction.method.name)\n\(context.profile)\n\(request)"
            guard try state.reply(to: context.metadata.idempotencyKey, fingerprint) == nil else {
                return TrackerRecords.NextResponse(step: 0, summary: "", sample: nil)
            }
            let profile = try state.profile(context.profile)
            let step = try profile.steps[profile.nextStep(direction)]
            return TrackerRecords.NextResponse(
                step: step.first, summary: step.summary,
                sample: try state.correctedSample(step, direction, of: profile.name))
        }
    }
}

extension TrackerRecords.UndoDirection {
    var method: Method<TrackerRecords.StepRequest, TrackerRecords.ApplyResponse> {
        self == .undo ? TrackerRecords.undo : TrackerRecords.redo
    }
}

extension MemoryProfile {
    /// The index of the step that undo or redo applies to.
    /// - Throws: FAILED_PRECONDITION if the profile has no such step.
    func nextStep(_ direction: TrackerRecords.UndoDirection) throws -> Int {
        let index =
            direction == .undo
            ? steps.lastIndex { !$0.isUndone } : steps.firstIndex(where: \.isUndone)
        guard let index else {
            throw Status(
                .failedPrecondition, "There is nothing to \(direction.rawValue).",
                hint: "Only changes of this profile are undone, such as: dayline log NAME")
        }
        return index
    }

    /// Adds a step and removes the undone ones, which can no longer be redone.
    mutating func add(_ step: MemoryStep) {
        steps.removeAll(where: \.isUndone)
        steps.append(step)
    }
}

extension MemoryState {
    /// The sample whose correction a step reverts or applies; nil for another step.
    fileprivate func correctedSample(
        _ step: MemoryStep, _ direction: TrackerRecords.UndoDirection, of profile: String
    ) throws -> TrackerRecords.CorrectedSample? {
        guard let change = changes(of: profile, step.first...step.last).first,
            change.kind == TrackerRecords.sampleKind
        else { return nil }
        let text = direction == .undo ? change.before : change.after
        return TrackerRecords.CorrectedSample(
            original: try SampleReference(text: change.key),
            correction: try text.map { try JSONBody.decode(Correction.self, from: Bytes($0)) })
    }
}

extension MemoryTransaction {
    fileprivate mutating func apply(
        _ request: TrackerRecords.ApplyRequest
    ) throws -> TrackerRecords.ApplyResponse {
        try checkBase(request.base)
        who = request.origin ?? who
        for change in request.changes { try write(change) }
        guard request.last == nil || request.last == last else { throw Status.profileConflict }
        if request.isFinal == true {
            try purge(Set(records + removedEntries))
        } else if !isUnlogged {
            let step = MemoryStep(first: first, last: last, summary: request.summary)
            let range = first...last
            try withProfile { profile in
                if request.origin == nil {
                    profile.add(step)
                } else {
                    profile.following.append(range)
                }
            }
        }
        return response(request.summary, reply: request.reply)
    }

    private func response(
        _ summary: String, reply: String? = nil
    ) -> TrackerRecords.ApplyResponse {
        TrackerRecords.ApplyResponse(
            summary: summary, first: first, last: last, records: records,
            numbers: numbers.isEmpty ? nil : numbers, reply: reply)
    }

    private func checkBase(_ base: Int64?) throws {
        guard let base, try !state.isNewest(base, of: profile.name) else { return }
        throw Status.profileConflict
    }

    /// Clears records in the log and in stored replies, and removes the steps that could restore
    /// them.
    private mutating func purge(_ records: Set<TrackerRecords.RecordKey>) throws {
        let profile = try profile
        var newest: Int64 = 0
        for index in state.log.indices
        where state.log[index].profile == profile.name && records.contains(state.log[index].record)
        {
            state.log[index].before = nil
            state.log[index].after = nil
            newest = state.log[index].number
        }
        for step in profile.steps where step.displaced?.contains(records) == true {
            newest = max(newest, step.first)
        }
        try withProfile { $0.steps.removeAll { $0.first <= newest } }
        for (key, reply) in state.replies where reply.profile == name {
            guard
                var applied = try? JSONBody.decode(
                    TrackerRecords.ApplyResponse.self, from: reply.body)
            else { continue }
            applied.reply = nil
            state.replies[key]?.body = try JSONBody.encode(applied)
        }
    }

    fileprivate mutating func set(_ request: Settings.SetRequest) throws -> Empty {
        try write(
            TrackerRecords.Change(
                kind: TrackerRecords.settingKind, id: request.key, body: request.value))
        guard !isUnlogged, !request.key.hasPrefix(Settings.intervalPrefix) else { return Empty() }
        let step = MemoryStep(
            first: first, last: last,
            summary: ["settings", request.key, request.value].compactMap(\.self)
                .joined(separator: " "))
        try withProfile { $0.add(step) }
        return Empty()
    }

    fileprivate mutating func fill(
        _ request: TrackerRecords.FillRequest, _ pages: [Packet<FillPage>]
    ) throws -> TrackerRecords.ApplyResponse {
        try checkBase(request.base)
        let number = last + 1
        try withProfile { profile in
            let before = profile.records
            for kind in request.replacedKinds { profile.records.removeAll(kind: kind) }
            for change in pages.flatMap(\.body.documents) {
                profile.records.apply(change, revision: number)
            }
            var next = before.nextNumber
            for page in pages {
                let rows = try page.rows()
                for row in rows.indices {
                    let entry = try rows.entry(row).entry
                    let known = profile.records.number(of: entry.id)
                    if known == nil { next += 1 }
                    profile.records.set(
                        MemoryRecords.Row(entry: entry, revision: number),
                        number: known ?? next - 1)
                }
            }
            profile.add(
                MemoryStep(
                    first: number, last: number, summary: request.summary,
                    displaced: DisplacedRecords(before, replacedBy: profile.records)))
        }
        try log(TrackerRecords.bulk, request.summary, before: nil, after: nil)
        return TrackerRecords.ApplyResponse(
            summary: request.summary, first: number, last: number, records: [],
            reply: request.reply)
    }

    fileprivate mutating func undoOrRedo(
        _ direction: TrackerRecords.UndoDirection, expected: Int64?
    ) throws -> TrackerRecords.ApplyResponse {
        let index = try profile.nextStep(direction)
        let step = try profile.steps[index]
        if let expected, expected != step.first {
            throw Status(
                .aborted,
                "The step to \(direction.rawValue) is not the next one, which is \"\(step.summary)\"."
            )
        }
        let changes = try state.changes(of: profile.name, step.first...step.last)
        guard !changes.contains(where: { $0.kind == TrackerRecords.sampleKind }) else {
            throw Status(.aborted, "The last step is the correction of a sample.")
        }
        try withProfile { $0.steps[index].isUndone = direction == .undo }
        try revertFollowing(after: step)
        guard step.displaced == nil else {
            try withProfile { $0.steps[index].displaced?.exchange(with: &$0.records) }
            try log(TrackerRecords.bulk, step.summary, before: nil, after: nil)
            return TrackerRecords.ApplyResponse(
                summary: step.summary, first: first, last: last, records: [])
        }
        for change in direction == .undo ? changes.reversed() : changes {
            try restore(change.record, to: direction == .undo ? change.before : change.after)
        }
        return response(step.summary)
    }

    private mutating func revertFollowing(after step: MemoryStep) throws {
        let profile = try profile
        for range in profile.following.reversed() where range.lowerBound > step.last {
            for change in state.changes(of: profile.name, range).reversed() {
                try restore(change.record, to: change.before)
            }
        }
        try withProfile { $0.following.removeAll { $0.lowerBound > step.last } }
    }
}

extension MemoryRecords {
    /// Writes or removes a document of a fill, or removes an entry.
    fileprivate mutating func apply(_ change: TrackerRecords.Change, revision: Int64) {
        guard change.kind != TrackerRecords.entryKind else {
            if let number = number(of: Entry.ID(change.id)) { set(nil, number: number) }
            return
        }
        set(
            change.body.map {
                TrackerRecords.Document(
                    kind: change.kind, id: change.id, revision: revision, body: $0)
            }, for: TrackerRecords.RecordKey(kind: change.kind, id: change.id))
    }
}

extension Status {
    fileprivate static let profileConflict = Status(
        .aborted, "The profile was changed by another request at the same time.")
}

import CivilTime
import Contracts
import Folding
import RPC
import Tracker

extension MemoryStorage {
    func registerRecords(on router: inout Router) {
        router.handle(Changes.since) { [self] request, context in
            try read { try $0.since(request, of: context.profile) }
        }
        router.handle(TrackerRecords.documents) { [self] request, context in
            try read { try $0.documents(request, of: $0.profile(context.profile)) }
        }
        router.handle(TrackerRecords.entries) { [self] request, context in
            try read(context) { profile in
                let limit = min(
                    max(request.limit ?? TrackerRecords.pageLimit, 1), TrackerRecords.pageLimit)
                let entries = profile.records.numberedEntries.filter { $0.number > request.after }
                var bytes = 0
                let page = entries.prefix(limit).prefix { numbered in
                    defer { bytes += numbered.entry.note?.utf8.count ?? 0 }
                    return bytes < WireLimits.pageBytes
                }
                let isCut = page.count == limit || page.count < entries.count
                return try Packet<EntryPage>(
                    entries: Array(page), next: isCut ? page.last?.number : nil)
            }
        }
        router.handle(TrackerRecords.entry) { [self] request, context in
            try read(context) { profile in
                guard let entry = profile.records.numbered(request.id) else {
                    throw Status(.notFound, "There is no entry \(request.id.rawValue).")
                }
                return entry
            }
        }
        router.handle(TrackerRecords.days) { [self] request, context in
            try read { try $0.days(request, of: $0.profile(context.profile)) }
        }
        router.handle(TrackerRecords.answers) { [self] request, context in
            try read(context) { profile in
                let completions = profile.records.completions(of: request.activity)
                return TrackerRecords.AnswersResponse(
                    answers: request.days.map { day in
                        let entries = completions.filter { $0.day == day }
                        let last = entries.enumerated().max {
                            ($0.element.loggedAt ?? .min, $0.offset)
                                < ($1.element.loggedAt ?? .min, $1.offset)
                        }?.element
                        return last?.answer?.text ?? last?.note
                    })
            }
        }
        router.handle(Settings.list) { [self] _, context in
            try read(context) { Settings.ListResponse(values: $0.settings) }
        }
        router.handle(Settings.inboxes) { [self] _, _ in
            read { state in
                Settings.InboxesResponse(
                    inboxes: state.profiles.values.sorted { $0.name < $1.name }.compactMap {
                        profile in
                        profile.settings[Settings.inbox].map {
                            Settings.ProfileInbox(profile: profile.name, path: $0)
                        }
                    })
            }
        }
    }
}

extension MemoryState {
    private static let pageLimit = 1000

    fileprivate func since(
        _ request: Changes.SinceRequest, of name: String
    ) throws -> Changes.SinceResponse {
        guard (0...latest).contains(request.number) else {
            throw Status(.outOfRange, "The newest change is \(latest).")
        }
        let profile = try profile(name).name
        let newer = log.dropFirst(Int(request.number)).filter {
            request.isOfAllProfiles == true || $0.profile == profile
        }
        let limit = min(max(request.limit ?? Self.pageLimit, 1), Self.pageLimit)
        return Changes.SinceResponse(changes: Array(newer.prefix(limit)), latest: latest)
    }

    fileprivate func documents(
        _ request: TrackerRecords.DocumentsRequest, of profile: MemoryProfile
    ) throws -> TrackerRecords.DocumentsResponse {
        let all = Set(request.kinds).sorted().flatMap { profile.records.documents(of: $0) }
        let rest = all.drop { document in
            guard let after = request.after else { return false }
            return (document.kind, document.id) <= (after.kind, after.id)
        }
        var bytes = 0
        let page = rest.prefix { document in
            defer { bytes += document.id.utf8.count + document.body.utf8.count }
            return bytes < WireLimits.pageBytes
        }
        let last = page.count < rest.count ? page.last : nil
        return TrackerRecords.DocumentsResponse(
            documents: Array(page),
            next: last.map { TrackerRecords.RecordKey(kind: $0.kind, id: $0.id) },
            version: latest, zones: profile.zones, settings: profile.settings)
    }

    fileprivate func days(
        _ request: TrackerRecords.DaysRequest, of profile: MemoryProfile
    ) throws -> Packet<Days.ReadResponse> {
        let id = request.activity.rawValue
        let key = TrackerRecords.RecordKey(kind: TrackerRecords.activityKind, id: id)
        guard let document = profile.records.documents[key] else {
            throw Status(.notFound, "There is no activity \(id).")
        }
        let activity = try JSONBody.decode(Activity.self, from: Bytes(document.body))
        var numbers = DayNumbers(of: activity, asOf: request.on)
        for entry in profile.records.completions(of: request.activity) {
            numbers.add(entry.outcome.value, on: entry.day, at: entry.loggedAt ?? .min)
        }
        let interval = Settings.intervalPrefix + Settings.activityPrefix + id
        let page = Days.ReadResponse(
            metric: id, unit: numbers.kind?.unit ?? "", version: latest, stale: false,
            isUnchanged: false, changed: nil, rememberedInterval: profile.settings[interval],
            weekStart: profile.settings[Settings.weekStart], zones: profile.zones,
            number: numbers.kind?.number)
        return Packet(page, columns: numbers.finished().columns)
    }
}

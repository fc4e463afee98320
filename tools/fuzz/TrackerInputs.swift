import CivilTime
import Contracts
import JSON
import RPC
import Tracker
import TrackerDocuments
import TrackerService

/// Inputs of the targets that read tracker documents and recurrence rules.
enum TrackerInputs {
    /// The time of the import: 2026-01-05 10:00 UTC.
    private static let now: Int64 = 1_767_607_200_000
    private static let today = CivilDate(days: 20_458)
    private static let zones = [
        Zone.utc, .fixed(name: "east", offsetSeconds: 14 * 3600),
        .fixed(name: "west", offsetSeconds: -9 * 3600 - 1800),
    ]

    /// Checks that an imported document can be queried and written in each format, and that its export is
    /// imported and exported again as the same bytes.
    static func document(_ bytes: UnsafeRawBufferPointer) {
        let zone = zones[bytes.count % zones.count]
        guard let profile = ImportedProfile(Array(bytes), zone) else { return }
        profile.query(today)
        if let day = profile.entries.first?.day { profile.query(day) }
        TextForms.checkCalendar(profile.snapshot.calendar(asOf: today).text(at: now)?.text ?? "")
        TextForms.checkTable(
            EntryCSV.header
                + profile.entries.map { EntryCSV.line(profile.snapshot.item($0)) }.joined())
        let written = profile.exported(in: zone)
        guard let again = ImportedProfile(written, zone) else {
            FuzzCase.fail("an export is not a document")
        }
        guard again.exported(in: zone) == written else {
            FuzzCase.fail("an export differs after import and export")
        }
    }

    /// A profile with an imported document.
    private struct ImportedProfile {
        let snapshot: ProfileSnapshot
        let stored: [TrackerRecords.Document]
        let entries: [Entry]

        /// Nil if the text is not a document.
        init?(_ text: [UInt8], _ zone: Zone) {
            guard let reader = try? TrackerReader(text, zone: zone, now: now),
                var incoming = try? DocumentImport(
                    reader, named: "document", into: nil, stored: [:])
            else { return nil }
            do {
                var bodies: [TrackerRecords.RecordKey: String] = [:]
                var entries: [Entry] = []
                while let page = try incoming.next()?.packet() {
                    for change in page.body.documents {
                        bodies[TrackerRecords.RecordKey(kind: change.kind, id: change.id)] =
                            change.body
                    }
                    let rows = try page.rows()
                    entries += try rows.indices.map { try rows.entry($0).entry }
                }
                stored = bodies.map { record, body in
                    TrackerRecords.Document(
                        kind: record.kind, id: record.id, revision: 1, body: body)
                }.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
                self.entries = entries
                snapshot = try ProfileSnapshot(
                    TrackerRecords.DocumentsResponse(
                        documents: stored, version: 1, zones: [], settings: [:]),
                    entries: entries.enumerated().map { (Int64($0 + 1), $1) },
                    zones: ZoneHistory(zone))
            } catch {
                // Entries are parsed last and may show that the text is not a document.
                guard Status(describing: error).code == .invalidArgument else {
                    FuzzCase.fail("an imported document cannot be read: \(error)")
                }
                return nil
            }
        }

        func query(_ day: CivilDate) {
            do {
                _ = try JSONBody.encode(snapshot.agenda(on: day))
                _ = try JSONBody.encode(snapshot.weightTrend(Weights.TrendRequest(), asOf: day))
                _ = try (try? snapshot.milestones(asOf: day)).map(JSONBody.encode)
            } catch {
                FuzzCase.fail("a response about \(day) cannot be encoded: \(error)")
            }
        }

        func exported(in zone: Zone) -> [UInt8] {
            do {
                var document = try snapshot.document(with: stored)
                document.entries = entries
                return JSONValue.object(document.document(zone: zone, at: now)).text
            } catch {
                FuzzCase.fail("an imported document cannot be written: \(error)")
            }
        }
    }

    static let rules = [
        "FREQ=DAILY", "RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY;BYMONTHDAY=1,15,31",
        "FREQ=WEEKLY;INTERVAL=1;WKST=SU", "freq=daily;byday=sa,su", "FREQ=MONTHLY;INTERVAL=2",
        "FREQ=YEARLY;COUNT=3;UNTIL=20260105T000000Z", "FREQ=DAILY;FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=3",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SA",
    ]

    /// Checks that a parsed rule recurs within its longest gap and is equal after formatting and parsing.
    static func rule(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let schedule = try? Schedule(recurrenceRule: text, start: today) else { return }
        guard let written = schedule.recurrenceRule,
            let again = try? Schedule(recurrenceRule: written, start: today.advanced(by: 1)),
            again == schedule
        else { FuzzCase.fail("\(schedule) differs after formatting and parsing") }
        guard
            (0...schedule.longestGapInDays).contains(where: {
                schedule.recurs(on: today.advanced(by: $0), since: today)
            })
        else {
            FuzzCase.fail("\(schedule) never recurs")
        }
    }

    static let documents = [
        #"""
        {"version":"2.0","timestamp":"2026-01-21T12:00:00Z",
        "categories":[{"id":"c","name":"Body","icon":"heart","hexColor":"#FF0000","sortOrder":0}],
        "activities":[
        {"id":"a","name":"Water","typeRaw":"cumulative","targetValue":2000,"unit":"ml","sortOrder":1,
        "scheduleData":"eyJ0eXBlIjoiZGFpbHkifQ==","timeSlotsData":"WyJtb3JuaW5nIiwiZXZlbmluZyJd",
        "createdAt":"2026-01-01T00:00:00Z","categoryID":"c","isArchived":false},
        {"id":"b","name":"Morning","typeRaw":"container","createdAt":"2026-01-01T00:00:00Z",
        "timeWindowData":"eyJzbG90IjoibW9ybmluZyIsImN1c3RvbVN0YXJ0SG91ciI6NiwiY3VzdG9tRW5kSG91ciI6OX0="},
        {"id":"d","name":"Stretch","typeRaw":"checkbox","parentID":"b","sortOrder":2,
        "scheduleData":"eyJ0eXBlIjoid2Vla2x5Iiwid2Vla2RheXMiOlsxLDNdfQ=="},
        {"id":"e","name":"Dentist","typeRaw":"checkbox","carryForward":true,
        "scheduleData":"eyJ0eXBlIjoiYWRob2MiLCJzcGVjaWZpY0RhdGUiOjc4OTUyMzIwMH0="}],
        "logs":[
        {"id":"1","activityID":"a","date":"2026-01-05T00:00:00Z","statusRaw":"completed","value":250.5,
        "timeSlotRaw":"morning","completedAt":"2026-01-05T08:30:00Z","note":"a, \"b\"\nc"},
        {"id":"2","activityID":"d","date":"2026-01-05T00:00:00Z","statusRaw":"skipped",
        "skipReason":"Sick"}],
        "vacationDays":[{"date":"2026-01-06T00:00:00Z"}]}
        """#,
        #"""
        {"version":"1.0","activities":[
        {"id":"m","name":"Weight","typeRaw":"metric","metricKindRaw":"value","unit":"kg",
        "scheduleData":"eyJ0eXBlIjoibW9udGhseSIsIm1vbnRoRGF5cyI6WzEsMzFdfQ=="},
        {"id":"v","name":"Run","typeRaw":"value","isArchived":true,"stoppedAt":"2026-01-03T00:00:00Z",
        "pausedParentId":"m","mood":[true,null]}],
        "configSnapshots":[
        {"id":"s","activityID":"m","effectiveFrom":"2026-01-01T00:00:00Z",
        "effectiveUntil":"2026-01-04T00:00:00Z","typeRaw":"value","unit":"lb"},
        {"id":"t","activityID":"m","effectiveFrom":"2026-01-03T00:00:00Z",
        "effectiveUntil":"2026-01-09T00:00:00Z","typeRaw":"checkbox"}],
        "goals":[{"id":"g","title":"Lose fat","deadline":"2026-06-01T00:00:00Z","sortOrder":0,
        "createdAt":"2026-01-01T00:00:00Z","isManuallyPaused":false}],
        "goalActivities":[
        {"id":"l","goalID":"g","activityID":"v","roleRaw":"activity","weight":2.0},
        {"id":"k","goalID":"g","activityID":"m","roleRaw":"metric","metricBaseline":25,
        "metricTarget":2e1,"metricDirectionRaw":"decrease"}],
        "logs":[{"id":"1","activityID":"m","date":"2026-01-02T23:59:59.5Z","value":81,
        "photoFilenamesData":"eyJmcm9udCI6ImEuanBnIn0=","source":"healthkit"}]}
        """#,
        #"""
        {"version":"2.0","activities":[],"logs":[],
        "exercises":[{"id":"e","name":"Row","exerciseTypeRaw":"strength"}],
        "workoutPlans":[{"id":"p","name":"Two days","planTypeRaw":"strength","statusRaw":"active"}],
        "workoutPlanDays":[{"id":"d","weekday":2,"dayLabel":"Pull","colorGroup":-1,"planID":"p"}],
        "strengthSessions":[{"id":"s","date":"2026-01-05T00:00:00Z","statusRaw":"completed"}],
        "workoutSetLogs":[{"id":"l","reps":8,"weight":42.5,"exerciseID":"e","sessionID":"s"}],
        "dayline":{"weight":{
        "w1":{"entry":{"day":"2026-01-04","weight":80,"unit":"kg","bodyFat":20}},
        "w2":{"entry":{"day":"2026-01-05","weight":172.5,"unit":"lb","note":"late"}}},
        "weightGoal":{"goal":{"weight":70,"unit":"kg","grid":{"interval":"five","unit":"kg"}}},
        "milestone":{"000001":{"target":75,"unit":"kg","day":"2026-01-05","start":80,
        "celebrationShown":true}},
        "annotation":{"n":{"day":"2026-01-05","text":"snow"}}}}
        """#,
    ]
}

package import CivilTime

/// The sleep that ended on one day.
package struct SleepNight: Hashable, Sendable {
    /// The day of waking.
    package let day: CivilDate
    /// The session with most sleep.
    package let night: SleepSession
    /// The day's other sessions, by start; they are not added to the night.
    package let naps: [SleepSession]
}

/// The nights that samples of any sources make, ascending by day.
///
/// Samples less than half an hour apart are one session; time in bed joins none. A session without
/// sleep is none, and a session belongs to the day it ends on.
package func sleepNights(_ samples: [SleepSample], in zones: ZoneHistory) -> [SleepNight] {
    let sound = samples.filter { $0.start < $0.end }
    let bed = sound.filter { $0.stage == .inBed }.sorted { $0.start < $1.start }
    let sleep = sound.filter { $0.stage != .inBed }.sorted { $0.start < $1.start }

    var byDay: [CivilDate: [SleepSession]] = [:]
    for session in sessions(of: sleep, bed: bed) where session.asleep > 0 {
        byDay[zones.civilDate(at: session.end), default: []].append(session)
    }
    return byDay.sorted { $0.key < $1.key }.compactMap { day, sessions in
        // Of equal ones the earlier is the night.
        guard let longest = sessions.map(\.asleep).max(),
            let place = sessions.firstIndex(where: { $0.asleep == longest })
        else { return nil }
        var naps = sessions
        let night = naps.remove(at: place)
        return SleepNight(day: day, night: night, naps: naps)
    }
}

/// Both ascend by start.
private func sessions(of sleep: [SleepSample], bed: [SleepSample]) -> [SleepSession] {
    var next = bed.startIndex
    // What may still meet a session: those behind it never meet a later one.
    var near: [SleepSample] = []
    return chained(sleep).compactMap { run in
        guard let start = run.first?.start, let end = run.map(\.end).max() else { return nil }
        near.removeAll { $0.end <= start }
        while next < bed.endIndex, bed[next].start < end {
            near.append(bed[next])
            next += 1
        }
        return SleepSession(of: run, bed: near)
    }
}

/// Runs of samples with gaps of at most half an hour.
private func chained(_ samples: [SleepSample]) -> [ArraySlice<SleepSample>] {
    var sessions: [ArraySlice<SleepSample>] = []
    var first = samples.startIndex
    var end = samples.first?.end ?? 0
    for index in samples.indices {
        if samples[index].start > end, samples[index].start - end > longestGap {
            sessions.append(samples[first..<index])
            first = index
        }
        end = max(end, samples[index].end)
    }
    if first < samples.endIndex { sessions.append(samples[first...]) }
    return sessions
}

private let longestGap: Int64 = 30 * 60_000

package import CivilTime

/// The sleep that ended on one day.
package struct SleepNight: Hashable, Sendable {
    /// The day of waking.
    package let day: CivilDate
    /// The session with the most sleep.
    package let night: SleepSession
    /// The day's other sessions, by start; they are not added to the night.
    package let naps: [SleepSession]
}

/// Returns the nights in samples of any sources, ascending by day.
///
/// Samples at most half an hour apart form one session; `inBed` samples do not connect sessions.
/// Sessions without sleep are dropped. A session belongs to the day of its end.
package func sleepNights(_ samples: [SleepSample], in zones: ZoneHistory) -> [SleepNight] {
    let valid = samples.filter { $0.start < $0.end }
    let bed = valid.filter { $0.stage == .inBed }.sorted { $0.start < $1.start }
    let sleep = valid.filter { $0.stage != .inBed }.sorted { $0.start < $1.start }

    var byDay: [CivilDate: [SleepSession]] = [:]
    for session in sessions(of: sleep, bed: bed) where session.asleep > 0 {
        byDay[zones.civilDate(at: session.end), default: []].append(session)
    }
    return byDay.sorted { $0.key < $1.key }.compactMap { day, sessions in
        // Of sessions with equal sleep, the earliest is the night.
        guard let longest = sessions.map(\.asleep).max(),
            let index = sessions.firstIndex(where: { $0.asleep == longest })
        else { return nil }
        var naps = sessions
        let night = naps.remove(at: index)
        return SleepNight(day: day, night: night, naps: naps)
    }
}

/// Groups samples into sessions; both parameters ascend by start.
private func sessions(of sleep: [SleepSample], bed: [SleepSample]) -> [SleepSession] {
    var next = bed.startIndex
    // `inBed` samples that can overlap this or a later session.
    var candidates: [SleepSample] = []
    return runs(of: sleep).compactMap { run in
        guard let start = run.first?.start, let end = run.map(\.end).max() else { return nil }
        candidates.removeAll { $0.end <= start }
        while next < bed.endIndex, bed[next].start < end {
            candidates.append(bed[next])
            next += 1
        }
        return SleepSession(of: run, bed: candidates)
    }
}

/// Splits samples where the gap exceeds half an hour.
private func runs(of samples: [SleepSample]) -> [ArraySlice<SleepSample>] {
    var runs: [ArraySlice<SleepSample>] = []
    var first = samples.startIndex
    var end = samples.first?.end ?? 0
    for index in samples.indices {
        if samples[index].start > end, samples[index].start - end > longestGap {
            runs.append(samples[first..<index])
            first = index
        }
        end = max(end, samples[index].end)
    }
    if first < samples.endIndex { runs.append(samples[first...]) }
    return runs
}

private let longestGap: Int64 = 30 * 60_000

import CivilTime
import TrackerDocuments
import Windows

/// A pager without rows, since cases compare windows only.
private typealias Pager = WindowPager<Double>

extension Operations {
    static let windowOperations: [String: Operation] = [
        "initial": { input, _ in
            let rules = PagingRules()
            let window = rules.initialWindow(today: try input["today"].day())
            let visible = rules.visibleWindow(of: window)
            var result = JSONValue.fields(of: window)
            result["visibleDays"] = .count(rules.visibleDays)
            result["visible"] = [.day(visible.earliest), .day(visible.latest)]
            return .object(result)
        },
        "walk": { input, _ in
            var pager = Pager(today: try input["today"].day())
            return [
                "states": try .list(input["ops"].list()) { op in
                    if let request = pager.request(try op.enumValue()) {
                        pager.finish(request)
                    }
                    var state = JSONValue.fields(of: pager.window)
                    state["op"] = op.value
                    return .object(state)
                }
            ]
        },
        "older": { input, _ in
            let window = try input["window"].window()
            var pager = Pager(
                today: window.latest, window: window,
                firstSample: try input["firstSample"].ifPresent { try $0.day() })
            let requests = pager.load(.older, whileLoading: try input["isLoadingOlder"].bool())
            return [
                "window": .window(pager.window), "requests": .count(requests),
                "hasMoreOlder": .bool(pager.hasMore(.older)),
            ]
        },
        "newer": { input, _ in
            var pager = Pager(
                today: try input["today"].day(), window: try input["window"].window())
            let requests = pager.load(.newer, whileLoading: try input["isLoadingNewer"].bool())
            return ["window": .window(pager.window), "requests": .count(requests)]
        },
        "concurrent": { input, _ in
            var session = PagingSession(
                Pager(today: try input["today"].day(), window: try input["window"].window()))
            for op in try input["ops"].list() {
                let words = try op.string().split(separator: " ").map(String.init)
                try session.apply(words.first ?? "", CaseInput(.text(words.last)).enumValue())
            }
            return [
                "window": .window(session.pager.window),
                "isLoadingOlder": .bool(session.pager.isLoading(.older)),
                "isLoadingNewer": .bool(session.pager.isLoading(.newer)),
            ]
        },
        "refresh": { input, _ in
            var session = PagingSession(
                Pager(today: try input["today"].day(), window: try input["window"].window()))
            for op in try input["ops"].list() {
                let words = try op.string().split(separator: " ").map(String.init)
                if words == ["refresh"] {
                    session.pager.finish(session.pager.refresh())
                } else {
                    let verb = words.last == "started" ? "start" : "finish"
                    try session.apply(verb, CaseInput(.text(words.first)).enumValue())
                }
            }
            return ["window": .window(session.pager.window)]
        },
        "failure": { input, _ in
            var session = PagingSession(Pager(today: CivilDate(days: 20_000)))
            for op in try input["ops"].list({ try $0.string() }) {
                switch op {
                case "near start": session.approach(.older)
                case "near end": session.approach(.newer)
                case "older fails": session.fail(.older)
                case "newer fails": session.fail(.newer)
                default: throw CaseInput.Malformed(description: "unknown operation \(op)")
                }
            }
            return [
                "requests": .count(session.requests), "errorsShown": .count(session.errorsShown),
            ]
        },
        "boundary": { input, _ in
            let rules = PagingRules(
                visibleDays: try input["visibleDays"].int(),
                thresholdDays: try input["thresholdDays"].int())
            let leftEdge = try input["leftEdge"].day()
            let window = try input.window()
            return [
                "loadOlder": .bool(rules.isNear(.older, leftEdge: leftEdge, in: window)),
                "loadNewer": .bool(rules.isNear(.newer, leftEdge: leftEdge, in: window)),
            ]
        },
        "debounce": { input, _ in
            var memory = BoundaryMemory<String>()
            return [
                "fires": try .list(input["events"].list()) { event in
                    let parts = try event.string().split(separator: "@").map(String.init)
                    guard parts.count == 2 else {
                        throw CaseInput.Malformed(description: "not a event")
                    }
                    let direction: PageDirection = parts[0] == "start" ? .older : .newer
                    return .bool(memory.shouldRequest(direction, at: parts[1]))
                }
            ]
        },
        "query": { input, _ in
            let window = DayWindow(
                earliest: try input["from"].day(), latest: try input["to"].day())
            return [
                "startInclusive": .string(window.query.startInclusive.description),
                "endExclusive": .string(window.query.endExclusive.description),
                "sleepStartInclusive": .string(window.query.sleepStartInclusive.description),
            ]
        },
        "charts": { _, _ in
            [
                "order": .list(HealthChart.allCases) { .enumValue($0) },
                "kind": .list(HealthChart.allCases) { .enumValue($0.kind) },
                "colour": .list(HealthChart.allCases) { .string($0.colour) },
                "sections": .list(HealthChart.allCases) { .string($0.section) },
            ]
        },
    ]
}

/// A pager and its requests in flight by direction.
private struct PagingSession {
    var pager: Pager
    private(set) var requests = 0
    private(set) var errorsShown = 0
    private var pending: [PageDirection: PageRequest] = [:]

    init(_ pager: Pager) {
        self.pager = pager
    }

    /// Applies "start" or "finish".
    mutating func apply(_ verb: String, _ direction: PageDirection) throws {
        switch verb {
        case "start":
            record(pager.request(direction), direction)
        case "finish":
            if let request = pending.removeValue(forKey: direction) {
                pager.finish(request)
            }
        default:
            throw CaseInput.Malformed(description: "unknown operation \(verb)")
        }
    }

    mutating func approach(_ direction: PageDirection) {
        record(pager.approachBoundary(direction), direction)
    }

    mutating func fail(_ direction: PageDirection) {
        if let request = pending.removeValue(forKey: direction) {
            errorsShown += pager.fail(request) ? 1 : 0
        }
    }

    private mutating func record(_ request: PageRequest?, _ direction: PageDirection) {
        guard let request else { return }
        requests += 1
        pending[direction] = request
    }
}

extension WindowPager {
    /// Requests and finishes a page. Returns the number of requests, 0 while another is in flight.
    fileprivate mutating func load(_ direction: PageDirection, whileLoading: Bool) -> Int {
        if whileLoading {
            _ = request(direction)
        }
        guard let request = request(direction) else { return 0 }
        finish(request)
        return 1
    }
}

extension CaseInput {
    fileprivate func window() throws -> DayWindow {
        let (earliest, latest) = (try self["earliest"].day(), try self["latest"].day())
        guard earliest <= latest else {
            throw Malformed(description: "the window is empty: its end is before its start")
        }
        return DayWindow(earliest: earliest, latest: latest)
    }
}

extension JSONValue {
    fileprivate static func fields(of window: DayWindow) -> [String: JSONValue] {
        [
            "earliest": .day(window.earliest), "latest": .day(window.latest),
            "days": .count(window.dayCount),
        ]
    }

    fileprivate static func window(_ window: DayWindow) -> JSONValue {
        .object(fields(of: window))
    }
}

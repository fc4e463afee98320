import CivilTime
import Contracts
import NaturalInput
import Presentation
import Tracker

extension DayScreen {
    /// The number of lines that a page key moves by.
    private static let page = 10
    /// The longest text that can be typed.
    private static let textLimit = 1000

    /// Applies a key.
    /// - Returns: The call to perform; nil: none.
    mutating func press(_ key: TerminalKey) -> Call? {
        switch mode {
        case .list: return pressInList(key)
        case .help:
            mode = .list
            return nil
        case .typing(let input):
            return press(key, typing: input)
        }
    }

    private mutating func pressInList(_ key: TerminalKey) -> Call? {
        message = nil
        switch key {
        case .down, .character("j"): move(1)
        case .up, .character("k"): move(-1)
        case .pageDown: move(Self.page)
        case .pageUp: move(-Self.page)
        case .home, .character("g"): selection = 0
        case .end, .character("G"): selection = max(0, lines.count - 1)
        case .character(" "), .enter: return tick()
        case .character("a"): startAmount()
        case .character("+"): return addUsual()
        case .character("s"): startSkip()
        case .character("u"): return .undo
        case .character("U"): return .redo
        case .left, .character("h"): return change(byDays: -1)
        case .right, .character("l"): return change(byDays: 1)
        case .character("t"): return change(to: day.today)
        case .character("d"): mode = .typing(Input(purpose: .day))
        case .character("?"): mode = .help
        case .control("l"): return .read
        case .character("q"), .control("d"): hasEnded = true
        default: break
        }
        return nil
    }

    private mutating func move(_ count: Int) {
        selection = min(max(0, selection + count), max(0, lines.count - 1))
    }

    private mutating func change(byDays count: Int) -> Call? {
        change(to: day.agenda.date.advanced(by: count))
    }

    private mutating func change(to other: CivilDate) -> Call? {
        guard (CivilDate.distantPast...CivilDate.distantFuture).contains(other) else { return nil }
        date = other == day.today ? nil : other
        return .read
    }

    /// The selected item, if it is not a reminder. Sets a message without one.
    private mutating func selectedItem() -> Journal.Item? {
        guard case .item(let item) = selected?.subject else {
            message = selected == nil ? Journal.TodayResponse.emptyText : "This is a reminder."
            return nil
        }
        return item
    }

    /// Completes the selected line, or clears it if it is completed or skipped.
    private mutating func tick() -> Call? {
        let shown = day.agenda.date
        if case .reminder(let reminder) = selected?.subject {
            return .log(Journal.LogRequest(activity: reminder.id.rawValue, on: shown))
        }
        guard let item = selectedItem() else { return nil }
        guard item.state == "open" else {
            // The entries of a carried occurrence are on its own day.
            return .clear(item.id, item.dueFrom ?? shown, item.slot)
        }
        switch item.type {
        case .checkbox, .container: return log(item, nil)
        case .cumulative:
            guard item.atMost != true, let left = item.remaining else {
                return startAmount(of: item)
            }
            return log(item, .number(left))
        case .value, .metric, .answer: return startAmount(of: item)
        }
    }

    private func log(_ item: Journal.Item, _ value: InputValue?) -> Call {
        .log(
            Journal.LogRequest(
                activity: item.id.rawValue, value: value, on: day.agenda.date, slot: item.slot))
    }

    private mutating func startAmount() {
        guard let item = selectedItem() else { return }
        guard item.type != .checkbox, item.type != .container else {
            message = "\(item.name) takes no amount: it is done or not."
            return
        }
        _ = startAmount(of: item)
    }

    private mutating func startAmount(of item: Journal.Item) -> Call? {
        mode = .typing(Input(purpose: .amount(item)))
        return nil
    }

    /// Adds the usual amount of the selected item.
    private mutating func addUsual() -> Call? {
        guard let item = selectedItem() else { return nil }
        guard item.type == .cumulative else {
            message = "\(item.name) has no usual amount to add."
            return nil
        }
        return log(item, nil)
    }

    private mutating func startSkip() {
        guard let item = selectedItem() else { return }
        mode = .typing(Input(purpose: .reason(item)))
    }

    private mutating func press(_ key: TerminalKey, typing typed: Input) -> Call? {
        var input = typed
        switch key {
        case .character(let character):
            if input.text.count < Self.textLimit { input.text.append(character) }
        case .backspace: _ = input.text.popLast()
        case .control("u"): input.text = ""
        case .tab:
            guard case .reason = input.purpose else { return nil }
            input.text = offeredSkipReasons[input.offeredCount % offeredSkipReasons.count]
            input.offeredCount += 1
        case .escape:
            mode = .list
            return nil
        case .enter:
            mode = .list
            return submit(input)
        default: return nil
        }
        mode = .typing(input)
        return nil
    }

    private mutating func submit(_ input: Input) -> Call? {
        switch input.purpose {
        case .amount(let item): return log(item, input.text.isEmpty ? nil : .text(input.text))
        case .reason(let item):
            return .skip(
                Journal.SkipRequest(
                    activity: item.id.rawValue, reason: input.text.isEmpty ? nil : input.text,
                    on: day.agenda.date, slot: item.slot))
        case .day:
            guard !input.text.isEmpty else { return nil }
            do throws(DayError) {
                return change(to: try DayExpression(input.text).date(today: day.today, .past))
            } catch {
                message = "\(error.problem). \(error.remedy)"
                return nil
            }
        }
    }
}

extension Journal.Item {
    /// The amount that completes a cumulative item; nil without a target.
    fileprivate var remaining: Double? {
        if let period { return max(0, period.needed - period.done) }
        return target.map { max(0, $0 - (value ?? 0)) }
    }
}

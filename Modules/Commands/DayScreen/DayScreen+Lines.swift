import CivilTime
import Contracts
import Presentation
import Texts
import Tracker

extension DayScreen {
    /// The lines above and below the list: the heading, an empty line, the message and the keys.
    private static let frameRows = 4

    /// The screen for a terminal of this size. No line is wider, and there are at most `rows`.
    func frame(columns: Int, rows: Int) -> ScreenFrame {
        let height = max(1, rows - Self.frameRows)
        let (body, selectedRow) = mode == .help ? (Self.helpLines, 0) : listLines
        // The selected line is in the middle, except at both ends of the list.
        let top = min(max(0, selectedRow - height / 2), max(0, body.count - height))
        var shown = Array(body[top...].prefix(height))
        shown += Array(repeating: ScreenLine(text: ""), count: height - shown.count)
        let (status, cursorColumn) = statusLine(columns: columns)
        let lines =
            [ScreenLine(text: heading, style: .strong), ScreenLine(text: "")] + shown
            + [status, ScreenLine(text: keys, style: .faint)]
        // A terminal of few rows shows the selected line, and the text that is typed.
        let fitting =
            switch rows {
            case (Self.frameRows + 1)...: lines
            case 2...: [shown[0], status]
            default: cursorColumn == nil ? [shown[0]] : [status]
            }
        let cursor =
            if let cursorColumn {
                ScreenFrame.Place(row: fitting.lastIndex(of: status) ?? 0, column: cursorColumn)
            } else {
                ScreenFrame.Place(
                    row: selectedRow - top + (fitting.count == lines.count ? 2 : 0), column: 0)
            }
        return ScreenFrame(
            lines: fitting.map {
                ScreenLine(text: $0.text.prefix(columns: columns), style: $0.style)
            },
            cursor: cursor)
    }

    private var heading: String {
        let agenda = day.agenda
        let counts = DayCounts(agenda)
        let isToday = agenda.date == day.today ? ", today" : ""
        let vacation = agenda.vacation ? ", a vacation" : ""
        return "\(agenda.date) \(agenda.date.weekdayName)\(isToday)  "
            + "\(NumberText.share(agenda.progress)) done, \(counts.open) open\(vacation)"
    }

    /// The list with its headings, and the row of the selected line.
    private var listLines: (lines: [ScreenLine], selectedRow: Int) {
        var lines: [ScreenLine] = []
        var selectedRow = 0
        var position = 0
        for section in day.agenda.sections {
            lines.append(ScreenLine(text: "  \(section.title)", style: .faint))
            for line in section.lines {
                let isSelected = position == selection
                if isSelected { selectedRow = lines.count }
                lines.append(
                    ScreenLine(
                        text: (isSelected ? ">" : " ") + line.text,
                        style: isSelected ? .strong : .plain))
                position += 1
            }
        }
        if lines.isEmpty { lines.append(ScreenLine(text: "  \(Journal.TodayResponse.emptyText)")) }
        return (lines, selectedRow)
    }

    /// The text that is being typed, with the column of the cursor; otherwise the message.
    private func statusLine(columns: Int) -> (ScreenLine, cursorColumn: Int?) {
        guard case .typing(let input) = mode else {
            return (ScreenLine(text: message?.onOneLine ?? ""), nil)
        }
        let question = input.question.onOneLine.prefix(columns: columns * 2 / 3)
        // The end of a long text is shown, and a column for the cursor.
        let typed = input.text.onOneLine.suffix(
            columns: max(0, columns - columnWidth(question) - 1))
        return (ScreenLine(text: question + typed), columnWidth(question) + columnWidth(typed))
    }

    private var keys: String {
        switch mode {
        case .list: "space tick  a amount  s skip  u undo  arrows move  d day  ? help  q quit"
        case .help: "Any key returns to the list."
        case .typing(let input):
            input.isOffering
                ? "Enter confirm  Tab next reason  Esc cancel" : "Enter confirm  Esc cancel"
        }
    }

    private static let helpLines = [
        "  up down  j k      select the line above or below",
        "  PgUp PgDn         move by ten lines",
        "  Home End  g G     select the first or the last line",
        "  space  Enter      tick the line, or clear a done or skipped one",
        "  a                 enter an amount or an answer, such as 250ml or 1,5",
        "  +                 add the usual amount",
        "  s                 skip with a reason",
        "  u  U              undo the last change, or redo it",
        "  left right  h l   show the day before or after",
        "  t                 show today",
        "  d                 show a day, such as yesterday, mon, -7d or 2026-11-03",
        "  Ctrl-L            read the day again",
        "  q  Ctrl-C         quit",
    ].map { ScreenLine(text: $0) }
}

extension DayScreen.Input {
    /// The question before the typed text.
    fileprivate var question: String {
        switch purpose {
        case .amount(let item):
            let unit = item.unit.map { " in \($0)" } ?? ""
            return item.type == .answer ? "\(item.name): " : "Amount of \(item.name)\(unit): "
        case .reason(let item):
            return "Reason to skip \(item.name) (may be empty): "
        case .day: return "Day (today, -1d, mon, nov 3): "
        }
    }

    /// True if the tabulator key offers texts.
    fileprivate var isOffering: Bool {
        if case .reason = purpose { true } else { false }
    }
}

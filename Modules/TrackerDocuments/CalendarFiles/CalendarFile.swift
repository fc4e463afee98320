import CivilTime

/// The components of a calendar file (RFC 5545): one or several iCalendar objects.
package struct CalendarFile: Sendable {
    /// A component with its properties and the components in it.
    struct Component: Sendable {
        /// In upper case, such as `VEVENT`.
        var name: String
        var lines: [ContentLine] = []
        var children: [Component] = []
        /// The number of the line of `BEGIN`, from 1.
        var line: Int64
        /// The offset of the line of `BEGIN` in bytes.
        var offset: Int64

        /// The first property of the name; nil without such a property.
        subscript(name: String) -> ContentLine? { lines.first { $0.name == name } }
    }

    /// A damaged part of the file.
    package struct Problem: Hashable, Sendable {
        package var reason: String
        /// From 1; 0: the problem has no place in the file.
        package var line: Int64
        package var offset: Int64
    }

    /// The program that wrote the file; nil if the file does not say.
    package private(set) var product: String?
    /// Damage that loses no component.
    package private(set) var problems: [Problem] = []
    /// True if the file ends within a component.
    package private(set) var isTruncated = false
    /// The components of the calendars, without an unfinished one.
    private(set) var components: [Component] = []

    /// The limits of a file; what exceeds them is left out with a problem.
    static let componentLimit = 100_000
    static let lineLimit = 4096
    static let depthLimit = 8

    /// True if a file that begins with these bytes is a calendar.
    package static func isCalendar(beginning head: [UInt8]) -> Bool {
        var lines = ContentLines(Array(head.prefix(64)))
        return lines.next()?.uppercased() == "BEGIN:VCALENDAR"
    }

    package init(_ bytes: [UInt8]) {
        var lines = ContentLines(bytes)
        var open: [Component] = []
        while let text = lines.next() {
            guard let line = ContentLine(text) else {
                report("it has a line that is not a property; left out", lines)
                continue
            }
            switch line.name {
            case "BEGIN":
                open.append(
                    Component(
                        name: line.value.uppercased(), line: lines.number, offset: lines.offset))
            case "END":
                close(line.value.uppercased(), &open, lines)
            case "PRODID" where open.count == 1:
                product = product ?? line.text
            default:
                guard let last = open.indices.last, last > 0 else { continue }
                guard open[last].lines.count < Self.lineLimit, last < Self.depthLimit else {
                    report("it has more than \(Self.lineLimit) properties; left out", lines)
                    continue
                }
                open[last].lines.append(line)
            }
        }
        isTruncated = !open.isEmpty
    }

    /// Closes the innermost component of the name, and the components in it.
    private mutating func close(
        _ name: String, _ open: inout [Component], _ lines: ContentLines
    ) {
        guard let index = open.lastIndex(where: { $0.name == name }) else {
            return report("it has the end of a component without a beginning; left out", lines)
        }
        if index < open.count - 1 {
            report("it has a component without an end; left out", lines)
            open.removeSubrange((index + 1)...)
        }
        let component = open.removeLast()
        switch open.count {
        case 0: break
        case 1:
            guard components.count < Self.componentLimit else {
                return report("it has more than \(Self.componentLimit) components", lines)
            }
            components.append(component)
        case 2...Self.depthLimit: open[open.count - 1].children.append(component)
        default: break
        }
    }

    private mutating func report(_ reason: String, _ lines: ContentLines) {
        problems.append(Problem(reason: reason, line: lines.number, offset: lines.offset))
    }
}

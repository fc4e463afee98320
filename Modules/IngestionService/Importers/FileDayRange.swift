import CLinux
import Glibc
import HostFiles
import PluginKit

/// The first and last day of a file's data, found by the text before each day.
struct FileDayRange {
    private let mark: [UInt8]
    private var tail: [UInt8] = []
    /// Each day is the number yyyymmdd.
    private var days: ClosedRange<Int>?

    /// Maximum unpacked size of a file that is searched.
    static let byteLimit: Int64 = 8 << 30
    private static let dayLength = 10
    /// Years outside come from wrong device clocks.
    private static let years = 1900...2199

    init(mark: String) {
        self.mark = Array(mark.utf8)
    }

    /// The days as YYYY-MM-DD; nil if none was found.
    var text: (first: String, last: String)? {
        days.map { (Self.text($0.lowerBound), Self.text($0.upperBound)) }
    }

    /// Searches the next bytes of the file.
    mutating func consume(_ block: UnsafeRawBufferPointer) {
        let overlap = mark.count + Self.dayLength - 1
        if !tail.isEmpty {
            // A day may be split between two blocks.
            let boundary = tail + block.prefix(overlap)
            boundary.withUnsafeBytes { scan($0) }
        }
        scan(block)
        tail = Array((tail + block.suffix(overlap)).suffix(overlap))
    }

    private mutating func scan(_ bytes: UnsafeRawBufferPointer) {
        guard var position = bytes.baseAddress else { return }
        let end = position + bytes.count
        while let found = dayline_find(position, end - position, mark, mark.count) {
            let day = found + mark.count
            guard end - day >= Self.dayLength else { return }
            recordDay(UnsafeRawBufferPointer(start: day, count: Self.dayLength))
            position = day
        }
    }

    /// Adds a day that is written as YYYY-MM-DD; ignores other texts.
    private mutating func recordDay(_ bytes: UnsafeRawBufferPointer) {
        var number = 0
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 7 {
                guard byte == UInt8(ascii: "-") else { return }
            } else {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        guard Self.years.contains(number / 10_000), (1...12).contains(number / 100 % 100),
            (1...31).contains(number % 100)
        else { return }
        days =
            days.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
    }

    private static func text(_ day: Int) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day / 10_000)-\(padded(day / 100 % 100))-\(padded(day % 100))"
    }
}

extension FolderExports {
    /// The days of an export; nil if the signature has no day mark, or the file is too large or
    /// cannot be read.
    func days(of export: Export, in probe: ContentProbe) -> (first: String, last: String)? {
        if export.name.lowercased().hasSuffix(".zip") {
            // An archive that cannot be read has no days to show.
            guard let archive = try? ImportSource(path: "\(path)/\(export.name)", name: nil)
            else { return nil }
            let content = ContentProbe(archive)
            let signature = manifest.signatures.first { $0.entry != nil && content.matches($0) }
            guard let signature, let mark = signature.dayMark else { return nil }
            let part = content.parts.filter { signature.matches(entry: $0.name) }
                .max { $0.size < $1.size }
            return part.flatMap { Self.days(of: $0, mark) }
        }
        let mark = manifest.signatures.first { $0.entry == nil && $0.dayMark != nil }?.dayMark
        guard let mark, let part = probe.parts.first(where: { $0.name == export.name }) else {
            return nil
        }
        return Self.days(of: part, mark)
    }

    private static func days(of part: FilePart, _ mark: String) -> (first: String, last: String)? {
        guard part.size <= FileDayRange.byteLimit else { return nil }
        var range = FileDayRange(mark: mark)
        // An import stores the days before the damage as well.
        _ = try? part.read { range.consume($0) }
        return range.text
    }
}

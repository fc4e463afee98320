import PluginKit

/// The kind of a file of Google Fit. The names of folders and tables are in the language of the account, so
/// that JSON files are recognised by their content.
enum GoogleFitFile: Equatable {
    /// The table with a row for each day.
    case days
    /// A session: a workout or a night.
    case session
    /// The data points of one source.
    case stream(GoogleFitStream)
    /// A workout with its route.
    case recording
    /// A file that is not read, by its kind.
    case other(String)

    private static let headBytes = 4096
    /// Columns of the table of days, in English in every language of the account. Tables of a single day
    /// have a column `Start time` instead of `Date`.
    private static let dailyColumns = ["Move Minutes count", "Step count", "Average weight (kg)"]

    /// `isAlone` is true if the import has no other file.
    init(_ part: FilePart, isAlone: Bool) throws {
        let name = part.fileName.lowercased()
        if name.hasSuffix(".tcx") {
            self = .recording
        } else if name.hasSuffix(".json") {
            // The head of a part that cannot be opened is empty.
            let head = String(decoding: (try? part.head(Self.headBytes)) ?? [], as: UTF8.self)
            if let source = Self.dataSource(head) {
                self =
                    GoogleFitStream(source).map { .stream($0) } ?? .other("data of other sources")
            } else {
                self = head.contains("\"fitnessActivity\"") ? .session : .other(name)
            }
        } else if isAlone || Self.isDays(part) {
            self = .days
        } else if name.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}\.csv/#) != nil {
            self = .other("quarters of an hour of a day")
        } else {
            self = .other(String(part.fileName))
        }
    }

    /// True for the table of days by its header: its name is in the language of the account.
    private static func isDays(_ part: FilePart) -> Bool {
        // The head of a part that cannot be opened is empty.
        let head = String(decoding: (try? part.head(headBytes)) ?? [], as: UTF8.self)
        let columns = head.prefix { !$0.isNewline }.split(separator: ",").map {
            $0.filter { $0 != "\"" && $0 != "\u{FEFF}" }
        }
        return columns.first == "Date" && dailyColumns.contains(where: columns.contains)
    }

    /// The text of `Data Source` at the beginning of a file; nil without one.
    private static func dataSource(_ head: String) -> String? {
        guard let key = head.range(of: "\"Data Source\"") else { return nil }
        let parts = head[key.upperBound...].split(
            separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        return parts[1].split(separator: "\\u003c", omittingEmptySubsequences: false)
            .joined(separator: "<")
    }
}

extension String {
    /// The first range of a text.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while let first = text.first, let index = self[start...].firstIndex(of: first) {
            if self[index...].hasPrefix(text) {
                return index..<self.index(index, offsetBy: text.count)
            }
            start = self.index(after: index)
        }
        return nil
    }
}

import Contracts
import RPC

/// A change of a profile's numbers on the way into an engine that numbers all profiles together, where
/// another profile has some of the numbers already. The numbers keep their order and distances.
package struct NumberShift: Hashable, Sendable {
    /// The amounts that are added to each positive number.
    package var offsets: [NumberSpace: Int64] = [:]
    /// Idempotency keys that another profile has used. The keys are removed.
    package var usedKeys: Set<String> = []

    package init() {}

    /// True if rows are moved unchanged.
    package var isEmpty: Bool { offsets.isEmpty && usedKeys.isEmpty }

    /// The row with changed numbers.
    /// - Throws: If a row that contains numbers in a text cannot be decoded.
    package func applied(to row: MovedRow, of table: MovedTable) throws -> MovedRow {
        guard !isEmpty else { return row }
        var row = row
        for (index, column) in table.columns.enumerated() {
            guard case .number(let space) = column.kind, let number = row[index].integer else {
                continue
            }
            row[index] = .integer(shifted(number, space))
        }
        switch table {
        case .imports: try shiftReport(of: &row)
        case .change: try shiftTexts(ofChange: &row)
        default: break
        }
        return row
    }

    /// 0 stands for none.
    package func shifted(_ number: Int64, _ space: NumberSpace) -> Int64 {
        number > 0 ? number + (offsets[space] ?? 0) : number
    }

    private func shiftReport(of row: inout MovedRow) throws {
        guard offsets[.imports] != nil || offsets[.change] != nil,
            let index = MovedTable.imports.index(of: "report"),
            let text = row[index].text
        else { return }
        var report = try JSONBody.decode(ImportReport.self, from: Bytes(text))
        report.id = shifted(report.id, .imports)
        report.sameAs = report.sameAs.map { shifted($0, .imports) }
        report.undoneBy = report.undoneBy.map { shifted($0, .imports) }
        report.undoes = report.undoes.map { shifted($0, .imports) }
        report.restores = report.restores.map { shifted($0, .imports) }
        report.restoredBy = report.restoredBy.map { shifted($0, .imports) }
        report.step = report.step.map { shifted($0, .change) }
        row[index] = .text(try JSONBody.encode(report).text)
    }

    private func shiftTexts(ofChange row: inout MovedRow) throws {
        let table = MovedTable.change
        func text(_ name: String, _ change: (String) throws -> String) rethrows {
            guard let index = table.index(of: name), let text = row[index].text else { return }
            row[index] = .text(try change(text))
        }
        if let index = table.index(of: "idempotency_key"), let key = row[index].text,
            usedKeys.contains(key)
        {
            for name in ["idempotency_key", "request_hash", "reply", "caller_reply"] {
                if let index = table.index(of: name) { row[index] = .null }
            }
        }
        switch table.index(of: "kind").flatMap({ row[$0].text }) {
        case "import" where offsets[.imports] != nil:
            text("key") { key in Int64(key).map { String(shifted($0, .imports)) } ?? key }
        case TrackerRecords.sampleKind where offsets[.series] != nil:
            try text("key") { shifted(try SampleReference(text: $0)).text }
            for name in ["before", "after"] {
                try text(name) { text in
                    var correction = try JSONBody.decode(Correction.self, from: Bytes(text))
                    correction.original = shifted(correction.original)
                    return try JSONBody.encode(correction).text
                }
            }
        default: break
        }
    }

    private func shifted(_ sample: SampleReference) -> SampleReference {
        var sample = sample
        sample.series = shifted(sample.series, .series)
        return sample
    }
}

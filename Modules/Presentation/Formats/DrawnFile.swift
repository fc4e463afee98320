import CRaster
import RPC

extension dayline_file {
    /// The bytes of a file that librsvg has drawn; `result` is that of the function. `alternative` is a
    /// format that does not need librsvg.
    /// - Throws: FAILED_PRECONDITION without librsvg, INTERNAL if the document cannot be drawn.
    func contents(
        _ result: Int32, format: String, alternative: String
    ) throws(Status) -> [UInt8] {
        switch result {
        case 0: return Array(UnsafeBufferPointer(start: bytes, count: count))
        case 1:
            throw Status(
                .failedPrecondition, "Drawing a \(format) needs librsvg: \(problemText).",
                hint: "Install it with: apt install librsvg2-2 (or use \(alternative))")
        default:
            throw Status(
                .internal, "librsvg cannot draw the \(format): \(problemText).",
                hint: "Use \(alternative)")
        }
    }

    private var problemText: String {
        withUnsafeBytes(of: problem) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

import CRaster
package import Charts
package import RPC

extension Picture {
    /// Pixels of a PNG per unit of the drawing.
    private static let bitmapScale = 2.0

    /// The picture as a PNG file, drawn by librsvg. An automatic theme is light.
    /// - Throws: FAILED_PRECONDITION without librsvg.
    package func bitmap(_ theme: Theme = .automatic) throws(Status) -> [UInt8] {
        var image = dayline_png()
        defer { dayline_png_free(&image) }
        // librsvg does not evaluate media queries for a dark background.
        var svg = svg(theme == .dark ? .dark : .light)
        let result = svg.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { text in
                dayline_png_draw(
                    text.baseAddress, text.count, Int32(width * Self.bitmapScale),
                    Int32(height * Self.bitmapScale), &image)
            }
        }
        switch result {
        case 0:
            return Array(UnsafeBufferPointer(start: image.bytes, count: image.count))
        case 1:
            throw Status(
                .failedPrecondition, "Drawing a PNG needs librsvg: \(Self.problem(image)).",
                hint: "Install it with: apt install librsvg2-2 (or use SVG)")
        default:
            throw Status(
                .internal, "librsvg cannot draw the picture: \(Self.problem(image)).",
                hint: "Use SVG")
        }
    }

    private static func problem(_ image: dayline_png) -> String {
        withUnsafeBytes(of: image.problem) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

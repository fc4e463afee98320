import CRaster
package import Charts
package import RPC

extension Picture {
    /// Pixels of a PNG per unit of the drawing.
    private static let bitmapScale = 2.0

    /// The picture as a PNG file, drawn by librsvg. An automatic theme is light.
    /// - Throws: FAILED_PRECONDITION without librsvg.
    package func bitmap(_ theme: PictureTheme = .automatic) throws(Status) -> [UInt8] {
        var image = dayline_file()
        defer { dayline_file_free(&image) }
        // librsvg does not evaluate media queries for a dark background.
        var svg = svg(theme == .dark ? .dark : .light)
        let result = svg.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { text in
                dayline_png_draw(
                    text.baseAddress, text.count, Int32(width * Self.bitmapScale),
                    Int32(height * Self.bitmapScale), &image)
            }
        }
        return try image.contents(result, format: "PNG", alternative: "SVG")
    }
}

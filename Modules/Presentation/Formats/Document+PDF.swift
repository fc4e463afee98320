import CRaster
package import Charts
package import RPC

extension Document {
    /// The document as a PDF of A4 pages, drawn by librsvg for a light background.
    /// - Throws: FAILED_PRECONDITION without librsvg.
    package func pdf() throws(Status) -> [UInt8] {
        let drawings = pages.enumerated().flatMap { page, content in
            content.drawings.map { (page: page, drawing: $0, text: Array($0.svg.utf8CString)) }
        }
        var file = dayline_file()
        defer { dayline_file_free(&file) }
        var placed: [dayline_drawing] = []
        // The texts are copied one after another, so that their addresses are valid for the call.
        let characters = drawings.flatMap(\.text)
        let result = characters.withUnsafeBufferPointer { characters in
            var start = 0
            for (page, drawing, text) in drawings {
                placed.append(
                    dayline_drawing(
                        svg: characters.baseAddress.map { $0 + start }, count: text.count - 1,
                        x: drawing.x, y: drawing.y, width: drawing.width, height: drawing.height,
                        page: Int32(clamping: page)))
                start += text.count
            }
            return dayline_pdf_draw(
                placed, placed.count, DocumentPage.width, DocumentPage.height, &file)
        }
        return try file.contents(result, format: "PDF", alternative: "HTML")
    }
}

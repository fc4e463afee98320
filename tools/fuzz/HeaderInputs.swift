import Gateway
import Texts

/// Inputs of the targets that read single texts of requests of the web app.
enum HeaderInputs {
    // MARK: Identifiers of events

    static let eventIDs = ["4294967295-17", "1-9223372036854775807", "1--3", "+1-+2", "1-"]

    /// Checks that the position in the identifier of an event is equal after writing and parsing.
    static func eventID(_ bytes: UnsafeRawBufferPointer) {
        guard let position = EventPosition(String(decoding: bytes, as: UTF8.self)) else { return }
        guard EventPosition(position.description) == position else {
            FuzzCase.fail("the position of an event differs after writing and parsing")
        }
    }

    // MARK: Boundaries

    static let contentTypes = [
        "multipart/form-data; boundary=----FormBoundary7MA4YWxkTrZu0gW",
        "multipart/form-data; charset=utf-8; boundary=\"a b'()+_,./:=?\"", "multipart/form-data",
    ]

    /// Checks that a form of one field that is written with the boundary of its content type has this field.
    static func contentType(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        let start = "multipart/form-data; boundary="
        guard var parser = try? MultipartParser(contentType: text), text.hasPrefix(start) else {
            return
        }
        let boundary = text.dropFirst(start.count)
        guard boundary.utf8.allSatisfy(isBoundaryByte) else { return }
        let disposition = "Content-Disposition: form-data; name=\"a\""
        let body = "--\(boundary)\r\n\(disposition)\r\n\r\nb\r\n--\(boundary)--\r\n"
        guard (try? parser.append(Array(body.utf8))) == [.field(name: "a", value: "b")] else {
            FuzzCase.fail("a form with the boundary of its content type is not parsed")
        }
    }

    /// True for a byte that a boundary may have without quotation marks (RFC 2046, 5.1.1).
    private static func isBoundaryByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "'"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    // MARK: Base64

    static let base64Texts = ["AQID", "_-8", "AB", "A", "AQ=="]

    /// Checks that the bytes of a text are equal after writing and parsing, and no longer than three quarters of
    /// the text.
    static func base64(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let decoded = Base64URL.bytes(text) else { return }
        guard decoded.count <= text.utf8.count * 3 / 4,
            Base64URL.bytes(Base64URL.text(decoded)) == decoded
        else { FuzzCase.fail("bytes differ after writing and parsing") }
    }
}

import Glibc

/// A pipe whose writing end a program inherits.
final class Pipe {
    let reading: Int32
    let writing: Int32
    private var isWritingOpen = true

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        closeWriting()
    }

    /// Everything written until the last program has closed the writing end.
    func text() -> String {
        closeWriting()
        var bytes: [UInt8] = []
        while let byte = next() { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The next line without its line feed.
    func line() -> String {
        closeWriting()
        var bytes: [UInt8] = []
        while let byte = next(), byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func next() -> UInt8? {
        var byte: UInt8 = 0
        return read(reading, &byte, 1) == 1 ? byte : nil
    }

    private func closeWriting() {
        if isWritingOpen { close(writing) }
        isWritingOpen = false
    }
}

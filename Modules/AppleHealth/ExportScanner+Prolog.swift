extension ExportScanner {
    /// Goes to the next root. The document type is never read as XML, since files exist in which it
    /// is malformed.
    mutating func scanProlog(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, isFinal: Bool
    ) -> UnsafePointer<UInt8>? {
        guard let root = start.first("<HealthData", before: end) else {
            if isFinal { return end }
            // Enough is kept to find the name when it is cut in two.
            guard end - start > Self.maximumProlog else { return nil }
            let next = end - Self.maximumEndTagLength
            line += Int64(ByteSlice(start, to: next).newlines)
            return next
        }
        let tag = tags.0
        switch tag.parse(root, before: end) {
        case .needsMore:
            return isFinal ? end : nil
        case .damaged(_, let place):
            advance(from: start, to: place)
            recordDamage("the root element is malformed", at: place)
            enterRoot(isEmpty: false)
            return place
        case .complete(let next, let isEmpty):
            guard tag.name.equals("HealthData") else {
                advance(from: start, to: next)
                return next
            }
            if Self.isMalformed(ByteSlice(start, to: root)) {
                recordDamage("a malformed document type", at: start)
            }
            advance(from: start, to: next)
            enterRoot(isEmpty: isEmpty)
            return next
        }
    }

    /// Within a root from here on; its attributes are in the first tag.
    mutating func enterRoot(isEmpty: Bool) {
        report.roots += 1
        if let locale = tags.0.value("locale") { report.locale = AttributeText.string(locale) }
        state = isEmpty ? .prolog : .body
    }

    mutating func advance(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
        line += Int64(ByteSlice(start, to: end).newlines)
    }

    /// Whether a declaration begins before another has ended.
    private static func isMalformed(_ prolog: ByteSlice) -> Bool {
        var position = prolog.start
        while let open = position.first(.less, before: prolog.end) {
            let rest = ByteSlice(open, to: prolog.end)
            if rest.starts(with: "<!--") || rest.starts(with: "<?") {
                let isComment = rest.starts(with: "<!--")
                guard let close = open.first(isComment ? "-->" : "?>", before: prolog.end) else {
                    return true
                }
                position = close + (isComment ? 3 : 2)
                continue
            }
            var next = open + 1
            while next < prolog.end, next.pointee != .greater {
                // The declarations of a document type stand within it, between brackets.
                if next.pointee == UInt8(ascii: "[") { break }
                if next.pointee == .less { return true }
                if next.pointee == .quote || next.pointee == .apostrophe {
                    guard let close = (next + 1).first(next.pointee, before: prolog.end) else {
                        return true
                    }
                    next = close
                }
                next += 1
            }
            guard next < prolog.end else { return true }
            position = next + 1
        }
        return false
    }
}

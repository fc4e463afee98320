extension ExportScanner {
    /// Skips to the next root. The document type is not parsed, because files with a malformed one
    /// exist.
    mutating func scanProlog(
        _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, isFinal: Bool
    ) -> UnsafePointer<UInt8>? {
        guard let root = start.first("<HealthData", before: end) else {
            if isFinal { return end }
            // The rest suffices to find a root name that is split between blocks.
            guard end - start > Self.maximumProlog else { return nil }
            let next = end - Self.maximumEndTagLength
            line += Int64(ByteSlice(start, to: next).newlineCount)
            return next
        }
        let tag = tags.item
        switch tag.parse(root, before: end) {
        case .needsMore:
            return isFinal ? end : nil
        case .damaged(_, let location):
            advance(from: start, to: location)
            recordDamage("the root element is malformed", at: location)
            enterRoot(isEmpty: false)
            return location
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

    /// Enters a root, whose attributes are in the first tag.
    mutating func enterRoot(isEmpty: Bool) {
        report.roots += 1
        if let locale = tags.item.value("locale") { report.locale = AttributeText.string(locale) }
        state = isEmpty ? .prolog : .body
    }

    mutating func advance(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) {
        line += Int64(ByteSlice(start, to: end).newlineCount)
    }

    /// True if a declaration begins before the previous one has ended.
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
                // A document type has its declarations between brackets.
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

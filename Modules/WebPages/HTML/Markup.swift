/// Written markup in UTF-8, with the tags of its elements.
///
/// The tag of an element is a hash of its markup, in the attribute `data-tag`. A script sends the tags of the
/// page that it changes, and the answer has an empty element instead of each element with one of them.
package struct Markup: Sendable {
    private struct TaggedElement {
        let name: String
        let attributes: HTML.Attributes
        let start: Int
        /// The position of the tag in the bytes.
        var tagStart = 0
        var end = 0

        func value(of attribute: String) -> String? {
            attributes.first { $0.key == attribute }?.value
        }
    }

    /// The length in bytes up to which the memory of a page does not grow.
    private static let usualLength = 64 << 10

    package internal(set) var bytes: [UInt8] = []
    /// The tagged elements, in the order of their starts.
    private var elements: [TaggedElement] = []
    /// The ranges on which no tag depends, in ascending order.
    private var excluded: [Range<Int>] = []

    init() { bytes.reserveCapacity(Self.usualLength) }

    // MARK: Writing

    /// Begins a tagged element before its first byte.
    /// - Returns: The element, for its tag and its end.
    mutating func begin(_ name: String, _ attributes: HTML.Attributes) -> Int {
        elements.append(
            TaggedElement(name: name, attributes: attributes, start: bytes.count))
        return elements.count - 1
    }

    /// Ends the start tag of an element with a blank tag, which its end replaces.
    mutating func appendTag(of element: Int) {
        HTML.append(" data-tag=\"", to: &bytes)
        elements[element].tagStart = bytes.count
        HTML.append(MarkupTag.blank.text + "\">", to: &bytes)
    }

    /// Ends a tagged element after its last byte.
    mutating func end(_ element: Int) {
        elements[element].end = bytes.count
        let tag = tag(of: elements[element].start..<bytes.count)
        let start = elements[element].tagStart
        bytes.replaceSubrange(start..<(start + MarkupTag.length), with: tag.text.utf8)
    }

    /// Excludes a range, which starts after all excluded ones, from the tags of the elements around the range.
    mutating func exclude(_ range: Range<Int>) { excluded.append(range) }

    private func tag(of range: Range<Int>) -> MarkupTag {
        var hash = MarkupHash()
        bytes.withUnsafeBytes { bytes in
            var position = range.lowerBound
            // The excluded ranges within the element are the last ones, since the element has just ended.
            let first = excluded.lastIndex { $0.lowerBound < position }.map { $0 + 1 } ?? 0
            for gap in excluded[first...] {
                hash.add(UnsafeRawBufferPointer(rebasing: bytes[position..<gap.lowerBound]))
                position = gap.upperBound
            }
            hash.add(UnsafeRawBufferPointer(rebasing: bytes[position..<range.upperBound]))
        }
        return MarkupTag(hash)
    }

    // MARK: Reading

    /// The markup in which each element with a known tag is empty, and has of its attributes only `id` and
    /// `data-fragment`, its tag and `data-unchanged`.
    package func bytes(without known: Set<MarkupTag>) -> [UInt8] {
        var output: [UInt8] = []
        var position = 0
        for element in elements where element.start >= position {
            let tag = MarkupTag(
                text: String(
                    decoding: bytes[element.tagStart..<(element.tagStart + MarkupTag.length)],
                    as: UTF8.self))
            guard known.contains(tag) else { continue }
            output += bytes[position..<element.start]
            HTML.append(
                startOf: element.name,
                [
                    "id": element.value(of: "id"),
                    "data-fragment": element.value(of: "data-fragment"),
                ], to: &output, "")
            HTML.append(" data-tag=\"\(tag.text)\" data-unchanged=\"\">", to: &output)
            HTML.append(endOf: element.name, to: &output)
            position = element.end
        }
        return output + bytes[position...]
    }
}

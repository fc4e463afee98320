/// Applies styles to parts of a text: a terminal with colours, for others see ``PlainText``.
package protocol TextStyler {
    /// `text` in a style; control characters in the text have no effect.
    func styled(_ text: String, _ style: TextStyle) -> String
}

/// A style of a part of a text.
package enum TextStyle: CaseIterable {
    case bold, dim, red, green, yellow, accent
}

/// Leaves out all styles.
package struct PlainText: TextStyler {
    package init() {}

    package func styled(_ text: String, _ style: TextStyle) -> String { text }
}

/// A bar of a share from 0 to 1, with a description for screen readers. Without a tone it has the
/// colour of the text; with `isWide` it fills all columns of a row of a list.
func shareBar(_ share: Double, _ label: String, _ tone: Tone? = nil, isWide: Bool = false) -> HTML {
    element(
        "progress",
        [
            "class": (isWide ? "all bar " : "bar ") + (tone?.className ?? "tone-ink"),
            "max": "100", "value": oneDecimal(min(max(0, share), 1) * 100), "aria-label": label,
        ])
}

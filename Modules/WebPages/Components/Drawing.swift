/// The drawings of a day: a line with the sun over it.
enum Drawing {
    /// The mark of the brand.
    static let mark = HTML.markup(
        """
        <svg viewBox="0 0 36 20" fill="none" stroke-linecap="round" aria-hidden="true">\
        <path class="mark-sun" d="M9 14a9 9 0 0 1 18 0" stroke-width="2.4"/>\
        <path class="mark-line" d="M1.5 14h33" stroke-width="1.8"/>\
        <circle class="mark-now" cx="27" cy="14" r="2.8"/></svg>
        """)

    /// A day with its sun: everything is done, or a welcome.
    static let sun = HTML.markup(
        """
        <svg class="drawing" viewBox="0 0 160 72" aria-hidden="true">\
        <path class="sun" d="M50 64a30 30 0 0 1 60 0"/>\
        <path class="ray" d="M80 22v-14M51 34l-9-10M109 34l9-10M36 50l-13-5M124 50l13-5"/>\
        <path d="M8 64h144"/></svg>
        """)

    /// A day that lies ahead: nothing is due, or something is missing.
    static let line = HTML.markup(
        """
        <svg class="drawing" viewBox="0 0 160 24" aria-hidden="true"><path d="M8 12h44"/>\
        <path class="ahead" d="M60 12h92"/><circle class="now" cx="54" cy="12" r="5"/></svg>
        """)
}

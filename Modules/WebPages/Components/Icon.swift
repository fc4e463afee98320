/// The icons of the navigation. They are part of the page: a file of icons is another document, which a browser
/// parses before it shows the page.
enum Icon {
    /// The icon of a section.
    static func section(_ section: Page.Section) -> HTML { icon(shapes(of: section)) }

    /// Three dots: the sections that do not fit into the tab bar.
    static let more = icon(#"<path d="M4.5 10h.01M10 10h.01M15.5 10h.01" stroke-width="3"/>"#)

    private static func icon(_ shapes: String) -> HTML {
        .markup("<svg class=\"icon\" viewBox=\"0 0 20 20\" aria-hidden=\"true\">\(shapes)</svg>")
    }

    private static func shapes(of section: Page.Section) -> String {
        switch section {
        case .today:
            #"<path d="M2 14h16M5.5 14a4.5 4.5 0 0 1 9 0M10 3.5v2.2M3.6 6.6l1.5 1.5M16.4 6.6l-1.5 1.5"/>"#
        case .health:
            #"<path d="M1.5 10.5h4l2-5.5 3.5 10.5 2.3-5h5.2"/>"#
        case .insights:
            #"<path d="M4 16.5v-5M10 16.5v-13M16 16.5v-8.5"/>"#
        case .goals:
            #"<path d="M5 17.5v-14.5M5 4h10l-2.5 3.5 2.5 3.5h-10"/>"#
        case .trends:
            #"<path d="M2 15.5l5-5.5 3.5 3 7.5-8.5M13.5 4.5h4.5v4.5"/>"#
        case .activities:
            #"<path d="M8 5h9.5M8 10h9.5M8 15h9.5M2.5 5l1 1 1.8-2M2.5 10l1 1 1.8-2M2.5 15l1 1 1.8-2"/>"#
        case .training:
            #"<path d="M6.5 10h7M4.5 5.5v9M15.5 5.5v9M2 8v4M18 8v4"/>"#
        case .timeline:
            #"<path d="M5 2v3M5 8.5v3M5 15v3M9.5 6.75h8M9.5 13.25h5.5"/><circle cx="5" cy="6.75" r="1.75"/><circle cx="5" cy="13.25" r="1.75"/>"#
        case .photos:
            #"<path d="M2.5 6.5h3.5l1.5-2.5h5l1.5 2.5h3.5v9.5h-15z"/><circle cx="10" cy="11" r="2.8"/>"#
        case .search:
            #"<circle cx="8.5" cy="8.5" r="5.5"/><path d="M12.5 12.5l5 5"/>"#
        case .imports:
            #"<path d="M10 2.5v9.5M6 8.5l4 4 4-4M3 13v3.5h14v-3.5"/>"#
        case .settings:
            #"<path d="M2.5 6h8M15 6h2.5M2.5 14h2.5M9.5 14h8"/><circle cx="12.7" cy="6" r="2.2"/><circle cx="7.3" cy="14" r="2.2"/>"#
        }
    }
}

import RPC
import Testing

@testable import Commands

@Suite struct SchemaTextTests {
    @Test func `descriptions have the paths of their fields`() {
        let day = JSONSchema.object([
            JSONSchema.Property("sum", .number, isRequired: true, description: "In kilometres."),
            JSONSchema.Property("count", .integer, isRequired: true),
        ])
        let schema = JSONSchema.object([
            JSONSchema.Property(
                "days", .nullable(.array(day)), isRequired: false, description: "Oldest first."),
            JSONSchema.Property("sources", .map(day), isRequired: true),
        ])

        let lines = SchemaText.descriptions(schema).map { "\($0): \($1)" }

        #expect(
            lines == [
                "days: Oldest first.", "days[].sum: In kilometres.",
                "sources.*.sum: In kilometres.",
            ])
    }
}

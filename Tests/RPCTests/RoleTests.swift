import RPC
import Testing

@Suite struct RoleTests {
    @Test func `the placeholder of a service is refused, and a service is not`() throws {
        let failure = #expect(throws: Status.self) { try Role("worker:SERVICE") }

        #expect(failure?.code == .invalidArgument)
        #expect(failure?.hint == "For example: worker:dayline.aggregation")
        #expect(try Role("worker:org.example.Echo") == .worker("org.example.Echo"))
    }
}

import Testing

@testable import Gateway

struct LoginThrottleTests {
    private static func address(_ number: Int) throws -> IPAddress {
        try #require(IPAddress("10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"))
    }

    @Test func `five attempts are free, and the delay doubles up to an hour`() throws {
        let throttle = LoginThrottle()
        let address = try Self.address(1)
        var now: Int64 = 1_000_000
        for _ in 0..<5 { #expect(throttle.begin(address, now: now) == 0) }

        var delays: [Int64] = []
        for _ in 0..<14 {
            let delay = throttle.begin(address, now: now)
            delays.append(delay)
            #expect(throttle.begin(address, now: now + delay - 1) == 1)
            now += delay
            #expect(throttle.begin(address, now: now) == 0)
        }

        #expect(delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600])
    }

    @Test func `a valid login does not excuse the failures before it`() throws {
        let throttle = LoginThrottle()
        let address = try Self.address(1)
        for _ in 0..<5 { _ = throttle.begin(address, now: 0) }
        #expect(throttle.begin(address, now: 0) == 1)

        #expect(throttle.begin(address, now: 1) == 0)
        throttle.succeed(address)

        #expect(throttle.begin(address, now: 1) == 1)
        #expect(throttle.begin(address, now: 2) == 0)
        #expect(throttle.begin(address, now: 2) == 2)
    }

    @Test func `addresses of one network of version 6 share their attempts`() throws {
        let throttle = LoginThrottle()
        for host in 1...5 {
            #expect(throttle.begin(try #require(IPAddress("2001:db8::\(host)")), now: 0) == 0)
        }

        #expect(throttle.begin(try #require(IPAddress("2001:db8::ffff")), now: 0) > 0)
        #expect(throttle.begin(try #require(IPAddress("2001:db8:0:1::1")), now: 0) == 0)
    }

    @Test func `many networks are delayed together, for half a minute at most`() throws {
        let throttle = LoginThrottle()
        for number in 0..<50 {
            #expect(throttle.begin(try Self.address(number), now: 0) == 0)
        }
        #expect(throttle.begin(try Self.address(1000), now: 0) == 1)

        var now: Int64 = 0
        for number in 0..<100 { now += throttle.begin(try Self.address(2000 + number), now: now) }

        #expect(throttle.begin(try Self.address(3000), now: now) <= 30)
    }

    @Test func `the number of remembered networks is bounded`() throws {
        let throttle = LoginThrottle()
        for number in 0..<LoginThrottle.networkLimit * 3 {
            _ = throttle.begin(try Self.address(number), now: Int64(number) * 1000)
        }

        #expect(throttle.count == LoginThrottle.networkLimit)
    }

    @Test func `a network with a valid login is not delayed by the attempts of others`() throws {
        let throttle = LoginThrottle()
        let owner = try #require(IPAddress("192.0.2.1"))
        #expect(throttle.begin(owner, now: 0) == 0)
        throttle.succeed(owner)

        for number in 0..<60 {
            let other = try #require(IPAddress("198.51.100.\(number)"))
            _ = throttle.begin(other, now: 10)
        }

        let stranger = try #require(IPAddress("203.0.113.1"))
        #expect(throttle.begin(stranger, now: 10) > 0)
        #expect(throttle.begin(owner, now: 10) == 0)
    }

    @Test func `a clock that was set back does not lock anyone out`() throws {
        let throttle = LoginThrottle()
        let address = try Self.address(1)
        for _ in 0..<6 { _ = throttle.begin(address, now: 1_000_000) }

        #expect(throttle.begin(address, now: 500) <= 1)
    }
}

import Testing
import Windows

struct PagingRulesTests {
    @Test func `a gap in a chart is not zero`() {
        #expect(ChartPoints([50, nil]).points == [50, nil])
        #expect(ChartPoints([50, nil]).average == 50)
        #expect(ChartPoints([nil, nil]).average == nil)
        #expect(!ChartPoints([nil, nil]).hasData)
    }
}

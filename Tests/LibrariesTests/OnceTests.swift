import Locking
import Testing

@Suite struct OnceTests {
    @Test func theValueIsMadeOnceWhenItIsFirstNeededWhicheverThreadNeedsIt() async {
        let count = Mutex(0)
        let once = Once {
            count.withLock { count in
                count += 1
                return count
            }
        }
        #expect(count.withLock { $0 } == 0)
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { once.value } }
            for await value in group { #expect(value == 1) }
        }
        #expect(count.withLock { $0 } == 1)
        #expect(Once(made: 7).value == 7)
    }
}

import Foundation
import MissingFoundation
import Testing

extension Notification.Name {
    fileprivate static let moved = Notification.Name("NotificationsTests.moved")
}

/// An actor on a queue of its own, as in capture code.
private actor Worker {
    private let queue = DispatchSerialQueue(label: "worker")
    private(set) var sum = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func add(_ number: Int) {
        dispatchPrecondition(condition: .onQueue(queue))
        sum += number
    }

    func collect(_ count: Int, from center: NotificationCenter) async -> [Int] {
        var found: [Int] = []
        for await notification in center.notifications(named: .moved) {
            found.append(notification.userInfo?["number"] as? Int ?? -1)
            if found.count == count { break }
        }
        return found
    }
}

@Suite struct NotificationsTests {
    private func post(_ number: Int, to center: NotificationCenter, object: AnyObject? = nil) {
        center.post(name: .moved, object: object, userInfo: ["number": number])
    }

    private func number(_ notification: Notification?) -> Int? { notification?.userInfo?["number"] as? Int }

    @Test func notificationsArriveInTheOrderOfPosting() async {
        let center = NotificationCenter()
        var iterator = center.notifications(named: .moved).makeAsyncIterator()
        for value in 1...3 { post(value, to: center) }
        for value in 1...3 { #expect(number(await iterator.next()) == value) }
    }

    @Test func onlyTheEightNewestWaitForABusyIteration() async {
        let center = NotificationCenter()
        var iterator = center.notifications(named: .moved).makeAsyncIterator()
        for value in 1...20 { post(value, to: center) }
        for value in 13...20 { #expect(number(await iterator.next()) == value) }
    }

    @Test func notificationsOfAnotherObjectOrNameAreLeftOut() async {
        let center = NotificationCenter()
        let (mine, other) = (NSObject(), NSObject())
        var iterator = center.notifications(named: .moved, object: mine).makeAsyncIterator()
        post(1, to: center, object: other)
        center.post(name: .init("NotificationsTests.else"), object: mine)
        post(2, to: center, object: mine)
        #expect(number(await iterator.next()) == 2)
    }

    @Test func iterationEndsWhenItsTaskIsCancelled() async {
        let center = NotificationCenter()
        let task = Task {
            for await _ in center.notifications(named: .moved) {}
            return true
        }
        task.cancel()
        #expect(await task.value)
    }

    @Test func sequenceCanBeMappedAsCaptureCodeDoes() async {
        let center = NotificationCenter()
        let numbers = center.notifications(named: .moved).compactMap { $0.userInfo?["number"] as? Int }
        var iterator = numbers.makeAsyncIterator()
        post(1, to: center)
        center.post(name: .moved, object: nil)
        post(2, to: center)
        #expect(await iterator.next() == 1)
        #expect(await iterator.next() == 2)
    }

    @Test func actorOnASerialQueueRunsItsMethodsThere() async {
        let worker = Worker()
        await withTaskGroup(of: Void.self) { group in
            for number in 1...100 { group.addTask { await worker.add(number) } }
        }
        #expect(await worker.sum == 5050)
    }

    @Test func actorCanIterateOverNotifications() async {
        let center = NotificationCenter()
        let worker = Worker()
        let collecting = Task { await worker.collect(2, from: center) }
        let posting = Task {
            while !Task.isCancelled {
                post(5, to: center)
                await Task.yield()
            }
        }
        #expect(await collecting.value == [5, 5])
        posting.cancel()
    }
}

import Dispatch
import Locking

/// The same work for many things, on all processors.
package enum Parallel {
    package static func forEach(_ count: Int, _ body: @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }

    package static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ body: @Sendable (Element) -> Result
    ) -> [Result] {
        let results = Mutex([Result?](repeating: nil, count: elements.count))
        forEach(elements.count) { index in
            let result = body(elements[index])
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0.compactMap { $0 } }
    }
}

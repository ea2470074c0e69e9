import CaptureEngine
import CoreMedia
import Foundation
import Locking

/// Sorts the data of several outputs by moment, and says which moments are complete.
///
/// A moment is complete when every output has reached its time, so that none can add to it.
struct DataAlignment<Item> {
    struct Moment {
        var time: CMTime
        var items: [(output: Int, item: Item)]
    }

    private let maximumMoments: Int
    /// The time that each output has reached.
    private var reached: [CMTime]
    /// Sorted by time; complete ones are removed.
    private var moments: [Moment] = []

    /// - Parameter maximumMoments: at most so many are held back for an output that has fallen behind.
    init(outputs: Int, maximumMoments: Int = 6 + SinkCapacity.stabilizationLookAhead) {
        self.maximumMoments = maximumMoments
        reached = Array(repeating: .negativeInfinity, count: outputs)
    }

    /// Adds an output's data for a moment; `nil` says that it has nothing up to then.
    ///
    /// - Returns: the moments that are complete now, in order.
    mutating func add(_ item: Item?, from output: Int, at time: CMTime) -> [Moment] {
        reached[output] = CMTimeMaximum(reached[output], time)
        if let item { insert(item, output, time) }
        return takeComplete()
    }

    private mutating func insert(_ item: Item, _ output: Int, _ time: CMTime) {
        let place = moments.firstIndex { $0.time >= time } ?? moments.endIndex
        if place < moments.endIndex, moments[place].time == time {
            moments[place].items.append((output, item))
        } else {
            moments.insert(Moment(time: time, items: [(output, item)]), at: place)
        }
    }

    private mutating func takeComplete() -> [Moment] {
        let slowest = reached.reduce(CMTime.positiveInfinity, CMTimeMinimum)
        let complete = moments.prefix { $0.time <= slowest }.count
        let count = max(complete, moments.count - maximumMoments)
        defer { moments.removeFirst(count) }
        return Array(moments.prefix(count))
    }
}

/// The implementation of a synchronizer: gets the outputs' data on the delegate's queue.
final class DataSynchronization: @unchecked Sendable {  // a Mutex; `synchronizer` is set once, in its init
    private struct State: @unchecked Sendable {  // the delegate is called on its queue only
        weak var delegate: (any AVCaptureDataOutputSynchronizerDelegate)?
        var queue: DispatchQueue?
        var alignment: DataAlignment<AVCaptureSynchronizedData>
    }

    private let outputs: [Weak]
    private let state: Mutex<State>
    weak var synchronizer: AVCaptureDataOutputSynchronizer?

    private struct Weak {
        weak var output: AVCaptureOutput?
    }

    init(_ outputs: [AVCaptureOutput]) {
        self.outputs = outputs.map { Weak(output: $0) }
        state = Mutex(State(alignment: DataAlignment(outputs: outputs.count)))
    }

    var delegate: (any AVCaptureDataOutputSynchronizerDelegate)? { state.withLock { $0 }.delegate }
    var queue: DispatchQueue? { state.withLock { $0.queue } }
    var hasDelegate: Bool { state.withLock { $0.delegate != nil } }

    func setDelegate(_ delegate: (any AVCaptureDataOutputSynchronizerDelegate)?, queue: DispatchQueue?) {
        let count = outputs.count
        state.withLock { state in
            state.delegate = delegate
            state.queue = queue
            state.alignment = DataAlignment(outputs: count)
        }
    }

    /// On the delegate's queue.
    ///
    /// - Parameter data: `nil` says that the output has nothing up to `time`.
    func add(_ data: AVCaptureSynchronizedData?, from output: AVCaptureOutput, at time: CMTime) {
        guard let index = outputs.firstIndex(where: { $0.output === output }) else { return }
        let (complete, delegate) = state.withLock { state in
            (state.alignment.add(data, from: index, at: time), state.delegate)
        }
        guard let delegate, let synchronizer else { return }
        for moment in complete {
            let items = moment.items.sorted { $0.output < $1.output }.compactMap { index, data in
                outputs[index].output.map { (output: $0, data: data) }
            }
            delegate.dataOutputSynchronizer(synchronizer, didOutput: AVCaptureSynchronizedDataCollection(items))
        }
    }
}

import CaptureEngine
import CoreMedia

/// The devices that a session has lost: when it tries each of them again, and which errors it has reported.
///
/// A broken device can fail as often as it is opened. It is tried again after 0, 1, 2, 4 … 30 seconds. An attempt that fails
/// like the one before is not reported again. A device counts as repaired when it was plugged in or unplugged, or has
/// worked for longer than the longest pause.
struct SessionLosses {
    /// One time that a device was lost.
    struct Loss {
        fileprivate let number: Int
        let device: DeviceID
        /// In seconds, until the device is tried again.
        let pause: Int
        /// Whether the app has not been told of it before.
        let isNews: Bool
    }

    fileprivate struct Record {
        var number: Int
        var pause: Int
        var time: CMTime
        var changeCount: Int
        /// What the app was told last.
        var told: String
    }

    fileprivate static let longestPause = 30

    private var records: [DeviceID: Record] = [:]
    private var count = 0

    /// - Parameters:
    ///   - isPresent: whether the device is there now. One that was pulled out is not broken.
    ///   - changeCount: how many devices have come and gone so far (``DeviceRegistry/changeCount``).
    ///   - time: of the world's clock.
    mutating func add(
        _ error: CaptureError, of device: DeviceID, isPresent: Bool, changeCount: Int, at time: CMTime
    ) -> Loss {
        count += 1
        let last = !isPresent ? nil : records[device].flatMap { $0.isSame(at: time, changeCount) ? $0 : nil }
        let pause = last.map { min(Self.longestPause, max(1, $0.pause * 2)) } ?? 0
        records[device] = Record(
            number: count, pause: pause, time: time, changeCount: changeCount, told: error.message)
        return Loss(number: count, device: device, pause: pause, isNews: last?.told != error.message)
    }

    /// A lost device cannot be opened. Returns whether the app has not been told so before.
    mutating func isNews(_ error: CaptureError) -> Bool {
        guard let device = error.device else { return true }
        if records[device]?.told == error.message { return false }
        records[device]?.told = error.message
        return true
    }

    /// Whether the device has not been lost once more since, nor has the app started the session.
    func isLast(_ loss: Loss) -> Bool { records[loss.device]?.number == loss.number }

    /// The app starts the session: it is told of each error.
    mutating func forget() { records = [:] }
}

extension SessionLosses.Record {
    /// Whether the device has been broken since.
    fileprivate func isSame(at now: CMTime, _ changeCount: Int) -> Bool {
        let longest = Int64(pause + SessionLosses.longestPause)
        return self.changeCount == changeCount
            && CMTimeCompare(CMTimeSubtract(now, time), CMTime(value: longest, timescale: 1)) <= 0
    }
}

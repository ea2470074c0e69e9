import CaptureEngine

/// Whether the exposure that a driver reports is the camera's own. While the camera chooses it, many report the last one
/// that was set by hand; the kernel's driver reads a USB camera's once, unless the camera says that it changes by itself.
///
/// So an automatic exposure is believed where the driver says so (V4L2_CTRL_FLAG_VOLATILE), and once it was seen to change.
struct ReportedExposure {
    /// Readings, more often than usual, in which a camera that has just started shows whether its exposure moves.
    private static let firstReadings = 6

    private var hasMoved: Bool
    /// What was read last while the camera chose it; `nil` after anybody else did.
    private var last: Value?
    private var isMoving = false
    private var firstReadingsLeft = ReportedExposure.firstReadings

    private struct Value: Equatable {
        var duration: CMTime
        var iso: Float
    }

    /// - Parameter isVolatile: whether the driver says that it reports what the camera chooses.
    init(isVolatile: Bool) { hasMoved = isVolatile }

    /// Notes what was read, and marks it if it may be wrong.
    ///
    /// - Parameter isAutomatic: whether the camera chose it.
    mutating func note(_ conditions: inout CaptureConditions, isAutomatic: Bool) {
        guard isAutomatic else { return forget() }
        let value = Value(duration: conditions.exposureDuration, iso: conditions.iso)
        isMoving = last.map { $0 != value } ?? false
        last = value
        hasMoved = hasMoved || isMoving
        if firstReadingsLeft > 0 { firstReadingsLeft -= 1 }
        mark(&conditions, isAutomatic: true)
    }

    func mark(_ conditions: inout CaptureConditions, isAutomatic: Bool) {
        conditions.isExposureCertain = !isAutomatic || hasMoved
    }

    /// The exposure was set; what is read next is no change by the camera.
    mutating func forget() {
        last = nil
        isMoving = false
    }

    /// Whether the next reading should be soon.
    var isChanging: Bool { isMoving || (last != nil && !hasMoved && firstReadingsLeft > 0) }
}

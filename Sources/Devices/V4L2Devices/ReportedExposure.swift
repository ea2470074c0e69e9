import CaptureEngine

/// Whether the exposure that a driver reports is the real one. While the camera chooses the exposure, many drivers
/// report the last one that was set manually. The kernel's UVC driver reads the value once, unless the camera says that
/// it changes by itself.
///
/// So an automatic exposure is trusted if the driver says that it is current (V4L2_CTRL_FLAG_VOLATILE), or once it was
/// seen to change.
struct ReportedExposure {
    /// How many readings after the start are more frequent, to see whether the exposure of the camera changes.
    private static let firstReadings = 6

    private var hasMoved = false
    /// As of the last reading.
    private var isVolatile = false
    /// The last reading while the camera chose the exposure; `nil` once it was set otherwise.
    private var last: Value?
    private var isMoving = false
    private var firstReadingsLeft = ReportedExposure.firstReadings

    private struct Value: Equatable {
        var duration: CMTime
        var iso: Float
    }

    /// Notes what was read, and marks it if it may be wrong.
    ///
    /// - Parameters:
    ///   - isAutomatic: whether the camera chose it.
    ///   - isVolatile: whether the driver says that it reports what the camera chooses. Drivers change that with the
    ///     mode: the kernel's controls are volatile only while they are automatic (`v4l2_ctrl_auto_cluster`).
    mutating func note(_ conditions: inout CaptureConditions, isAutomatic: Bool, isVolatile: Bool) {
        self.isVolatile = isVolatile
        guard isAutomatic else { return forget() }
        let value = Value(duration: conditions.exposureDuration, iso: conditions.iso)
        isMoving = last.map { $0 != value } ?? false
        last = value
        hasMoved = hasMoved || isMoving
        if firstReadingsLeft > 0 { firstReadingsLeft -= 1 }
        mark(&conditions, isAutomatic: true, isVolatile: isVolatile)
    }

    /// Marks what was read without noting it.
    func mark(_ conditions: inout CaptureConditions, isAutomatic: Bool, isVolatile: Bool) {
        conditions.isExposureCertain = !isAutomatic || isVolatile || hasMoved
    }

    /// The exposure was set; the next reading is not a change by the camera.
    mutating func forget() {
        last = nil
        isMoving = false
    }

    /// Whether the next reading should be soon.
    var isChanging: Bool { isMoving || (last != nil && !hasMoved && !isVolatile && firstReadingsLeft > 0) }
}

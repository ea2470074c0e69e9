import CaptureEngine
import Foundation
import LinuxVideo
import Testing

@testable import V4L2Devices

private let kernelCamera = ProcessInfo.processInfo.environment["AVCAM_KERNEL_CAMERA"]

/// What Linux' own UVC driver tells of the controls of Tests/Machines/usb-camera; run by Tests/Machines/usb-camera-tests.
@Suite(.enabled(if: kernelCamera != nil, "needs the emulated machine"))
struct ControlEventTests {
    @Test func aDriverTellsWhatOthersSet() throws {
        let path = try #require(kernelCamera)
        let (own, other) = (try VideoDevice(path: path), try VideoDevice(path: path))
        let controls = V4L2Controls(own)
        #expect(controls.watch() && own.takeEvents().isEmpty)
        let focus = try #require(own.controlRange(V4L2ControlID.focusAbsolute))
        defer { try? other.setControl(V4L2ControlID.focusAuto, 1) }
        try own.setControl(V4L2ControlID.focusAuto, 0)
        try own.setControl(V4L2ControlID.focusAbsolute, focus.range.lowerBound)
        #expect(!own.takeEvents().contains(.sourceChanged))
        #expect(controls.changeByThemselves, "the exposure is automatic")
        try other.setControl(V4L2ControlID.focusAbsolute, focus.range.upperBound)
        #expect(own.takeEvents() == .controlChanged && own.takeEvents().isEmpty)
        try other.setControl(V4L2ControlID.zoomAbsolute, 300)
        #expect(own.takeEvents() == .controlChanged)
        #expect(controls.conditions(CameraSettings()).zoom == 3)
        try own.setControl(V4L2ControlID.zoomAbsolute, 100)
        #expect(own.takeEvents().isEmpty, "nobody is told what it did itself")
    }
}

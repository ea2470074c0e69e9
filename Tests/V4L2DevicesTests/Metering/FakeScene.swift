import CaptureEngine
import CoreVideo
import Foundation
import LinuxVideo

@testable import V4L2Devices

/// A scene with a bright and a dark half, seen by a camera whose controls answer: its pictures are brighter with more
/// exposure, and blurred where the lens is elsewhere.
///
/// Its own exposure makes the whole picture middle gray. Detail in the bright half is sharp at a lens value of 50, that in
/// the dark half at 180.
struct FakeScene {
    static let bright = CameraSettings.Point(x: 0.25, y: 0.5)
    static let dark = CameraSettings.Point(x: 0.75, y: 0.5)
    private static let size = (width: 128, height: 96)

    let device: FakeControls
    /// By how many frames a change is late.
    var delay = 2
    /// What the light of everything is multiplied by.
    var light = 1.0
    /// Whether the controls of the exposure do anything.
    var isObedient = true
    private var pending: [(exposure: Double, lens: Int32)] = []
    private var shown: (exposure: Double, lens: Int32) = (1, 0)

    init(_ device: FakeControls) { self.device = device }

    /// A webcam that has neither points nor a bias.
    static func webcam() -> FakeControls {
        FakeControls([
            V4L2ControlID.exposureAuto: VideoControl(range: 0...3, defaultValue: 3),
            V4L2ControlID.exposureAbsolute: VideoControl(range: 3...2047, defaultValue: 250),
            V4L2ControlID.gain: VideoControl(range: 0...255, defaultValue: 0),
            V4L2ControlID.focusAuto: VideoControl(range: 0...1, defaultValue: 1),
            V4L2ControlID.focusAbsolute: VideoControl(range: 0...250, step: 5, defaultValue: 50),
        ])
    }

    mutating func picture() throws -> CVPixelBuffer {
        pending.append((exposure, device.control(V4L2ControlID.focusAbsolute) ?? 0))
        if pending.count > delay { shown = pending.removeFirst() }
        let (halves, lens) = ([0.33, 0.03], Double(shown.lens))
        let picture = try CVPixelBuffer(
            width: Self.size.width, height: Self.size.height,
            pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        picture.withPlanes { planes in
            for column in 0..<Self.size.width {
                let isDark = 2 * column >= Self.size.width
                let distance = (lens - (isDark ? 180 : 50)) / 25
                let stripe = (column / 2 % 2 == 0 ? 0.5 : -0.5) / (1 + distance * distance)
                let code = Self.code(halves[isDark ? 1 : 0] * light * shown.exposure * (1 + stripe))
                for row in 0..<Self.size.height {
                    let place = row * planes[0].bytesPerRow + column
                    planes[0].base.storeBytes(of: code, toByteOffset: place, as: UInt8.self)
                }
            }
        }
        return picture
    }

    /// 1 is what the camera chooses by itself in a light of 1: 25 ms without gain.
    private var exposure: Double {
        guard isObedient, device.control(V4L2ControlID.exposureAuto) == 1 else { return 1 / light }
        let time = Double(device.control(V4L2ControlID.exposureAbsolute) ?? 0) / 250
        return time * exp2(4 * Double(device.control(V4L2ControlID.gain) ?? 0) / 255)
    }

    /// Source: IEC 61966-2-1.
    private static func code(_ light: Double) -> UInt8 {
        let light = min(max(light, 0), 1)
        let code = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((255 * code).rounded())
    }
}

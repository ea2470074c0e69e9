import AVFoundation
import Foundation
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct FocusTests {
        @Test func aFocusPointSharpensWhatIsThere() throws {
            let camera = try MeasuredCamera()
            let board = SceneLayout.nearBoard
            let far = try MeasuredFrame(camera.frame())
            let farPosition = camera.device.lensPosition
            camera.device.focusPointOfInterest = CGPoint(x: board.x + board.width / 2, y: board.y + board.height / 2)
            camera.device.focusMode = .autoFocus
            #expect(camera.wait(for: \.focusMode) { $0 == .locked })
            let near = try MeasuredFrame(camera.frame())
            #expect(near.sharpness(board) > 2 * far.sharpness(board))
            #expect(near.sharpness(SceneLayout.slantedEdge) < far.sharpness(SceneLayout.slantedEdge))
            #expect(camera.device.lensPosition < farPosition)
        }

        @Test func theLensGoesWhereItIsSentAndStays() async throws {
            let camera = try MeasuredCamera()
            let board = SceneLayout.nearBoard
            let near = try MeasuredFrame(camera.frame(at: await camera.device.setFocusModeLocked(lensPosition: 0.5)))
            #expect(camera.device.lensPosition == 0.5)
            #expect(camera.device.focusMode == .locked)
            let far = try MeasuredFrame(camera.frame(at: await camera.device.setFocusModeLocked(lensPosition: 1)))
            #expect(near.sharpness(board) > 2 * far.sharpness(board))
            await camera.device.setFocusModeLocked(lensPosition: AVCaptureDevice.currentLensPosition)
            #expect(camera.device.lensPosition == 1)
        }

        @Test func aSearchIsSeenInTheAdjustingFlag() throws {
            let camera = try MeasuredCamera()
            _ = try camera.frame()
            camera.device.setFocusModeLocked(lensPosition: 0)
            #expect(camera.wait(for: \.lensPosition) { $0 == 0 })
            camera.device.focusMode = .continuousAutoFocus
            #expect(camera.wait(for: \.isAdjustingFocus) { $0 })
            #expect(camera.wait(for: \.isAdjustingFocus) { !$0 })
            #expect(camera.device.focusMode == .continuousAutoFocus)
        }

        /// Programs meter by waiting for it to begin and to end.
        @Test(arguments: [AVCaptureDevice.FocusMode.autoFocus, .continuousAutoFocus])
        func aSearchIsSeenAlsoWhenTheLensNeedNotMove(_ mode: AVCaptureDevice.FocusMode) throws {
            let camera = try MeasuredCamera()
            _ = try camera.frame()
            #expect(camera.wait(for: \.isAdjustingFocus) { !$0 })
            #expect(seen(\.isAdjustingFocus, of: camera.device) { camera.device.focusMode = mode })
        }

        @Test func aPointBesideThePictureIsTheNearestInIt() throws {
            let camera = try MeasuredCamera()
            camera.device.focusPointOfInterest = CGPoint(x: 1.2, y: 0.5)
            #expect(camera.device.focusPointOfInterest == CGPoint(x: 1, y: 0.5))
            camera.device.exposurePointOfInterest = CGPoint(x: 0.5, y: -1)
            #expect(camera.device.exposurePointOfInterest == CGPoint(x: 0.5, y: 0))
        }

        @Test func aRangeKeepsTheLensFromTheOtherHalf() throws {
            let camera = try MeasuredCamera()
            #expect(camera.device.isAutoFocusRangeRestrictionSupported)
            let (device, board) = (camera.device, SceneLayout.nearBoard)
            let free = try MeasuredFrame(camera.frame())
            let unrestricted = device.lensPosition
            device.autoFocusRangeRestriction = .near
            #expect(camera.wait(for: \.lensPosition) { $0 < unrestricted })
            #expect(try MeasuredFrame(camera.frame()).sharpness(board) > 1.02 * free.sharpness(board))
            device.autoFocusRangeRestriction = .none
            #expect(camera.wait(for: \.lensPosition) { $0 == unrestricted })
            device.focusPointOfInterest = CGPoint(x: board.x + board.width / 2, y: board.y + board.height / 2)
            device.focusMode = .autoFocus
            #expect(camera.wait(for: \.focusMode) { $0 == .locked })
            let near = try MeasuredFrame(camera.frame())
            device.autoFocusRangeRestriction = .far
            device.focusMode = .autoFocus
            #expect(camera.wait(for: \.focusMode) { $0 == .locked })
            let far = try MeasuredFrame(camera.frame())
            #expect(near.sharpness(board) > 2 * far.sharpness(board))
        }

        @Test func theHandlersFrameIsTheFirstThatShowsTheLensThere() async throws {
            let camera = try MeasuredCamera()
            let tenth = CMTime(value: 1, timescale: 10)
            let start = await camera.device.setFocusModeLocked(lensPosition: 1)
            _ = try camera.frame(at: start + tenth)
            let change = await camera.device.setFocusModeLocked(lensPosition: 0.5)
            _ = try camera.frame(at: change + tenth)
            let before = camera.looks.filter { $0.time >= start && $0.time < change }.map(\.sharpness)
            let after = camera.looks.filter { $0.time >= change }.map(\.sharpness)
            let blurred = try #require(before.first)
            #expect(before.allSatisfy { abs($0 / blurred - 1) < 0.2 })
            #expect(!after.isEmpty && after.allSatisfy { $0 > 2 * blurred })
        }

        @Test func aFixedLensHasNoModes() throws {
            let front = try #require(AVCaptureDevice(uniqueID: "simulated:front"))
            #expect(!front.isFocusModeSupported(.continuousAutoFocus) && !front.isFocusModeSupported(.autoFocus))
            #expect(!front.isLockingFocusWithCustomLensPositionSupported && !front.isFocusPointOfInterestSupported)
            #expect(front.focusMode == .locked)
            #expect(front.activeFormat.autoFocusSystem == .none)
        }
    }
}

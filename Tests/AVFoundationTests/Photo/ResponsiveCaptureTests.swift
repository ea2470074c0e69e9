import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// Photos that are taken faster than they are processed.
    @Suite struct ResponsiveCaptureTests {
        private static func studio(_ preset: AVCaptureSession.Preset = .vga640x480) throws -> PhotoStudio {
            try PhotoStudio(preset: preset) { output in
                output.maxPhotoQualityPrioritization = .quality
                output.isResponsiveCaptureEnabled = output.isResponsiveCaptureSupported
            }
        }

        @Test func theNextPhotoIsTakenWhileTheFirstIsProcessed() throws {
            let studio = try Self.studio(.hd1920x1080)
            let calls = Monitor<[String]>([])
            let second = PhotoCollector { call in calls.withLock { $0.append("second \(call)") } }
            // The first call of the delegate that comes after the exposure takes the next photo.
            let output = studio.output
            let first = PhotoCollector { call in
                calls.withLock { $0.append("first \(call)") }
                if call == "didCapture" {
                    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: second)
                }
            }
            output.capturePhoto(
                with: .heic.with { $0.photoQualityPrioritization = .quality }, delegate: first)
            _ = try #require(first.finished())
            _ = try #require(second.finished())
            let order = calls.withLock { $0 }
            let taken = try #require(order.firstIndex(of: "second willCapture"))
            #expect(try taken < #require(order.firstIndex(of: "first photo")))
            // The first press is delivered first.
            #expect(try #require(order.firstIndex(of: "first photo")) < #require(order.firstIndex(of: "second photo")))
        }

        @Test func rapidPressesLowerTheQualityWhenTheyMay() throws {
            let studio = try Self.studio()
            studio.output.isFastCapturePrioritizationEnabled = studio.output.isFastCapturePrioritizationSupported
            let delegates = (0..<10).map { _ in
                studio.press(AVCapturePhotoSettings().with { $0.photoQualityPrioritization = .quality })
            }
            let records = try delegates.map { try #require($0.finished()) }
            #expect(records.allSatisfy { $0.photos.count == 1 && $0.finishCount == 1 })
            let isFast = records.map { $0.photos[0].resolvedSettings.isFastCapturePrioritizationEnabled }
            #expect(!isFast[0] && isFast.dropFirst().allSatisfy { $0 })
        }

        @Test func manyPressesForHEICEndOnceEach() throws {
            let studio = try Self.studio()
            let delegates = (0..<20).map { _ in studio.press(.heic) }
            for delegate in delegates {
                let record = try #require(delegate.finished())
                #expect(record.error == nil && record.photos.count == 1 && record.finishCount == 1)
                #expect(record.photos.first?.fileDataRepresentation()?.isEmpty == false)
            }
            #expect(studio.output.captureReadiness == .ready)
        }

        @Test func responsiveCaptureEndsWithWhatItNeeds() throws {
            let studio = try Self.studio()
            let output = studio.output
            output.isFastCapturePrioritizationEnabled = true
            #expect(output.isResponsiveCaptureEnabled && output.isFastCapturePrioritizationEnabled)
            output.isZeroShutterLagEnabled = false
            #expect(!output.isResponsiveCaptureSupported && !output.isResponsiveCaptureEnabled)
            #expect(!output.isFastCapturePrioritizationSupported && !output.isFastCapturePrioritizationEnabled)
        }

        @Test func withoutZeroShutterLagThePhotoIsAFrameAfterThePress() throws {
            let studio = try PhotoStudio { $0.isZeroShutterLagEnabled = false }
            for _ in 0..<5 {
                let press = CMClockGetTime(CMClockGetHostTimeClock())
                #expect(try studio.photo().timestamp >= press)
            }
        }

        @Test func howLongAPhotoTakesIsKnownAfterTheFirst() throws {
            let studio = try Self.studio()
            let first = try studio.photo().resolvedSettings.photoProcessingTimeRange
            let second = try studio.photo().resolvedSettings.photoProcessingTimeRange
            #expect(first.duration == .zero)
            #expect(second.start > .zero && second.duration == CMTimeMultiply(second.start, multiplier: 3))
        }
    }
}

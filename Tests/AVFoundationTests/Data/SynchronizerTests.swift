import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct SynchronizerTests {
        private final class Delegate: NSObject, AVCaptureDataOutputSynchronizerDelegate, Sendable {
            /// The times of each collection, by output.
            let collections = Monitor<[[ObjectIdentifier: CMTime]]>([])
            let drops = Monitor(0)

            func dataOutputSynchronizer(
                _ synchronizer: AVCaptureDataOutputSynchronizer,
                didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
            ) {
                var times: [ObjectIdentifier: CMTime] = [:]
                for output in synchronizedDataCollection {
                    let data = synchronizedDataCollection[output]
                    times[ObjectIdentifier(output)] = data?.timestamp
                    if (data as? AVCaptureSynchronizedSampleBufferData)?.sampleBufferWasDropped == true {
                        drops.withLock { $0 += 1 }
                    }
                }
                collections.withLock { $0.append(times) }
            }

            func first(_ count: Int) -> [[ObjectIdentifier: CMTime]]? {
                collections.wait(timeout: .seconds(60)) { $0.count >= count ? Array($0.prefix(count)) : nil }
            }
        }

        private let video = AVCaptureVideoDataOutput()
        private let delegate = Delegate()
        private let queue = DispatchQueue(label: "synchronized")

        @Test func dataComeInTheOrderOfTheirTimes() throws {
            let sound = AVCaptureAudioDataOutput()
            video.alwaysDiscardsLateVideoFrames = false
            let capture = try SimulatedCapture(microphone: true, outputs: [video, sound])
            let own = FrameCollector()
            video.setSampleBufferDelegate(own, queue: queue)
            let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [video, sound])
            #expect(synchronizer.dataOutputs == [video, sound])
            synchronizer.setDelegate(delegate, queue: queue)
            capture.session.startRunning()
            let collections = try #require(delegate.first(40))
            let times = collections.compactMap(\.values.first)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            #expect(collections.allSatisfy { Set($0.values).count == 1 })
            #expect(collections.contains { $0[ObjectIdentifier(video)] != nil })
            #expect(collections.contains { $0[ObjectIdentifier(sound)] != nil })
            // The output's own delegate is not called meanwhile.
            #expect(own.record.withLock { $0.frames.isEmpty && $0.drops.isEmpty })
        }

        @Test func framesDoNotWaitForAMetadataOutputThatFindsNothing() throws {
            let metadata = AVCaptureMetadataOutput()
            let capture = try SimulatedCapture(outputs: [video, metadata])
            // The code in the scene is of another kind.
            metadata.metadataObjectTypes = [.ean13]
            let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [video, metadata])
            synchronizer.setDelegate(delegate, queue: queue)
            capture.session.startRunning()
            let collections = try #require(delegate.first(20))
            #expect(collections.allSatisfy { $0[ObjectIdentifier(video)] != nil && $0.count == 1 })
        }

        @Test func anOutputGoesBackToItsOwnDelegate() throws {
            let capture = try SimulatedCapture(outputs: [video])
            let own = FrameCollector()
            video.setSampleBufferDelegate(own, queue: queue)
            var synchronizer: AVCaptureDataOutputSynchronizer? = AVCaptureDataOutputSynchronizer(dataOutputs: [video])
            synchronizer?.setDelegate(delegate, queue: queue)
            capture.session.startRunning()
            #expect(delegate.first(2) != nil)
            synchronizer = nil
            #expect(own.frames(2) != nil)
            #expect(synchronizer == nil)
        }
    }
}

@Suite struct CodeSynchronizationTests {
    private final class Delegate: NSObject, AVCaptureDataOutputSynchronizerDelegate, @unchecked Sendable {
        private let video: AVCaptureOutput
        private let metadata: AVCaptureOutput
        /// Whether a collection had a code and its frame.
        let isFound = Monitor(false)

        init(video: AVCaptureOutput, metadata: AVCaptureOutput) {
            self.video = video
            self.metadata = metadata
        }

        func dataOutputSynchronizer(
            _ synchronizer: AVCaptureDataOutputSynchronizer,
            didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
        ) {
            let frame =
                synchronizedDataCollection.synchronizedData(for: video) as? AVCaptureSynchronizedSampleBufferData
            let codes = synchronizedDataCollection[metadata] as? AVCaptureSynchronizedMetadataObjectData
            guard let frame, let code = codes?.metadataObjects.first as? AVMetadataMachineReadableCodeObject else {
                return
            }
            let fits = code.time == frame.timestamp && code.stringValue == "together" && !frame.sampleBufferWasDropped
            isFound.withLock { $0 = $0 || fits }
        }
    }

    @Test func aCodeComesWithItsFrame() throws {
        var picture = CodePicture(width: 480, height: 320)
        try picture.draw("together", symbology: 58, at: .init(center: CGPoint(x: 240, y: 160), module: 6))
        let video = AVCaptureVideoDataOutput()
        video.alwaysDiscardsLateVideoFrames = false
        let capture = try CodeCapture(picture, outputs: [video])
        capture.output.metadataObjectTypes = [.qr]
        let delegate = Delegate(video: video, metadata: capture.output)
        let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [video, capture.output])
        synchronizer.setDelegate(delegate, queue: DispatchQueue(label: "together"))
        capture.session.startRunning()
        #expect(delegate.isFound.wait(timeout: .seconds(60)) { $0 ? true : nil } == true)
        withExtendedLifetime(synchronizer) {}
    }
}

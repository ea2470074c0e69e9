import AVFoundation
import Foundation
import Locking
import Testing

extension OnTheSimulatedPhone {
    @Suite struct SessionLeakTests {
        /// What a process holds.
        private struct Footprint {
            var descriptors: Int
            var threads: Int
            var residentKilobytes: Int

            init() throws {
                descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
                threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
                let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
                let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
                residentKilobytes = try #require(Int(line.split(separator: " ").dropLast().last ?? ""))
            }
        }

        /// What is left when the last threads have gone: what they close as they end is no leak.
        private func settled(at before: Footprint) throws -> Footprint {
            let deadline = ContinuousClock.now + .seconds(20)
            var footprint = try Footprint()
            while footprint.descriptors > before.descriptors, ContinuousClock.now < deadline {
                Thread.sleep(forTimeInterval: 0.05)
                footprint = try Footprint()
            }
            return footprint
        }

        @Test func fiveHundredStartsAndStopsLeaveNothingBehind() throws {
            let output = AVCaptureVideoDataOutput()
            let frames = Monitor(0)
            let collector = FrameCollector(limit: 0) { frames.withLock { $0 += 1 } }
            output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
            let capture = try SimulatedCapture(microphone: true, outputs: [output, AVCaptureMovieFileOutput()])
            func cycle() {
                let before = frames.withLock { $0 }
                capture.session.startRunning()
                #expect(frames.wait(timeout: .seconds(20)) { $0 > before ? true : nil } == true)
                capture.session.stopRunning()
            }
            for _ in 0..<50 { cycle() }
            let before = try Footprint()
            for _ in 0..<500 { cycle() }
            let after = try settled(at: before)
            #expect(capture.errors.all.isEmpty)
            #expect(after.descriptors <= before.descriptors)
            // Dispatch keeps a few idle threads of its own, more on a busy machine.
            #expect(after.threads <= before.threads + 4)
            // One leaked frame of VGA size in each cycle would be 225 MB; the allocator's own shape changes by a few.
            #expect(after.residentKilobytes < before.residentKilobytes + 12 * 1024)
        }
    }
}

import AVFoundation
import Foundation
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

        @Test func fiveHundredStartsAndStopsLeaveNothingBehind() throws {
            let output = AVCaptureVideoDataOutput()
            output.setSampleBufferDelegate(FrameCollector(limit: 0), queue: DispatchQueue(label: "frames"))
            let capture = try SimulatedCapture(microphone: true, outputs: [output, AVCaptureMovieFileOutput()])
            for _ in 0..<50 {
                capture.session.startRunning()
                capture.session.stopRunning()
            }
            let before = try Footprint()
            for _ in 0..<500 {
                capture.session.startRunning()
                capture.session.stopRunning()
            }
            let after = try Footprint()
            #expect(capture.errors.all.isEmpty)
            #expect(after.descriptors <= before.descriptors)
            // Dispatch keeps a few idle threads of its own, more on a busy machine.
            #expect(after.threads <= before.threads + 4)
            // One leaked pool of VGA frames in each cycle would be gigabytes.
            #expect(after.residentKilobytes < before.residentKilobytes + 32 * 1024)
        }
    }
}

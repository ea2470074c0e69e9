import AVFoundation
import Foundation
import Locking
import Testing

extension OnAQuietMachine {
    @Suite struct SessionLeakTests {
        /// The resources that a process holds.
        private struct Footprint {
            var descriptors: Int
            var threads: Int
            /// The frames that exist: the memory of each is a file that its pool has made.
            var frames: Int
            /// Memory that is allocated and not freed, whether or not its pages are resident.
            var kilobytes: Int

            init() throws {
                let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                descriptors = links.count
                frames = links.count { link in
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(link)")
                    return target?.contains("memfd:CVPixelBufferPool") == true
                }
                threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
                kilobytes = try Self.allocatedBytes() / 1024
            }

            /// The total in glibc's own report.
            private static func allocatedBytes() throws -> Int {
                typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
                let malloc_info = unsafeBitCast(try #require(dlsym(nil, "malloc_info")), to: Report.self)
                var (text, length): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
                let stream = try #require(open_memstream(&text, &length))
                try #require(malloc_info(0, stream) == 0)
                fclose(stream)
                defer { free(text) }
                let total = String(cString: try #require(text)).components(separatedBy: "</heap>").last ?? ""
                let sizes = ["current", "mmap", "fast", "rest"].compactMap { name -> Int? in
                    let line = total.split(separator: "\n").first { $0.contains("type=\"\(name)\"") }
                    let number = line?.split(separator: "\"").last { $0.allSatisfy(\.isNumber) }
                    return number.flatMap { Int($0) }
                }
                try #require(sizes.count == 4)
                return sizes[0] + sizes[1] - sizes[2] - sizes[3]
            }
        }

        /// The resources left when the last threads have ended: what they close as they end is not a leak.
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
            #expect(after.frames <= before.frames)
            // As much as a leak of one kilobyte in each cycle; without a leak it grows by a fifth of that.
            #expect(after.kilobytes < before.kilobytes + 500)
        }
    }
}

import CoreVideo
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PhotoCoding

@Suite struct ProcessorLoadTests {
    @Test("threads that run are counted as proc(5) writes them")
    func numbers() {
        #expect(ProcessorLoad.runningThreads(in: "0.20 0.18 0.12 13/180 11206\n") == 13)
        #expect(ProcessorLoad.runningThreads(in: "0.20 0.18 0.12") == nil)
        #expect(ProcessorLoad.runningThreads(in: "") == nil)
    }

    @Test func onlyOnABusyMachineAPhotoDoesWithoutThePoolOfX265() {
        #expect(HEVCStillEncoder.threading(isBusy: true).contains("pools=none"))
        #expect(HEVCStillEncoder.threading(isBusy: false).isEmpty)
    }

    @Test func aPhotoIsTheSamePictureOnABusyMachine() throws {
        let picture = ReferencePicture(width: 1280, height: 960)
        let frame = try picture.pixelBuffer(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        let busy = BusyProcessors()
        defer { busy.end() }
        #expect(ProcessorLoad.isFull)
        let photo = try HEIFPhoto.encode(frame)
        #expect(try ImageProbe.decodeHEIF(photo).psnr(picture.planes(.jfif)) > 44)
    }
}

/// Threads that compute, two for each processor.
private final class BusyProcessors: Sendable {
    private let hasEnded = Atomic(false)

    init() {
        for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
            Thread { while !self.hasEnded.load(ordering: .relaxed) {} }.start()
        }
    }

    func end() { hasEnded.store(true, ordering: .relaxed) }
}

import AVFoundation
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore
@testable import AVCamLinux

/// One back camera with all its lenses.
extension SimulatedCameraTests {
    @MainActor struct LensTests {
        private let phone = SimulatedPhone.ofTest
        private let lookup = DeviceLookup()

        private func camera(_ name: String) throws -> AVCaptureDevice { try lookup.camera("simulated:" + name) }

        @Test func eachLensIsOfferedOnceInTheBestCameraThatHasIt() throws {
            #expect(lookup.offeredCameras.map(\.uniqueID) == ["simulated:back-triple", "simulated:front"])
            #expect(try lookup.offered(camera("back")) === camera("back-triple"))
            #expect(try lookup.offered(camera("front")) === camera("front"))
            #expect(try lookup.offered(camera("back-dual")) === camera("back-dual"))
            #expect(
                lookup.cameras.map(\.uniqueID)
                    == ["back", "front", "back-ultra-wide", "back-telephoto"].map { "simulated:" + $0 })
        }

        @Test(arguments: [
            ("back-telephoto", ["back-dual-wide", "front"]), ("back-ultra-wide", ["back-dual", "front"]),
            ("back", ["front", "back-ultra-wide", "back-telephoto"]),
        ])
        func theOtherLensesStayWhenOneIsMissing(missing: String, left: [String]) throws {
            phone.unplug(missing)
            #expect(lookup.offeredCameras.map(\.uniqueID) == left.map { "simulated:" + $0 })
        }

        @Test func theCameraThatWasLeftIsALensNow() async throws {
            let studio = try ModelStudio { $0.cameraID = "simulated:back" }
            let model = studio.model
            await model.start()
            #expect(model.selectedCameraID == "simulated:back-triple")
            #expect(model.cameras.map(\.id) == ["simulated:back-triple", "simulated:front"])
            await model.switchCamera()
            #expect(model.selectedCameraID == "simulated:front")
            await model.switchCamera()
            #expect(model.selectedCameraID == "simulated:back-triple")
            await model.stop()
        }

        @Test func itBeginsWithTheWideLensAndKeepsItsZoomInEachMode() async throws {
            let model = try ModelStudio().model
            await model.start()
            let capabilities = model.capabilities
            #expect(capabilities.zoomSteps == [1, 2, 6] && capabilities.zoomMultiplier == 0.5)
            #expect(try camera("back-triple").videoZoomFactor == 2)
            await model.setZoom(5, isGradual: false)
            await model.switchMode(to: .video)
            #expect(try camera("back-triple").videoZoomFactor == 5)
            await model.switchMode(to: .photo)
            #expect(try camera("back-triple").videoZoomFactor == 5)
            await model.switchCamera()
            await model.switchCamera()
            #expect(try camera("back-triple").videoZoomFactor == 2)
            await model.stop()
        }

        @Test func itHasWhatItsWideLensHasAlone() async throws {
            let service = CaptureService()
            func capabilities(_ name: String, _ mode: CaptureMode) async throws -> CaptureCapabilities {
                try await service.start(CaptureSetup(camera: camera(name), mode: mode))
                await service.stop()
                return service.capabilities.value
            }
            for mode in CaptureMode.allCases {
                let lens = try await capabilities("back", mode)
                var all = try await capabilities("back-triple", mode)
                let reach = { (capabilities: CaptureCapabilities) in
                    capabilities.zoom.upperBound * capabilities.zoomMultiplier
                }
                #expect(reach(all) == reach(lens))
                (all.zoom, all.zoomMultiplier) = (lens.zoom, lens.zoomMultiplier)
                all.setZoomSteps([])
                #expect(all == lens)
            }
        }
    }
}

/// The zoom as people see it.
struct ZoomStepTests {
    private func capabilities(
        _ zoom: ClosedRange<Double>, native: [Double], multiplier: Double = 1
    ) -> CaptureCapabilities {
        var capabilities = CaptureCapabilities()
        (capabilities.zoom, capabilities.zoomMultiplier) = (zoom, multiplier)
        capabilities.setZoomSteps(native)
        return capabilities
    }

    @Test func aStepIsALensOrEachPixelOfASensor() {
        #expect(capabilities(1...32, native: [2, 6, 4]).zoomSteps == [1, 2, 4, 6])
        #expect(capabilities(1...5, native: [2, 6]).zoomSteps == [1, 2])
        #expect(capabilities(1...16, native: []).zoomSteps == [1, 2])
        #expect(capabilities(1...1.5, native: []).zoomSteps == [1])
        #expect(capabilities(2...16, native: [2, 6]).zoomSteps == [2, 6])
    }

    @Test(arguments: [
        (1.0, 5), (2, 10), (3.36, 17), (2.49, 12), (2.5, 13), (5.96, 29), (6, 30), (11.99, 60), (32, 160),
    ])
    func halfATenthIsRoundedUpButNotToALensThatIsNotReached(zoom: Double, tenths: Int) {
        #expect(capabilities(1...32, native: [2, 6], multiplier: 0.5).shownTenths(of: zoom) == tenths)
    }

    @Test func aStepIsMetInSpiteOfRoundingErrors() {
        let capabilities = capabilities(1...32, native: [2, 6])
        #expect(capabilities.reachable(2 - 1e-9) == 2 && capabilities.reachable(1.9) == 1.9)
        #expect(capabilities.reachable(0.5) == 1 && capabilities.reachable(99) == 32)
    }
}

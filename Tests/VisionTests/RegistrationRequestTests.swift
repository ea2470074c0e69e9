import CoreVideo
import Foundation
import TestSupport
import Testing
import Vision
import simd

@Suite struct RegistrationRequestTests {
    /// Rectangles of all sizes and levels; the same for the same seed.
    struct Scene {
        let width = 1000
        let height = 900
        private var luma: [UInt8]

        init(seed: UInt64 = 1) {
            luma = [UInt8](repeating: 128, count: 1000 * 900)
            var state = seed
            func next(_ limit: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % limit
            }
            for _ in 0..<1000 {
                let (left, top) = (next(1000), next(900))
                let (right, bottom) = (min(left + 6 + next(50), 1000), min(top + 6 + next(50), 900))
                let level = UInt8(next(256))
                for y in top..<bottom {
                    for x in left..<right { luma[y * 1000 + x] = level }
                }
            }
        }

        /// Between four pixels.
        private func level(_ x: Double, _ y: Double) -> UInt8 {
            let (left, top) = (min(max(Int(x), 0), width - 2), min(max(Int(y), 0), height - 2))
            let (right, down) = (min(max(x - Double(left), 0), 1), min(max(y - Double(top), 0), 1))
            func row(_ y: Int) -> Double {
                Double(luma[y * width + left]) * (1 - right) + Double(luma[y * width + left + 1]) * right
            }
            return UInt8(row(top) * (1 - down) + row(top + 1) * down)
        }

        /// A picture of 640 × 480 pixels.
        ///
        /// - Parameter place: of a pixel in the picture that lies at (180, 200) of the scene.
        func picture(_ place: (Double, Double) -> (Double, Double)) throws -> CVPixelBuffer {
            var samples: [UInt8] = []
            samples.reserveCapacity(640 * 480)
            for y in 0..<480 {
                for x in 0..<640 {
                    let (across, down) = place(Double(x), Double(y))
                    samples.append(level(180 + across, 200 + down))
                }
            }
            return try CVPixelBuffer.gray(samples, width: 640, height: 480)
        }

        /// The contents lie so much further right and down.
        func picture(shiftedBy right: Double, _ down: Double) throws -> CVPixelBuffer {
            try picture { ($0 - right, $1 - down) }
        }
    }

    private func shift(
        _ picture: CVPixelBuffer, to reference: CVPixelBuffer
    ) throws -> VNImageTranslationAlignmentObservation {
        let request = VNTranslationalImageRegistrationRequest(targetedCVPixelBuffer: picture)
        try VNImageRequestHandler(cvPixelBuffer: reference).perform([request])
        return try #require(request.results?.first)
    }

    @Test(
        "A picture that was moved is moved back",
        arguments: [(0.0, 0.0), (30.0, -20.0), (100.0, 61.0), (-150.0, 100.0), (180.0, 150.0), (2.5, 1.25)])
    func translation(right: Double, down: Double) throws {
        let scene = Scene()
        let found = try shift(scene.picture(shiftedBy: right, down), to: scene.picture(shiftedBy: 0, 0))
        // Half a pixel between pixels, where the picture is blurred.
        let tolerance = right == right.rounded() ? 0.1 : 0.5
        #expect(abs(found.alignmentTransform.tx + right) < tolerance)
        // Up is positive.
        #expect(abs(found.alignmentTransform.ty - down) < tolerance)
        #expect(found.alignmentTransform.a == 1 && found.alignmentTransform.b == 0)
        #expect(found.confidence > 0.5)
    }

    @Test func otherPicturesAreNotTrusted() throws {
        let found = try shift(Scene(seed: 7).picture(shiftedBy: 0, 0), to: Scene().picture(shiftedBy: 0, 0))
        #expect(found.confidence < 0.2)
    }

    @Test func anOrientationCounts() throws {
        let scene = Scene()
        let request = VNTranslationalImageRegistrationRequest(
            targetedCVPixelBuffer: try scene.picture(shiftedBy: 30, -20), orientation: .down)
        let handler = VNImageRequestHandler(
            cvPixelBuffer: try scene.picture(shiftedBy: 0, 0), orientation: .down)
        try handler.perform([request])
        let found = try #require(request.results?.first)
        #expect(abs(found.alignmentTransform.tx - 30) < 0.1 && abs(found.alignmentTransform.ty - 20) < 0.1)
    }

    @Test func framesAreComparedByASequenceHandler() throws {
        let scene = Scene()
        let handler = VNSequenceRequestHandler()
        var handled = 0
        let request = VNTranslationalImageRegistrationRequest(
            targetedCVPixelBuffer: try scene.picture(shiftedBy: 4, 0)
        ) { request, error in
            let found = request.results?.first as? VNImageTranslationAlignmentObservation
            #expect(error == nil && abs((found?.alignmentTransform.tx ?? 0) + 4) < 0.1)
            handled += 1
        }
        try handler.perform([request], on: scene.picture(shiftedBy: 0, 0))
        #expect(handled == 1)
    }

    @Test func picturesOfDifferentSizesAreErrors() throws {
        let scene = Scene()
        let small = try CVPixelBuffer.gray([UInt8](repeating: 0, count: 320 * 240), width: 320, height: 240)
        let requests: [VNImageRegistrationRequest] = [
            VNTranslationalImageRegistrationRequest(targetedCVPixelBuffer: small),
            VNHomographicImageRegistrationRequest(targetedCVPixelBuffer: small),
        ]
        for request in requests {
            let error = #expect(throws: NSError.self) {
                try VNImageRequestHandler(cvPixelBuffer: scene.picture(shiftedBy: 0, 0)).perform([request])
            }
            #expect(error?.domain == VNErrorDomain && error?.code == VNErrorCode.invalidArgument.rawValue)
        }
    }

    /// Rows of matrices for columns of x, y and 1, in pixels from the middle of the one at the top left.
    static let views: [[Double]] = [
        [1, 0, 0, 0, 1, 0, 0, 0, 1],
        [1.02, 0.03, -12, -0.02, 0.98, 9, 5e-5, -3e-5, 1],
        [0.978, -0.208, 57, 0.208, 0.978, -61, 0, 0, 1],
    ]

    @Test("A picture from another direction is warped back", arguments: views)
    func homography(view: [Double]) throws {
        func place(_ x: Double, _ y: Double) -> (Double, Double) {
            let depth = view[6] * x + view[7] * y + view[8]
            return ((view[0] * x + view[1] * y + view[2]) / depth, (view[3] * x + view[4] * y + view[5]) / depth)
        }
        let scene = Scene()
        let request = VNHomographicImageRegistrationRequest(targetedCVPixelBuffer: try scene.picture(place))
        try VNImageRequestHandler(cvPixelBuffer: try scene.picture(shiftedBy: 0, 0)).perform([request])
        let found = try #require(request.results?.first)
        #expect(found.confidence > 0.5)
        for (x, y) in [(0.0, 0.0), (639.0, 0.0), (0.0, 479.0), (639.0, 479.0), (320.0, 240.0)] {
            // Pixels from the lower left have their middles at halves.
            let from = SIMD3<Float>(Float(x + 0.5), Float(479.5 - y), 1)
            let columns = found.warpTransform.columns
            let to = columns.0 * from.x + columns.1 * from.y + columns.2 * from.z
            let wanted = place(x, y)
            // The places that are compared are whole pixels, in pictures that are reduced up to three and a half times.
            #expect(abs(Double(to.x / to.z) - wanted.0 - 0.5) < 4)
            #expect(abs(Double(to.y / to.z) - (479.5 - wanted.1)) < 4)
        }
    }

    @Test func otherPicturesAreNotWarped() throws {
        let request = VNHomographicImageRegistrationRequest(
            targetedCVPixelBuffer: try Scene(seed: 7).picture(shiftedBy: 0, 0))
        try VNImageRequestHandler(cvPixelBuffer: try Scene().picture(shiftedBy: 0, 0)).perform([request])
        #expect(request.results?.isEmpty == true)
    }
}

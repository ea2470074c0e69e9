import AVFoundation
import CaptureEngine
import CoreImage
import Locking
import PixelCoding
import SimulatedDevices
import TestSupport
import Testing
import UIKit

@testable import VisionKit

/// Pages in photos.
@Suite struct DocumentPageTests {
    /// A page, green in its upper half and blue in the lower one, seen from aside on a dark table of 800 x 600.
    private func table() throws -> UIImage {
        func paint(_ color: CIColor, _ rect: CGRect) -> CIImage { CIImage(color: color).cropped(to: rect) }
        let page = paint(CIColor(red: 0.5, green: 1, blue: 0.5), CGRect(x: 0, y: 150, width: 200, height: 150))
            .composited(
                over: paint(CIColor(red: 0.6, green: 0.7, blue: 1), CGRect(x: 0, y: 0, width: 200, height: 150)))
        let filter = CIFilter.perspectiveTransform()
        filter.inputImage = page
        filter.topLeft = CGPoint(x: 300, y: 520)
        filter.topRight = CGPoint(x: 560, y: 500)
        filter.bottomRight = CGPoint(x: 620, y: 120)
        filter.bottomLeft = CGPoint(x: 240, y: 100)
        let table = try #require(filter.outputImage).composited(
            over: paint(CIColor(red: 0.1, green: 0.1, blue: 0.1), CGRect(x: 0, y: 0, width: 800, height: 600)))
        let frame = CGRect(x: 0, y: 0, width: 800, height: 600)
        return UIImage(cgImage: try #require(CIContext().createCGImage(table, from: frame)))
    }

    private func color(_ image: UIImage, _ x: Double, _ y: Double) throws -> (red: Int, green: Int, blue: Int) {
        let pixels = try #require(image.cgImage)
        let data = try #require(pixels.dataProvider?.data)
        let start = Int(y * Double(pixels.height)) * pixels.bytesPerRow + Int(x * Double(pixels.width)) * 4
        return (Int(data[start]), Int(data[start + 1]), Int(data[start + 2]))
    }

    @Test(arguments: [UIImage.Orientation.up, .right, .down]) func aPageIsCutOutAsIfSeenFromAbove(
        orientation: UIImage.Orientation
    ) throws {
        let upright = try table()
        let back: CGImagePropertyOrientation =
            switch orientation {
            case .right: .left
            case .down: .down
            default: .up
            }
        // Stored turned, with the orientation that turns it back.
        let turned = try #require(CIImage(image: upright)).oriented(back)
        let stored = try #require(CIContext().createCGImage(turned, from: turned.extent))
        let page = try DocumentPage.cut(from: UIImage(cgImage: stored, scale: 1, orientation: orientation))
        // As wide and as high as the longer ones of its sides.
        #expect(abs(page.size.width - 380.5) < 12 && abs(page.size.height - 424) < 12)
        // Nothing of the table is left.
        for (x, y) in [(0.04, 0.04), (0.96, 0.04), (0.5, 0.4)] {
            let found = try color(page, x, y)
            #expect(found.green > 200 && found.green > found.blue + 50)
        }
        for (x, y) in [(0.04, 0.96), (0.96, 0.96), (0.5, 0.6)] {
            let found = try color(page, x, y)
            #expect(found.blue > 200 && found.blue > found.green + 20)
        }
    }

    /// The upright picture is 400 x 300, with a page of 160 x 200 at (60, 40) from the upper left.
    @Test(arguments: 0...3) func theSearchHasThePlaceInTheFrameAsItComes(quarterTurns: Int) throws {
        var luma = [UInt8](repeating: 40, count: 400 * 300)
        for y in 40..<240 { for x in 60..<220 { luma[y * 400 + x] = 220 } }
        let stored = GrayPicture(width: 400, height: 300, samples: luma).turned(-quarterTurns)
        let buffer = try CVPixelBuffer.gray(stored.samples, width: stored.width, height: stored.height)
        let found = Mutex<[CGPoint]?>(nil)
        let search = PageSearch { corners in found.withLock { $0 = corners } }
        search.quarterTurns = quarterTurns
        search.search(try FoundItems.frame(buffer))
        let corners = try #require(found.withLock { $0 })
        let drawn = [(60.0, 40.0), (220, 40), (220, 240), (60, 240)].map { x, y in
            let upright = CGPoint(x: x / 400, y: y / 300)
            return switch quarterTurns {
            case 1: CGPoint(x: upright.y, y: 1 - upright.x)
            case 2: CGPoint(x: 1 - upright.x, y: 1 - upright.y)
            case 3: CGPoint(x: 1 - upright.y, y: upright.x)
            default: upright
            }
        }
        for (corner, drawn) in zip(corners, drawn) {
            #expect(abs(corner.x - drawn.x) < 0.015 && abs(corner.y - drawn.y) < 0.015)
        }
    }

    @Test func aPhotoWithoutAPageStaysWhole() throws {
        let gray = CIImage(color: CIColor(red: 0.4, green: 0.4, blue: 0.4)).cropped(
            to: CGRect(x: 0, y: 0, width: 320, height: 240))
        let image = UIImage(cgImage: try #require(CIContext().createCGImage(gray, from: gray.extent)))
        #expect(try DocumentPage.cut(from: image).size == CGSize(width: 320, height: 240))
    }
}

@MainActor @Suite(.ownPhoneOnPatientClock, .timeLimit(.minutes(3))) struct DocumentCameraTests {
    private final class Told: NSObject, VNDocumentCameraViewControllerDelegate {
        var scans: [VNDocumentCameraScan] = []
        var cancelCount = 0
        var problems: [any Error] = []

        func documentCameraViewController(
            _ controller: VNDocumentCameraViewController, didFinishWith scan: VNDocumentCameraScan
        ) { scans.append(scan) }

        func documentCameraViewControllerDidCancel(_ controller: VNDocumentCameraViewController) { cancelCount += 1 }

        func documentCameraViewController(
            _ controller: VNDocumentCameraViewController, didFailWithError error: any Error
        ) { problems.append(error) }
    }

    private let told = Told()

    private func camera() -> VNDocumentCameraViewController {
        let camera = VNDocumentCameraViewController()
        camera.delegate = told
        camera.view.frame = CGRect(x: 0, y: 0, width: 390, height: 640)
        camera.viewDidLayoutSubviews()
        // As if a window showed it.
        camera.viewWillAppear(false)
        return camera
    }

    private func take(_ camera: VNDocumentCameraViewController, page count: Int) async throws {
        camera.shutter.sendActions(for: .touchUpInside)
        #expect(!camera.shutter.isEnabled)
        while camera.saveButton.title(for: .normal) != "Save (\(count))" || !camera.shutter.isEnabled {
            try #require(told.problems.isEmpty)
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    @Test func aPersonTakesPagesAndSavesThem() async throws {
        #expect(VNDocumentCameraViewController.isSupported)
        let camera = camera()
        #expect(camera.saveButton.isHidden && camera.againButton.isHidden)
        try await take(camera, page: 1)
        #expect(!camera.saveButton.isHidden)
        try await take(camera, page: 2)
        camera.againButton.sendActions(for: .touchUpInside)
        #expect(camera.saveButton.title(for: .normal) == "Save (1)")
        try await take(camera, page: 2)
        camera.saveButton.sendActions(for: .touchUpInside)
        let scan = try #require(told.scans.first)
        #expect(scan.pageCount == 2 && told.cancelCount == 0)
        #expect(
            (0..<2).allSatisfy { min(scan.imageOfPage(at: $0).size.width, scan.imageOfPage(at: $0).size.height) > 100 })
        camera.viewDidDisappear(false)
    }

    @Test func aPersonWhoCancelsSavesNothing() {
        let camera = camera()
        camera.cancelButton.sendActions(for: .touchUpInside)
        #expect(told.cancelCount == 1 && told.scans.isEmpty)
        camera.viewDidDisappear(false)
    }

    @Test func withoutPermissionItFails() throws {
        SimulatedPhone.ofTest.setAllowed(false, cameras: true)
        _ = camera()
        #expect(told.problems.count == 1)
        #expect(told.problems.first as? DataScannerViewController.ScanningUnavailable == .cameraRestricted)
    }
}

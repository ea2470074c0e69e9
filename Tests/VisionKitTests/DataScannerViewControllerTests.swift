import AVFoundation
import CaptureEngine
import SimulatedDevices
import TestSupport
import Testing
import UIKit
import Vision

@testable import VisionKit

/// A scanner looks at the world's camera: the phone's scene has one QR code.
@MainActor @Suite(.ownPhoneOnPatientClock, .timeLimit(.minutes(3))) struct DataScannerViewControllerTests {
    private final class Told: DataScannerViewControllerDelegate {
        var added: [RecognizedItem] = []
        var updated: [RecognizedItem] = []
        var removed: [RecognizedItem] = []
        var all: [RecognizedItem] = []
        var tapped: [RecognizedItem] = []
        var zoomCount = 0
        var problems: [DataScannerViewController.ScanningUnavailable] = []

        func dataScanner(_ dataScanner: DataScannerViewController, didTapOn item: RecognizedItem) {
            tapped.append(item)
        }

        func dataScanner(
            _ dataScanner: DataScannerViewController, didAdd addedItems: [RecognizedItem], allItems: [RecognizedItem]
        ) {
            added += addedItems
            all = allItems
        }

        func dataScanner(
            _ dataScanner: DataScannerViewController, didUpdate updatedItems: [RecognizedItem],
            allItems: [RecognizedItem]
        ) {
            updated += updatedItems
            all = allItems
        }

        func dataScanner(
            _ dataScanner: DataScannerViewController, didRemove removedItems: [RecognizedItem],
            allItems: [RecognizedItem]
        ) {
            removed += removedItems
            all = allItems
        }

        func dataScannerDidZoom(_ dataScanner: DataScannerViewController) { zoomCount += 1 }

        func dataScanner(
            _ dataScanner: DataScannerViewController,
            becameUnavailableWithError error: DataScannerViewController.ScanningUnavailable
        ) { problems.append(error) }
    }

    private let told = Told()

    private func scanner(isHighlighting: Bool = false, isGuiding: Bool = true) -> DataScannerViewController {
        let scanner = DataScannerViewController(
            recognizedDataTypes: [.barcode(symbologies: [.qr])], recognizesMultipleItems: true,
            isGuidanceEnabled: isGuiding, isHighlightingEnabled: isHighlighting)
        scanner.delegate = told
        // As large as shows the whole picture, in which the code is at the side.
        let isUpright = UIApplication.shared.statusBarOrientation.isPortrait
        scanner.view.frame = CGRect(x: 0, y: 0, width: isUpright ? 360 : 640, height: isUpright ? 640 : 360)
        scanner.view.layoutIfNeeded()
        scanner.viewDidLayoutSubviews()
        return scanner
    }

    private func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func theDefaultsAreApples() {
        let scanner = DataScannerViewController(recognizedDataTypes: [.text(), .barcode()])
        #expect(scanner.qualityLevel == .balanced && !scanner.recognizesMultipleItems)
        #expect(scanner.isHighFrameRateTrackingEnabled && scanner.isPinchToZoomEnabled && scanner.isGuidanceEnabled)
        #expect(!scanner.isHighlightingEnabled && !scanner.isScanning && scanner.regionOfInterest == nil)
        #expect(scanner.recognizedDataTypes == [.barcode(symbologies: []), .text(languages: [], textContentType: nil)])
        #expect(DataScannerViewController.isSupported && DataScannerViewController.isAvailable)
        #expect(DataScannerViewController.supportedTextRecognitionLanguages.contains("en-US"))
    }

    @Test func aCodeComesWithItsPlaceAndGoesWhenScanningEnds() async throws {
        let scanner = scanner()
        var items = scanner.recognizedItems.makeAsyncIterator()
        try scanner.startScanning()
        #expect(scanner.isScanning)
        try await until { !told.added.isEmpty }
        let item = try #require(told.added.first)
        let barcode: RecognizedItem.Barcode? = if case .barcode(let code) = item { code } else { nil }
        let code = try #require(barcode)
        #expect(code.payloadStringValue == "SIMULATED PHONE" && code.observation.symbology == .qr && code.id == item.id)
        // The scene's code is at the upper right: from 84 to 94 percent of the width.
        let box = item.bounds.box
        #expect(scanner.view.bounds.contains(box))
        #expect(box.midX > scanner.view.bounds.width * 0.8 && box.midY < scanner.view.bounds.height * 0.5)
        #expect(item.bounds.topLeft.x < item.bounds.topRight.x && item.bounds.topLeft.y < item.bounds.bottomLeft.y)
        #expect(await items.next()?.map(\.id) == [item.id])
        scanner.stopScanning()
        #expect(!scanner.isScanning && told.removed.map(\.id) == [item.id] && told.all.isEmpty)
        #expect(await items.next()?.isEmpty == true)
    }

    @Test func anItemKeepsItsIdentityWhileAPersonZooms() async throws {
        let scanner = scanner()
        #expect(scanner.zoomFactor == 1)
        try scanner.startScanning()
        try await until { !told.all.isEmpty }
        let id = try #require(told.all.first?.id)
        let place = try #require(told.all.first?.bounds.middle)
        let least = scanner.minZoomFactor
        #expect(scanner.maxZoomFactor > least)
        scanner.pinch(.began, 1)
        scanner.pinch(.changed, 1.08)
        #expect(told.zoomCount == 1 && scanner.zoomFactor > 1.07)
        try await until { (told.all.first?.bounds.middle.x ?? 0) > place.x + 2 }
        #expect(told.all.first?.id == id && told.updated.allSatisfy { $0.id == id } && told.removed.isEmpty)
        // Beyond the limits, and so that the code leaves the picture.
        scanner.zoomFactor = 1_000
        #expect(scanner.zoomFactor == scanner.maxZoomFactor && told.zoomCount == 2)
        try await until { told.removed.map(\.id) == [id] }
        scanner.zoomFactor = 0
        #expect(scanner.zoomFactor == least)
        scanner.stopScanning()
    }

    @Test func onlyTheRegionOfInterestIsScanned() async throws {
        let scanner = scanner()
        try scanner.startScanning()
        try await until { !told.all.isEmpty }
        let box = try #require(told.all.first?.bounds.box)
        let size = scanner.view.bounds.size
        scanner.regionOfInterest = CGRect(x: 0, y: size.height / 2, width: size.width / 2, height: size.height / 2)
        try await until { told.all.isEmpty }
        scanner.regionOfInterest = box.insetBy(dx: -20, dy: -20)
        try await until { !told.all.isEmpty }
        let again = try #require(told.all.first?.bounds.box)
        #expect(abs(again.midX - box.midX) < 4 && abs(again.midY - box.midY) < 4)
        scanner.stopScanning()
    }

    @Test func tapsAndScreenReadersChooseItems() async throws {
        let scanner = scanner(isHighlighting: true)
        try scanner.startScanning()
        try await until { !told.all.isEmpty }
        let item = try #require(told.all.first)
        scanner.tap(CGPoint(x: 20, y: 20))
        #expect(told.tapped.isEmpty)
        scanner.tap(item.bounds.middle)
        #expect(told.tapped.map(\.id) == [item.id])
        func itemViews(_ view: UIView) -> [ItemView] {
            view.subviews.flatMap { ($0 as? ItemView).map { [$0] } ?? itemViews($0) }
        }
        let view = try #require(itemViews(scanner.view).first)
        #expect(view.accessibilityLabel == "SIMULATED PHONE")
        #expect(view.convert(view.bounds, to: scanner.view).contains(item.bounds.box))
        let line = try #require(view.layer.sublayers?.first as? CAShapeLayer)
        #expect(line.path?.boundingBox.width ?? 0 >= item.bounds.box.width)
        #expect(view.accessibilityActivate() && told.tapped.count == 2)
        scanner.stopScanning()
        #expect(itemViews(scanner.view).isEmpty)
    }

    @Test func linesAreDrawnOnlyIfTheyAreWanted() async throws {
        let scanner = scanner()
        try scanner.startScanning()
        try await until { !told.all.isEmpty }
        let container = scanner.view.subviews[1]
        #expect(container.subviews.count == 1 && container.subviews[0].layer.sublayers?.isEmpty != false)
        scanner.stopScanning()
    }

    @Test(arguments: [true, false]) func aSentenceHelpsWhileNothingIsFound(isGuiding: Bool) async throws {
        let scanner = scanner(isGuiding: isGuiding)
        func guidance() throws -> GuidanceLabel {
            try #require(scanner.view.subviews.lazy.compactMap { $0 as? GuidanceLabel }.first)
        }
        #expect(try guidance().isHidden)
        try scanner.startScanning()
        #expect(try guidance().isHidden == !isGuiding)
        try await until { !told.all.isEmpty }
        #expect(try guidance().isHidden)
        scanner.stopScanning()
        #expect(try guidance().isHidden)
        #expect(scanner.view.subviews.last === scanner.overlayContainerView)
    }

    @Test func aPhotoIsTakenWhileItScans() async throws {
        let scanner = scanner()
        await #expect(throws: AVError(.sessionNotRunning)) { try await scanner.capturePhoto() }
        try scanner.startScanning()
        let image = try await scanner.capturePhoto()
        #expect(max(image.size.width, image.size.height) > 1_000)
        scanner.stopScanning()
        await #expect(throws: AVError(.sessionNotRunning)) { try await scanner.capturePhoto() }
    }

    @Test func withoutPermissionThereIsNoScanning() async throws {
        SimulatedPhone.ofTest.setAllowed(false, cameras: true)
        let scanner = scanner()
        #expect(DataScannerViewController.isSupported && !DataScannerViewController.isAvailable)
        #expect(throws: DataScannerViewController.ScanningUnavailable.cameraRestricted) { try scanner.startScanning() }
        #expect(!scanner.isScanning)
    }

    @Test func aLanguageThatCannotBeReadIsUnsupported() {
        let scanner = DataScannerViewController(recognizedDataTypes: [.text(languages: ["tlh"])])
        #expect(throws: DataScannerViewController.ScanningUnavailable.unsupported) { try scanner.startScanning() }
    }

    @Test func codesThatCannotBeFoundAreUnsupported() throws {
        let scanner = DataScannerViewController(recognizedDataTypes: [.barcode(symbologies: [.msiPlessey])])
        #expect(throws: DataScannerViewController.ScanningUnavailable.unsupported) { try scanner.startScanning() }
        let some = DataScannerViewController(recognizedDataTypes: [.barcode(symbologies: [.msiPlessey, .qr])])
        try some.startScanning()
        some.stopScanning()
    }

    @Test func anotherProgramThatTakesTheCameraEndsIt() async throws {
        let scanner = scanner()
        try scanner.startScanning()
        try await until { !told.all.isEmpty }
        try SimulatedPhone.ofTest.perform("interrupt camera-in-use")
        try await until { !told.problems.isEmpty }
        #expect(told.problems == [.cameraRestricted] && !scanner.isScanning && told.all.isEmpty)
        // Once the camera is free, it can begin again.
        try SimulatedPhone.ofTest.perform("resume camera-in-use")
        try scanner.startScanning()
        try await until { !told.all.isEmpty }
        scanner.stopScanning()
    }

    @Test func aScannerThatDisappearsStops() async throws {
        let scanner = scanner()
        try scanner.startScanning()
        scanner.viewDidDisappear(false)
        #expect(!scanner.isScanning)
    }

    @Test func dataTypesOfOneKindAddUp() {
        typealias Types = Set<DataScannerViewController.RecognizedDataType>
        #expect(Types([.text()]).symbologies == nil && Types([.barcode()]).textTypes == nil)
        #expect(Types([.barcode(symbologies: [.qr]), .barcode(symbologies: [.ean8])]).symbologies?.count == 2)
        #expect(Types([.barcode(symbologies: [.qr]), .barcode()]).symbologies == [])
        let both: Types = [.text(textContentType: .URL), .text(textContentType: .currency)]
        #expect(both.textTypes == [.URL, .currency])
        #expect(Types([.text(textContentType: .URL), .text()]).textTypes == [])
        #expect(Types([.text(languages: ["de", "fr"])]).textLanguages(among: ["en-US", "de-DE"]) == ["de-DE"])
        #expect(Types([.text(languages: [])]).textLanguages(among: ["en-US", "de-DE"]).isEmpty == false)
    }
}

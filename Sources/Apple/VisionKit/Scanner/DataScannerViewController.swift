import AVFoundation
import Foundation
import UIKit
import Vision
import ZXing

/// Shows what the camera sees, and finds text and codes in it.
///
/// It scans from ``startScanning()`` to ``stopScanning()``, or until its view disappears. Everything that it tells, it
/// tells on the main actor.
///
/// Linux: codes need the package libzxing2, text libtesseract5 and one for each language, such as tesseract-ocr-eng. Text is
/// read as fast as Tesseract can, a few times a second; codes are searched in each frame.
/// Source: Apple, DataScannerViewController.
@MainActor
public final class DataScannerViewController: UIViewController {
    public let recognizedDataTypes: Set<RecognizedDataType>
    public let qualityLevel: QualityLevel
    /// Whether all items are found, or one at a time: the nearest to the middle, until it leaves the picture.
    public let recognizesMultipleItems: Bool
    /// Whether codes are searched in each frame, or five times a second.
    public let isHighFrameRateTrackingEnabled: Bool
    public let isPinchToZoomEnabled: Bool
    /// Whether a sentence says what to do while nothing is found.
    public let isGuidanceEnabled: Bool
    /// Whether there is a line around each item.
    public let isHighlightingEnabled: Bool

    public weak var delegate: (any DataScannerViewControllerDelegate)?

    /// For views of the program, above the camera's picture and the lines; as large as the scanner's view.
    public let overlayContainerView = UIView()

    public private(set) var isScanning = false

    private let preview = ScannerPreview()
    /// Below ``overlayContainerView``.
    private let itemContainer = UIView()
    private let guidance: GuidanceLabel
    private lazy var camera = ScannerCamera(preview.previewLayer, .resizeAspectFill)
    private let languages: [String]
    private var search: FrameSearch?
    private var tracker: ItemTracker
    private let streams = ItemStreams()
    private var itemViews: [UUID: ItemView] = [:]
    /// Of the pinch that is under way.
    private var zoomAtBegin = 1.0
    private var turns: (any NSObjectProtocol)?

    /// - Parameters:
    ///   - recognizedDataTypes: what to look for.
    ///   - qualityLevel: speed against small details.
    ///   - recognizesMultipleItems: whether to find all items, or one at a time.
    ///   - isHighFrameRateTrackingEnabled: whether to search for codes in each frame.
    ///   - isPinchToZoomEnabled: whether two fingers zoom.
    ///   - isGuidanceEnabled: whether to say what to do while nothing is found.
    ///   - isHighlightingEnabled: whether to draw a line around items.
    public init(
        recognizedDataTypes: Set<RecognizedDataType>, qualityLevel: QualityLevel = .balanced,
        recognizesMultipleItems: Bool = false, isHighFrameRateTrackingEnabled: Bool = true,
        isPinchToZoomEnabled: Bool = true, isGuidanceEnabled: Bool = true, isHighlightingEnabled: Bool = false
    ) {
        self.recognizedDataTypes = recognizedDataTypes
        self.qualityLevel = qualityLevel
        self.recognizesMultipleItems = recognizesMultipleItems
        self.isHighFrameRateTrackingEnabled = isHighFrameRateTrackingEnabled
        self.isPinchToZoomEnabled = isPinchToZoomEnabled
        self.isGuidanceEnabled = isGuidanceEnabled
        self.isHighlightingEnabled = isHighlightingEnabled
        tracker = ItemTracker(followsAll: recognizesMultipleItems)
        languages = recognizedDataTypes.textLanguages(among: Self.supportedTextRecognitionLanguages)
        guidance = GuidanceLabel(recognizedDataTypes.guidance)
        super.init(nibName: nil, bundle: nil)
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    isolated deinit { turns.map(NotificationCenter.default.removeObserver) }

    // MARK: What is possible

    /// Whether there is a camera, and what codes or text need is installed.
    public static var isSupported: Bool {
        (CodeReader.problem == nil || !supportedTextRecognitionLanguages.isEmpty) && ScannerCamera.camera != nil
    }

    /// Whether the program may use the camera as well.
    public static var isAvailable: Bool {
        isSupported && AVCaptureDevice.authorizationStatus(for: .video) == .authorized
    }

    /// As language tags. Linux: those whose data is installed for Tesseract.
    public static var supportedTextRecognitionLanguages: [String] {
        (try? VNRecognizeTextRequest().supportedRecognitionLanguages()) ?? []
    }

    // MARK: Scanning

    /// Begins to look for items. Does nothing while it does.
    ///
    /// - Throws: ``ScanningUnavailable``.
    public func startScanning() throws {
        if isScanning { return }
        guard Self.isSupported, isInstalled else { throw ScanningUnavailable.unsupported }
        guard Self.isAvailable else { throw ScanningUnavailable.cameraRestricted }
        loadViewIfNeeded()
        let search = search ?? FrameSearch(plan) { [weak self] finding in Task { @MainActor in self?.take(finding) } }
        let isConfigured = camera.configure(qualityLevel.preset, search) { [weak self] error in self?.end(error) }
        guard isConfigured else { throw ScanningUnavailable.unsupported }
        self.search = search
        isScanning = true
        aim()
        showGuidance()
        camera.run(true)
    }

    /// Ends it. All items are removed.
    public func stopScanning() {
        guard isScanning else { return }
        isScanning = false
        camera.run(false)
        tell(tracker.removeAll())
        showGuidance()
    }

    private func end(_ error: ScanningUnavailable) {
        guard isScanning else { return }
        stopScanning()
        delegate?.dataScanner(self, becameUnavailableWithError: error)
    }

    /// Whether there is what each of the data types needs.
    private var isInstalled: Bool {
        let plan = plan
        let canRead = plan.text == nil || !languages.isEmpty
        return canRead && plan.symbologies.map { !$0.isEmpty && CodeReader.problem == nil } ?? true
    }

    private var plan: SearchPlan {
        let known = VNDetectBarcodesRequest.supportedSymbologies
        return SearchPlan(
            symbologies: recognizedDataTypes.symbologies.map { $0.isEmpty ? known : $0.filter(known.contains) },
            text: recognizedDataTypes.textTypes.map { types in
                SearchPlan.TextPlan(
                    languages: languages, types: types.isEmpty ? nil : types,
                    level: qualityLevel == .accurate ? .accurate : .fast)
            }, interval: isHighFrameRateTrackingEnabled ? .zero : CMTime(value: 1, timescale: 5))
    }

    // MARK: Items

    /// All items, each time that one comes, moves or goes. It ends with the scanner; a slow program misses what was not
    /// the newest.
    public var recognizedItems: AsyncStream<[RecognizedItem]> { streams.make(beginningWith: tracker.items) }

    /// - Parameter finding: with bounds in device points.
    func take(_ finding: FrameSearch.Finding) {
        guard isScanning else { return }
        let layer = preview.previewLayer
        let items = finding.items.map { item in
            item.moved(
                to: RecognizedItem.Bounds(
                    item.bounds.corners.map { layer.layerPointConverted(fromCaptureDevicePoint: $0) }))
        }
        let area = regionOfInterest ?? view.bounds
        tell(tracker.follow(items, of: finding.kinds, nearest: CGPoint(x: area.midX, y: area.midY)))
        showGuidance()
    }

    private func tell(_ changes: ItemTracker.Changes) {
        if changes.isEmpty { return }
        let items = tracker.items
        for item in changes.removed { itemViews.removeValue(forKey: item.id)?.removeFromSuperview() }
        for item in changes.added { itemViews[item.id] = addView(for: item.id) }
        for item in changes.added + changes.updated { itemViews[item.id]?.show(item) }
        streams.send(items)
        if !changes.added.isEmpty { delegate?.dataScanner(self, didAdd: changes.added, allItems: items) }
        if !changes.updated.isEmpty { delegate?.dataScanner(self, didUpdate: changes.updated, allItems: items) }
        if !changes.removed.isEmpty { delegate?.dataScanner(self, didRemove: changes.removed, allItems: items) }
    }

    private func addView(for id: UUID) -> ItemView {
        let view = ItemView(isDrawn: isHighlightingEnabled) { [weak self] in
            guard let self, let item = tracker.items.first(where: { $0.id == id }) else { return }
            delegate?.dataScanner(self, didTapOn: item)
        }
        itemContainer.addSubview(view)
        return view
    }

    /// A finger is less exact than a code may be small.
    private static let reach: CGFloat = 12

    /// - Parameter point: in the view.
    func tap(_ point: CGPoint) {
        let hit = tracker.items.filter { $0.bounds.box.insetBy(dx: -Self.reach, dy: -Self.reach).contains(point) }.min {
            one, other in
            let (a, b) = (one.bounds.middle, other.bounds.middle)
            return hypot(a.x - point.x, a.y - point.y) < hypot(b.x - point.x, b.y - point.y)
        }
        if let hit { delegate?.dataScanner(self, didTapOn: hit) }
    }

    private func showGuidance() { guidance.isHidden = !(isGuidanceEnabled && isScanning && tracker.items.isEmpty) }

    // MARK: Camera

    /// The part of the view that is searched; `nil` for all of it.
    public var regionOfInterest: CGRect? { didSet { aim() } }

    /// Has the frames searched where the view shows them.
    private func aim() {
        guard let search else { return }
        let turns = camera.level()
        let area = (regionOfInterest ?? preview.bounds).intersection(preview.bounds)
        let part = area.isNull ? .null : preview.previewLayer.metadataOutputRectConverted(fromLayerRect: area)
        search.place = FramePlace(quarterTurns: turns, deviceRegion: part)
    }

    /// How much the camera enlarges; values beyond ``minZoomFactor`` and ``maxZoomFactor`` become these. 1 before
    /// ``startScanning()``, which finds the camera.
    public var zoomFactor: Double {
        get { camera.zoomFactor }
        set {
            let old = camera.zoomFactor
            camera.zoomFactor = newValue
            if camera.zoomFactor != old { delegate?.dataScannerDidZoom(self) }
        }
    }

    public var minZoomFactor: Double { camera.zoomFactors.lowerBound }
    public var maxZoomFactor: Double { camera.zoomFactors.upperBound }

    /// Takes a photo of the whole picture, as large as the camera can with the frames that are searched.
    ///
    /// - Throws: `AVError`: `sessionNotRunning` while it does not scan.
    public func capturePhoto() async throws -> UIImage {
        guard isScanning else { throw AVError(.sessionNotRunning) }
        return try await camera.capturePhoto()
    }

    // MARK: View

    public override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .black
        view.clipsToBounds = true
        for view: UIView in [preview, itemContainer, guidance, overlayContainerView] { self.view.addSubview(view) }
        let tap = UITapGestureRecognizer()
        tap.onAction = { [weak self] recognizer in if let self { self.tap(recognizer.location(in: view)) } }
        view.addGestureRecognizer(tap)
        if isPinchToZoomEnabled {
            let pinch = UIPinchGestureRecognizer()
            pinch.onAction = { [weak self, unowned pinch] _ in self?.pinch(pinch.state, pinch.scale) }
            view.addGestureRecognizer(pinch)
        }
        showGuidance()
    }

    /// - Parameter scale: how far the fingers are from each other, compared with the begin.
    func pinch(_ state: UIGestureRecognizer.State, _ scale: CGFloat) {
        if state == .began { zoomAtBegin = zoomFactor }
        if state == .began || state == .changed { zoomFactor = zoomAtBegin * Double(scale) }
    }

    public override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        for view: UIView in [preview, itemContainer, overlayContainerView] { view.frame = self.view.bounds }
        guidance.place(in: view.bounds.inset(by: view.safeAreaInsets))
        aim()
    }

    public override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        turns.map(NotificationCenter.default.removeObserver)
        turns = NotificationCenter.default.addObserver(
            forName: UIApplication.didChangeStatusBarOrientationNotification, object: nil, queue: nil
        ) { [weak self] _ in MainActor.assumeIsolated { self?.aim() } }
    }

    public override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        stopScanning()
        turns.map(NotificationCenter.default.removeObserver)
        turns = nil
    }
}

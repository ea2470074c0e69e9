import AVFoundation
import Foundation
import Locking
import Vision

/// What a scanner looks for.
struct SearchPlan: Sendable {
    /// `nil`: no codes.
    var symbologies: [VNBarcodeSymbology]?
    /// `nil`: no text.
    var text: TextPlan?
    /// The least time from one search for codes to the next.
    var interval: CMTime

    struct TextPlan: Sendable {
        var languages: [String]
        /// `nil`: any.
        var types: Set<DataScannerViewController.TextContentType>?
        var level: VNRequestTextRecognitionLevel
    }
}

/// How frames lie, and what of them is searched.
struct FramePlace: Sendable, Equatable {
    /// Clockwise, until a frame is upright.
    var quarterTurns = 0
    /// The part of the upright frame, from (0, 0) at its top left to (1, 1); may be empty.
    var region = CGRect(x: 0, y: 0, width: 1, height: 1)

    /// - Parameters:
    ///   - deviceRegion: the part in device points.
    init(quarterTurns: Int = 0, deviceRegion: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1)) {
        self.quarterTurns = quarterTurns
        let part = deviceRegion.standardized.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        guard !part.isNull else {
            region = .zero
            return
        }
        region =
            switch quarterTurns {
            case 1: CGRect(x: 1 - part.maxY, y: part.minX, width: part.height, height: part.width)
            case 2: CGRect(x: 1 - part.maxX, y: 1 - part.maxY, width: part.width, height: part.height)
            case 3: CGRect(x: part.minY, y: 1 - part.maxX, width: part.height, height: part.width)
            default: part
            }
    }

    var orientation: CGImagePropertyOrientation { [.up, .right, .down, .left][quarterTurns] }

    /// The region as Vision has it, from the lower left.
    var visionRegion: CGRect { CGRect(x: region.minX, y: 1 - region.maxY, width: region.width, height: region.height) }

    /// The device point of a point that Vision found in the region.
    func devicePoint(_ point: CGPoint) -> CGPoint {
        let upright = CGPoint(x: region.minX + point.x * region.width, y: region.minY + (1 - point.y) * region.height)
        return switch quarterTurns {
        case 1: CGPoint(x: upright.y, y: 1 - upright.x)
        case 2: CGPoint(x: 1 - upright.x, y: 1 - upright.y)
        case 3: CGPoint(x: 1 - upright.y, y: upright.x)
        default: upright
        }
    }
}

/// Looks for items in the frames of a camera. Codes are searched on the queue that frames come on, text on another: to
/// read takes longer than a code takes to move.
final class FrameSearch: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    /// What a search found. Bounds are in device points.
    struct Finding: Sendable {
        var kinds: ItemTracker.Kinds
        var items: [RecognizedItem]
    }

    private struct State {
        var place = FramePlace()
        var isReading = false
        var lastSearch = CMTime.invalid
    }

    private let plan: SearchPlan
    private let state = Mutex(State())
    private let reading = DispatchQueue(label: "DataScannerViewController.text")
    private let found: @Sendable (Finding) -> Void

    /// - Parameter found: called on any thread after each search.
    init(_ plan: SearchPlan, found: @escaping @Sendable (Finding) -> Void) {
        self.plan = plan
        self.found = found
    }

    var place: FramePlace {
        get { state.withLock { $0.place } }
        set { state.withLock { $0.place = newValue } }
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) { search(sampleBuffer) }

    /// Searches a frame for codes, and has it read if no other one is being read.
    func search(_ sampleBuffer: CMSampleBuffer) {
        let (place, mayRead) = state.withLock { state in
            let mayRead = plan.text != nil && !state.isReading
            if mayRead { state.isReading = true }
            return (state.place, mayRead)
        }
        if mayRead {
            reading.async { [self] in
                deliver(.texts, texts(in: sampleBuffer, place))
                state.withLock { $0.isReading = false }
            }
        }
        if plan.symbologies != nil, isTimeForCodes(sampleBuffer.presentationTimeStamp) {
            deliver(.codes, codes(in: sampleBuffer, place))
        }
    }

    private func isTimeForCodes(_ time: CMTime) -> Bool {
        state.withLock { state in
            if state.lastSearch.isValid, time >= state.lastSearch, time - state.lastSearch < plan.interval {
                return false
            }
            state.lastSearch = time
            return true
        }
    }

    /// - Parameter items: `nil` for a search that failed, which says nothing about the items.
    private func deliver(_ kinds: ItemTracker.Kinds, _ items: [RecognizedItem]?) {
        if let items { found(Finding(kinds: kinds, items: items)) }
    }

    // MARK: One frame

    /// - Returns: with bounds in device points; `nil` if the search failed.
    func codes(in frame: CMSampleBuffer, _ place: FramePlace) -> [RecognizedItem]? {
        let request = VNDetectBarcodesRequest()
        if let symbologies = plan.symbologies { request.symbologies = symbologies }
        guard perform(request, on: frame, place) else { return nil }
        return (request.results ?? []).map { observation in
            .barcode(
                RecognizedItem.Barcode(id: UUID(), bounds: bounds(of: observation, place), observation: observation))
        }
    }

    /// - Returns: with bounds in device points; `nil` if the search failed.
    func texts(in frame: CMSampleBuffer, _ place: FramePlace) -> [RecognizedItem]? {
        guard let text = plan.text else { return [] }
        let request = VNRecognizeTextRequest()
        request.recognitionLanguages = text.languages
        request.recognitionLevel = text.level
        guard perform(request, on: frame, place) else { return nil }
        return (request.results ?? []).compactMap { observation in
            guard let best = observation.topCandidates(1).first, best.confidence >= Self.leastConfidence,
                text.types?.contains(where: { $0.isIn(best.string) }) ?? true
            else { return nil }
            return .text(
                RecognizedItem.Text(
                    id: UUID(), bounds: bounds(of: observation, place), observation: observation,
                    transcript: best.string))
        }
    }

    /// What is read with less is most often a pattern that is no text.
    private static let leastConfidence: VNConfidence = 0.5

    private func perform(_ request: VNImageBasedRequest, on frame: CMSampleBuffer, _ place: FramePlace) -> Bool {
        if place.region.isEmpty { return true }
        request.regionOfInterest = place.visionRegion
        let handler = VNImageRequestHandler(cmSampleBuffer: frame, orientation: place.orientation)
        return (try? handler.perform([request])) != nil
    }

    private func bounds(of observation: VNRectangleObservation, _ place: FramePlace) -> RecognizedItem.Bounds {
        RecognizedItem.Bounds(
            [observation.topLeft, observation.topRight, observation.bottomRight, observation.bottomLeft].map(
                place.devicePoint))
    }
}

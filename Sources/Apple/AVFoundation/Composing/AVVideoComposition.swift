import CaptureEngine
import CoreImage
import Foundation
import MissingFoundation
import MovieCoding

/// How the pictures of an asset's tracks become one. Source: Apple, AVVideoComposition.
open class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {  // not shared while changed
    var values = Values()

    struct Values {
        var renderSize = CGSize.zero
        var frameDuration = CMTime.zero
        var renderScale: Float = 1
        var instructions: [any AVVideoCompositionInstructionProtocol] = []
        /// Changes each frame.
        var filter: ImageFilter?
        /// Puts layers over each frame.
        var animationTool: AVVideoCompositionCoreAnimationTool?
        /// Makes the frames in the program's own way.
        var compositorClass: (any AVVideoCompositing.Type)?
    }

    override init() {}

    /// A composition of an asset's video tracks: the first one, upright, in its own size and at its frame rate.
    public init(propertiesOf asset: AVAsset) {
        values = Values(of: asset)
    }

    /// The same; the asset may still have to be read.
    open class func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVVideoComposition {
        _ = try await asset.load(.tracks)
        return AVVideoComposition(propertiesOf: asset)
    }

    /// A composition of an asset's first video track, upright, whose frames go through a program's filters.
    ///
    /// - `applier`: called for each frame, on a thread of its own for each reader, player and export. It must end
    ///   the request, at once or later; the next frame waits for it.
    public init(
        asset: AVAsset, applyingCIFiltersWithHandler applier: @escaping (AVAsynchronousCIImageFilteringRequest) -> Void
    ) {
        values = Values(of: asset)
        values.filter = ImageFilter(applier)
    }

    /// The same; the asset may still have to be read.
    @preconcurrency open class func videoComposition(
        with asset: AVAsset,
        applyingCIFiltersWithHandler applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
    ) async throws -> AVVideoComposition {
        _ = try await asset.load(.tracks)
        return AVVideoComposition(asset: asset, applyingCIFiltersWithHandler: applier)
    }

    /// The size of the frames, in pixels.
    open var renderSize: CGSize { values.renderSize }
    /// How long each frame is shown.
    open var frameDuration: CMTime { values.frameDuration }
    /// How much larger the frames are than ``renderSize``.
    open var renderScale: Float { values.renderScale }
    /// What is shown when: in the order of time, without overlap. Linux: where there is none, the frame is black.
    open var instructions: [any AVVideoCompositionInstructionProtocol] { values.instructions }

    /// What puts layers over the frames; on Apple's systems only those of exports and readers may have one.
    open var animationTool: AVVideoCompositionCoreAnimationTool? { values.animationTool }

    /// What makes the frames instead of the instructions' layers.
    open var customVideoCompositorClass: (any AVVideoCompositing.Type)? { values.compositorClass }

    open func copy(with zone: NSZone? = nil) -> Any { copied(AVVideoComposition()) }
    open func mutableCopy(with zone: NSZone? = nil) -> Any { copied(AVMutableVideoComposition()) }

    private func copied<Copy: AVVideoComposition>(_ copy: Copy) -> Copy {
        copy.values = values
        return copy
    }

    /// Stops the program if no frame can be made.
    func requireValid(_ method: String) {
        guard renderSize.width > 0, renderSize.height > 0 else {
            raiseException("\(method) video composition must have a positive renderSize")
        }
        guard frameDuration.isNumeric, frameDuration > .zero else {
            raiseException("\(method) video composition must have a positive frameDuration")
        }
    }

    /// What the engine makes of it.
    ///
    /// - Parameter isPlayed: whether it is shown as it is made; then there is no time for the animation tool.
    func plan(_ asset: AVAsset, isPlayed: Bool = false) -> CompositionPlan {
        let scale = Double(renderScale)
        func side(_ length: CGFloat) -> Int32 {
            Int32(clamping: max(2, Int((Double(length) * scale / 2).rounded()) * 2))
        }
        let tracks = asset.tracks(withMediaType: .video).map(\.facts)
        let size = CMVideoDimensions(width: side(renderSize.width), height: side(renderSize.height))
        let compositor = values.compositorClass.map { RunningCompositor($0, self, size) }
        var plan = CompositionPlan(
            size: size, frameDuration: frameDuration,
            instructions: instructions.map { instruction in
                if let compositor { return compositor.instruction(instruction, tracks, scale) }
                let layers = (instruction as? AVVideoCompositionInstruction)?.layerInstructions ?? []
                let color = (instruction as? AVVideoCompositionInstruction)?.backgroundColor
                return .init(
                    range: instruction.timeRange, background: color?.redGreenBlue ?? [0, 0, 0],
                    layers: layers.compactMap { $0.layer(tracks, scale) })
            }, end: asset.duration)
        if let filter = values.filter {
            plan.filter = { (frame, time) throws(CaptureError) in try filter.apply(to: frame, at: time) }
        }
        if let tool = values.animationTool, !isPlayed {
            let (filter, size) = (plan.filter, renderSize)
            let untouched = instructions.compactMap { $0 as? AVVideoCompositionInstruction }
                .filter { !$0.enablePostProcessing }.map(\.timeRange)
            plan.filter = { (frame, time) throws(CaptureError) in
                let filtered = try filter?(frame, time) ?? frame
                if untouched.contains(where: { $0.containsTime(time) }) { return filtered }
                return try tool.apply(to: filtered, at: time, size: size)
            }
        }
        return plan
    }
}

extension RunningCompositor {
    /// What the compositor makes of an instruction; a track that is passed through is shown as it is.
    fileprivate func instruction(
        _ instruction: any AVVideoCompositionInstructionProtocol, _ tracks: [MovieFacts.Track], _ scale: Double
    ) -> CompositionPlan.Instruction {
        let passed = instruction.passthroughTrackID
        let required = instruction.requiredSourceTrackIDs?.compactMap { ($0 as? NSNumber)?.int32Value }
        let shown = passed == kCMPersistentTrackID_Invalid ? required ?? tracks.map(\.id) : [passed]
        let layers = shown.compactMap { id in
            let layer = AVVideoCompositionLayerInstruction()
            layer.id = id
            return layer.layer(tracks, scale)
        }
        var made = CompositionPlan.Instruction(range: instruction.timeRange, background: [0, 0, 0], layers: layers)
        guard passed == kCMPersistentTrackID_Invalid else { return made }
        nonisolated(unsafe) let instruction = instruction  // the program does not change it, as Apple asks
        made.compositor = .init(sourceFormat: sourceFormat) { [self] (time, sources) throws(CaptureError) in
            try frame(at: time, instruction, sources)
        }
        return made
    }
}

extension AVVideoComposition.Values {
    fileprivate init(of asset: AVAsset) {
        guard let track = asset.tracks(withMediaType: .video).first else { return }
        let frame = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
        renderSize = frame.size
        let shortest = track.minFrameDuration
        frameDuration = shortest.isNumeric && shortest > .zero ? shortest : CMTime(value: 1, timescale: 30)
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
        let upright = track.preferredTransform
            .concatenating(CGAffineTransform(translationX: -frame.minX, y: -frame.minY))
        layer.setTransform(upright, at: .zero)
        let instruction = AVMutableVideoCompositionInstruction()
        instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
        instruction.layerInstructions = [layer]
        instructions = [instruction]
    }
}

/// A video composition that can be changed. Source: Apple, AVMutableVideoComposition.
open class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {  // as its superclass
    /// An empty one: set its size, its frame duration and its instructions.
    public override init() { super.init() }

    public override init(propertiesOf asset: AVAsset) { super.init(propertiesOf: asset) }

    public override init(
        asset: AVAsset, applyingCIFiltersWithHandler applier: @escaping (AVAsynchronousCIImageFilteringRequest) -> Void
    ) { super.init(asset: asset, applyingCIFiltersWithHandler: applier) }

    /// As the superclass's; the composition can be changed.
    @preconcurrency open override class func videoComposition(
        with asset: AVAsset,
        applyingCIFiltersWithHandler applier: @escaping @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void
    ) async throws -> AVMutableVideoComposition {
        _ = try await asset.load(.tracks)
        return AVMutableVideoComposition(asset: asset, applyingCIFiltersWithHandler: applier)
    }

    /// A composition of an asset's video tracks.
    open class func mutableVideoComposition(withPropertiesOf asset: AVAsset) async throws -> AVMutableVideoComposition {
        _ = try await asset.load(.tracks)
        return AVMutableVideoComposition(propertiesOf: asset)
    }

    open override var renderSize: CGSize {
        get { super.renderSize }
        set { values.renderSize = newValue }
    }

    open override var frameDuration: CMTime {
        get { super.frameDuration }
        set { values.frameDuration = newValue }
    }

    open override var renderScale: Float {
        get { super.renderScale }
        set { values.renderScale = newValue }
    }

    open override var instructions: [any AVVideoCompositionInstructionProtocol] {
        get { super.instructions }
        set { values.instructions = newValue }
    }

    open override var animationTool: AVVideoCompositionCoreAnimationTool? {
        get { super.animationTool }
        set { values.animationTool = newValue }
    }

    open override var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
        get { super.customVideoCompositorClass }
        set { values.compositorClass = newValue }
    }
}

/// What is shown during a time. Source: Apple, AVVideoCompositionInstructionProtocol.
///
/// Instructions other than ``AVVideoCompositionInstruction`` need a compositor of the program. Linux: without it, they show
/// nothing.
public protocol AVVideoCompositionInstructionProtocol: NSObjectProtocol {
    var timeRange: CMTimeRange { get }

    /// Whether the composition's animation tool draws over these frames. Linux: only that of
    /// ``AVVideoCompositionInstruction`` counts.
    var enablePostProcessing: Bool { get }

    /// Whether frames differ though their pictures do not. Linux: without effect; each frame is made.
    var containsTweening: Bool { get }

    /// The tracks whose pictures the compositor needs, as numbers; `nil` for all.
    var requiredSourceTrackIDs: [NSValue]? { get }

    /// A track that is shown as it is, without the compositor; otherwise `kCMPersistentTrackID_Invalid`.
    var passthroughTrackID: CMPersistentTrackID { get }
}

/// Which tracks are shown during a time. Source: Apple, AVVideoCompositionInstruction.
open class AVVideoCompositionInstruction: NSObject, AVVideoCompositionInstructionProtocol, @unchecked Sendable {
    // not shared while changed
    fileprivate var range = CMTimeRange.zero
    fileprivate var layers: [AVVideoCompositionLayerInstruction] = []
    fileprivate var color: CGColor?
    fileprivate var isPostProcessed = true

    override init() {}

    open var timeRange: CMTimeRange { range }
    /// What is seen where no track is; black without one. Linux: its transparency is left out.
    open var backgroundColor: CGColor? { color }
    /// Whether the composition's animation tool draws over these frames; `true` by default.
    open var enablePostProcessing: Bool { isPostProcessed }
    /// The tracks, the first in front.
    open var layerInstructions: [AVVideoCompositionLayerInstruction] { layers }

    open var containsTweening: Bool { true }
    open var requiredSourceTrackIDs: [NSValue]? { layers.map { NSNumber(value: $0.trackID) } }
    open var passthroughTrackID: CMPersistentTrackID { kCMPersistentTrackID_Invalid }
}

/// An instruction that can be changed. Source: Apple, AVMutableVideoCompositionInstruction.
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction, @unchecked Sendable {
    // as its superclass
    public override init() { super.init() }

    open override var timeRange: CMTimeRange {
        get { super.timeRange }
        set { range = newValue }
    }

    open override var backgroundColor: CGColor? {
        get { super.backgroundColor }
        set { color = newValue }
    }

    open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
        get { super.layerInstructions }
        set { layers = newValue }
    }

    open override var enablePostProcessing: Bool {
        get { super.enablePostProcessing }
        set { isPostProcessed = newValue }
    }
}

/// How one track is shown. Source: Apple, AVVideoCompositionLayerInstruction.
open class AVVideoCompositionLayerInstruction: NSObject, @unchecked Sendable {  // not shared while changed
    fileprivate var id = kCMPersistentTrackID_Invalid
    fileprivate var transforms: [CompositionPlan.Ramp] = []
    fileprivate var opacities: [CompositionPlan.Ramp] = []
    fileprivate var crops: [CompositionPlan.Ramp] = []

    override init() {}

    /// The track that is shown.
    open var trackID: CMPersistentTrackID { id }

    /// The transform at a time, or else the first one that is set after it. A transform that was set at a time is a flat
    /// ramp up to the next one.
    ///
    /// - Returns: `false` after the last ramp.
    open func getTransformRamp(
        for time: CMTime, start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
        end endTransform: UnsafeMutablePointer<CGAffineTransform>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        transforms.give(for: time, startTransform, endTransform, timeRange) {
            CGAffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
        }
    }

    /// The opacity at a time; as ``getTransformRamp(for:start:end:timeRange:)``.
    open func getOpacityRamp(
        for time: CMTime, startOpacity: UnsafeMutablePointer<Float>?, endOpacity: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        opacities.give(for: time, startOpacity, endOpacity, timeRange) { Float($0[0]) }
    }

    /// The crop rectangle at a time; as ``getTransformRamp(for:start:end:timeRange:)``.
    open func getCropRectangleRamp(
        for time: CMTime, startCropRectangle: UnsafeMutablePointer<CGRect>?,
        endCropRectangle: UnsafeMutablePointer<CGRect>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        crops.give(for: time, startCropRectangle, endCropRectangle, timeRange) {
            CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])
        }
    }

    fileprivate func layer(_ tracks: [MovieFacts.Track], _ scale: Double) -> CompositionPlan.Layer? {
        guard let track = tracks.first(where: { $0.id == id }) else { return nil }
        var layer = CompositionPlan.Layer(track: id, segments: track.segments, size: track.size)
        layer.transforms =
            transforms.isEmpty
            ? [.init(CMTimeRange(start: .zero, duration: .zero), [1, 0, 0, 1, 0, 0], [1, 0, 0, 1, 0, 0])] : transforms
        for index in layer.transforms.indices {
            layer.transforms[index].start = layer.transforms[index].start.map { $0 * scale }
            layer.transforms[index].end = layer.transforms[index].end.map { $0 * scale }
        }
        layer.opacities = opacities
        layer.crops = crops
        return layer
    }
}

/// A layer instruction that can be changed. Source: Apple, AVMutableVideoCompositionLayerInstruction.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction, @unchecked Sendable {
    // as its superclass
    public override init() { super.init() }

    /// Shows a track as it is, until something else is set.
    public convenience init(assetTrack track: AVAssetTrack) {
        self.init()
        id = track.trackID
    }

    open override var trackID: CMPersistentTrackID {
        get { super.trackID }
        set { id = newValue }
    }

    /// From a time on, the track's pictures lie so in the frame, whose origin is its upper left corner.
    open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
        add(&transforms, .at(time, transform.numbers))
    }

    open func setTransformRamp(
        fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange
    ) { add(&transforms, .init(timeRange, startTransform.numbers, endTransform.numbers)) }

    /// From a time on, so much of the track is seen: 0 for nothing, 1 for all of it.
    open func setOpacity(_ opacity: Float, at time: CMTime) { add(&opacities, .at(time, [Double(opacity)])) }

    open func setOpacityRamp(
        fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange
    ) {
        add(&opacities, .init(timeRange, [Double(startOpacity)], [Double(endOpacity)]))
    }

    /// From a time on, only this part of the track's pictures is shown.
    open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
        add(&crops, .at(time, cropRectangle.numbers))
    }

    open func setCropRectangleRamp(
        fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
        timeRange: CMTimeRange
    ) { add(&crops, .init(timeRange, startCropRectangle.numbers, endCropRectangle.numbers)) }

    /// In the order of their times.
    private func add(_ ramps: inout [CompositionPlan.Ramp], _ ramp: CompositionPlan.Ramp) {
        ramps.removeAll { $0.range.start == ramp.range.start }
        let place = ramps.firstIndex { $0.range.start > ramp.range.start } ?? ramps.count
        ramps.insert(ramp, at: place)
    }
}

extension CompositionPlan.Ramp {
    static func at(_ time: CMTime, _ value: [Double]) -> CompositionPlan.Ramp {
        .init(CMTimeRange(start: time, duration: .zero), value, value)
    }
}

extension CGColor {
    /// From 0 to 1.
    fileprivate var redGreenBlue: [Double]? {
        guard let components, let first = components.first else { return nil }
        let colors = components.count < 3 ? [first, first, first] : Array(components.prefix(3))
        return colors.map { Double($0) }
    }
}

extension CGAffineTransform {
    fileprivate var numbers: [Double] { [a, b, c, d, tx, ty].map { Double($0) } }
}

extension CGRect {
    fileprivate var numbers: [Double] { [origin.x, origin.y, size.width, size.height].map { Double($0) } }
}

import CaptureEngine
import CoreVideo
import Foundation
import PhotoCoding
import PixelCoding

/// Turns the frames of one request into its photos and passes them to the delegate: for each exposure the RAW photo
/// first, then the processed ones.
struct PhotoDevelopment {
    private let request: PhotoRequest
    private let plan: PhotoPlan
    private var settings: AVCapturePhotoSettings { plan.settings }

    init(_ request: PhotoRequest) {
        self.request = request
        plan = request.plan
    }

    /// On the processing queue.
    ///
    /// - Returns: the exposures whose frames can be returned; the store of deferred photos returns those that it keeps.
    func run(_ exposures: [PhotoExposure]) throws(CaptureError) -> [PhotoExposure] {
        if plan.isDeferred, let exposure = exposures.first, try DeferredDelivery(request, self).deliver(exposure) {
            return []
        }
        var count = 0
        for (index, exposed) in exposures.enumerated() {
            var exposure = exposed
            if settings.isDepthDataFiltered { exposure.depth = exposed.depth.map { DepthFilter.filtered($0) } }
            let sequence = settings.bracket.isEmpty ? 0 : index + 1
            if settings.rawPhotoPixelFormatType != 0 {
                count += 1
                request.deliver(try rawPhoto(exposure, count: count, sequence: sequence))
            }
            guard settings.format != nil else { continue }
            if exposure.constituents.isEmpty {
                count += 1
                request.deliver(try photo(exposure, of: plan.device, count: count, sequence: sequence))
            }
            for (frame, device) in zip(exposure.constituents, constituentDevices) {
                count += 1
                request.deliver(try photo(exposure.single(frame), of: device, count: count, sequence: sequence))
            }
        }
        return exposures
    }

    /// Whether the processed photo is cropped, and the RAW one says that it should be shown so.
    private var isCropped: Bool { settings.croppedAspectRatio != nil }

    private var constituentDevices: [AVCaptureDevice] {
        settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices
    }

    // MARK: Processed photos

    private func photo(
        _ exposure: PhotoExposure, of device: AVCaptureDevice, count: Int, sequence: Int
    ) throws(CaptureError) -> AVCapturePhoto {
        let recipe = recipe(for: exposure, of: device)
        let constant = try constantColor(exposure)
        let picture: CVPixelBuffer
        if let constant {
            picture = try PhotoRenderer.sized(constant.picture, recipe)
        } else {
            picture = try PhotoRenderer.picture(of: exposure.frames, recipe)
        }
        exposure.returnNeighbors()
        let content: AVCapturePhoto.Content
        if let pixelFormat = settings.pixelFormat {
            content = .pixels(try PhotoPixels.copy(of: picture, as: pixelFormat))
        } else {
            content = try file(of: picture, exposure, recipe)
        }
        var companions = try companions(exposure, picture, sequence)
        companions.isConstantColorFallback = settings.isConstantColorEnabled && constant == nil
        companions.constantColor = try constant.map { (constant) throws(CaptureError) in
            AVCapturePhoto.ConstantColor(
                confidenceMap: try shaped(constant.confidence, as: picture), level: constant.level)
        }
        return AVCapturePhoto(
            content, companions: companions, timestamp: exposure.frame.presentationTimeStamp,
            settings: plan.resolved(for: exposure.frame), photoCount: count, sequenceCount: sequence,
            metadata: recipe.metadata.dictionary, sourceDeviceType: device.deviceType)
    }

    /// The picture in the light of the flash; `nil` for ordinary exposures.
    private func constantColor(_ exposure: PhotoExposure) throws(CaptureError) -> ConstantColor.Result? {
        exposure.ambient.isEmpty ? nil : try ConstantColor.picture(lit: exposure.frame, ambient: exposure.ambient)
    }

    /// A map of the whole picture, cropped like the photo.
    private func shaped(_ map: CVPixelBuffer, as picture: CVPixelBuffer) throws(CaptureError) -> CVPixelBuffer {
        guard isCropped else { return map }
        let size = CMVideoDimensions(
            width: Int32(CVPixelBufferGetWidth(picture)) / 4, height: Int32(CVPixelBufferGetHeight(picture)) / 4)
        return try StillScaling.picture(map, size: size)
    }

    private func recipe(for exposure: PhotoExposure, of device: AVCaptureDevice) -> PhotoRecipe {
        var recipe = plan.outline(for: exposure.frame)
        recipe.quality = settings.codecQuality ?? recipe.quality
        let format = exposure.frame.imageBuffer.map { CVPixelBufferGetPixelFormatType($0) }
        let tenBit = [
            kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
        ]
        let bits = format.map(tenBit.contains) == true ? 10 : 8
        recipe.bitDepth = min(bits, settings.pictureFormat?.picture?.mostBits ?? 8)
        recipe.reference = exposure.reference
        let thumbnail = plan.resolved.embeddedThumbnailDimensions
        if !thumbnail.isEmpty { recipe.thumbnail = PhotoRecipe.Size(thumbnail) }
        recipe.metadata = PhotoFacts(plan: plan).metadata(for: exposure.frame, of: device)
        if let size = recipe.size?.dimensions {
            recipe.metadata.pixelWidth = Int(size.width)
            recipe.metadata.pixelHeight = Int(size.height)
        }
        return recipe
    }

    private func file(
        of picture: CVPixelBuffer, _ exposure: PhotoExposure, _ recipe: PhotoRecipe
    ) throws(CaptureError) -> AVCapturePhoto.Content {
        // Depth that was measured only for the calibration was not requested.
        let embedsDepth = settings.isDepthDataDeliveryEnabled && settings.embedsDepthDataInPhoto && !isCropped
        let parts = PhotoPackaging.Parts(
            metadata: recipe.metadata, depth: embedsDepth ? exposure.depth : nil,
            portraitMatte: settings.embedsPortraitEffectsMatteInPhoto && !isCropped ? exposure.portraitMatte : nil)
        let compressed = try PhotoRenderer.compress(picture, of: exposure.frame, recipe)
        let holdsAuxiliaries = settings.pictureFormat?.picture?.holdsAuxiliaries == true
        let auxiliaries = holdsAuxiliaries ? try Self.auxiliaries(parts) : []
        let data = try compressed.file(metadata: recipe.metadata, auxiliaries: auxiliaries, isFirst: true)
        let packaging = PhotoPackaging(parts: parts) { (parts) throws(CaptureError) in
            try compressed.file(
                metadata: parts.metadata, auxiliaries: holdsAuxiliaries ? try Self.auxiliaries(parts) : [])
        }
        return .file(data, packaging)
    }

    private static func auxiliaries(_ parts: PhotoPackaging.Parts) throws(CaptureError) -> [AuxiliaryPicture] {
        var auxiliaries: [AuxiliaryPicture] = []
        // A covered lens measures no depth; the photo is made without it.
        if let depth = parts.depth, let picture = try AuxiliaryPicture(depth) { auxiliaries.append(picture) }
        if let matte = parts.portraitMatte { auxiliaries.append(try AuxiliaryPicture(portraitMatte: matte)) }
        return auxiliaries
    }

    private func companions(
        _ exposure: PhotoExposure, _ picture: CVPixelBuffer, _ sequence: Int
    ) throws(CaptureError) -> AVCapturePhoto.Companions {
        var companions = AVCapturePhoto.Companions()
        if settings.isDepthDataDeliveryEnabled { companions.depth = exposure.depth.map { AVDepthData($0) } }
        if settings.isCameraCalibrationDataDeliveryEnabled {
            companions.calibration = exposure.depth?.calibration.map { AVCameraCalibrationData($0) }
        }
        companions.portraitMatte = exposure.portraitMatte.map { AVPortraitEffectsMatte($0) }
        companions.bracket = sequence > 0 ? settings.bracket[sequence - 1] : nil
        companions.thumbnailFormat = settings.embeddedThumbnailPhotoFormat
        if let format = settings.previewPhotoFormat?.pixelFormat {
            let size = plan.resolved(for: exposure.frame).previewDimensions
            companions.preview = try PhotoPixels.copy(of: picture, as: format, size: size)
        }
        return companions
    }

    // MARK: Proxies

    /// How to make the final photo that replaces the proxy.
    func finalRecipe(for exposure: PhotoExposure) -> PhotoRecipe { recipe(for: exposure, of: plan.device) }

    /// The photo made from a single frame. Its file and the final one carry the identifier.
    func proxy(
        of exposure: PhotoExposure, _ id: DeferredPhotoID
    ) throws(CaptureError) -> AVCaptureDeferredPhotoProxy {
        let single = exposure.single(exposure.frame)
        var recipe = recipe(for: single, of: plan.device)
        recipe.priority = .speed
        recipe.metadata.deferredPhotoID = id
        let picture = try PhotoRenderer.picture(of: single.frames, recipe)
        return AVCaptureDeferredPhotoProxy(
            try file(of: picture, single, recipe), companions: try companions(single, picture, 0),
            timestamp: exposure.frame.presentationTimeStamp, settings: plan.resolved, photoCount: 1, sequenceCount: 0,
            metadata: recipe.metadata.dictionary, sourceDeviceType: plan.device.deviceType)
    }

    // MARK: RAW photos

    private func rawPhoto(
        _ exposure: PhotoExposure, count: Int, sequence: Int
    ) throws(CaptureError) -> AVCapturePhoto {
        guard let raw = exposure.raw, let mosaic = raw.imageBuffer, let picture = exposure.frame.imageBuffer else {
            throw CaptureError(.deviceFailed, "\(plan.device.localizedName) delivered no RAW data")
        }
        guard let encode = settings.rawFormat?.raw else {
            throw CaptureError(.formatUnsupported, "RAW photos cannot be made as that kind of file")
        }
        let size = plan.resolved.rawEmbeddedThumbnailDimensions
        let preview = try PhotoPixels.copy(
            of: isCropped ? StillScaling.picture(picture, size: size) : picture,
            as: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, size: size)
        let sensor = CMVideoDimensions(
            width: Int32(CVPixelBufferGetWidth(mosaic)), height: Int32(CVPixelBufferGetHeight(mosaic)))
        let shown = isCropped ? settings.cropped(sensor) : nil
        // A copy, so that a program that keeps photos holds no buffer of the camera.
        let kept = try PhotoPixels.duplicate(mosaic)
        let color = Self.color(raw)
        let metadata = PhotoFacts(plan: plan).metadata(for: raw, of: plan.device)
        let packaging = PhotoPackaging(parts: PhotoPackaging.Parts(metadata: metadata)) {
            (parts) throws(CaptureError) in
            try encode(
                RawPhoto(
                    mosaic: kept, color: color, shown: shown, preview: preview, metadata: parts.metadata))
        }
        var companions = try companions(exposure, picture, sequence)
        companions.thumbnailFormat = settings.rawEmbeddedThumbnailPhotoFormat
        return AVCapturePhoto(
            .raw(kept, try packaging.package(packaging.parts), packaging), companions: companions,
            timestamp: raw.presentationTimeStamp, settings: plan.resolved, photoCount: count, sequenceCount: sequence,
            metadata: metadata.dictionary, sourceDeviceType: plan.device.deviceType)
    }

    /// The camera's description of its mosaic; without one, an estimate from the white balance of the frame.
    private static func color(_ raw: CMSampleBuffer) -> RawColor {
        guard let description = raw.rawDescription else {
            return RawColor(gains: raw.conditions?.whiteBalanceGains)
        }
        var color = RawColor(
            matrix: description.colorMatrix, blackLevel: description.blackLevel, whiteLevel: description.whiteLevel)
        color.neutral = description.neutral
        return color
    }
}

import CoreMedia

/// Makes sample buffers of the maps of a stream. Used by one thread.
package struct DepthSamples {
    private var description: CMFormatDescription?

    package init() {}

    /// - Returns: a sample whose image is the map's buffer, with the map itself as its `depthMap`.
    package mutating func sample(_ map: DepthMap, at time: CMTime, duration: CMTime) -> CMSampleBuffer? {
        let (format, size) = (CVPixelBufferGetPixelFormatType(map.buffer), description?.dimensions)
        if description?.mediaSubType.rawValue != format || size?.width != Int32(CVPixelBufferGetWidth(map.buffer))
            || size?.height != Int32(CVPixelBufferGetHeight(map.buffer))
        {
            description = try? CMFormatDescription(imageBuffer: map.buffer)
        }
        guard let description else { return nil }
        let sample = CMSampleBuffer.frame(
            map.buffer, format: description, presentationTimeStamp: time, duration: duration)
        sample.depthMap = map
        return sample
    }
}

extension CMSampleBuffer {
    /// The map that the sample carries; `nil` for anything but depth.
    package var depthMap: DepthMap? {
        get { sourceFacts as? DepthMap }
        set { sourceFacts = newValue }
    }
}

import AVFoundation
import Testing

/// What was set can be asked for.
@Suite struct RampTests {
    private func time(_ seconds: Int64) -> CMTime { CMTime(value: seconds, timescale: 1) }
    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: time(start), end: time(end))
    }

    @Test func aVolumeIsARampOrLastsUntilTheNext() throws {
        let parameters = AVMutableAudioMixInputParameters()
        func ramp(_ seconds: Int64) -> (start: Float, end: Float, range: CMTimeRange)? {
            var (start, end, range) = (Float(-1), Float(-1), CMTimeRange.invalid)
            let isThere = parameters.getVolumeRamp(
                for: time(seconds), startVolume: &start, endVolume: &end, timeRange: &range)
            #expect(isThere == range.isValid)
            return isThere ? (start, end, range) : nil
        }
        #expect(ramp(0) == nil)
        parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0.25, timeRange: range(2, 4))
        // Before a ramp, the next one counts.
        #expect(try #require(ramp(0)) == (1, 0.25, range(2, 4)))
        #expect(try #require(ramp(2)) == (1, 0.25, range(2, 4)))
        #expect(try #require(ramp(3)) == (1, 0.25, range(2, 4)))
        #expect(ramp(4) == nil)
        parameters.setVolume(0.5, at: time(6))
        #expect(try #require(ramp(5)).start == 0.5)
        let last = try #require(ramp(100))
        #expect(last.start == 0.5 && last.end == 0.5 && last.range.start == time(6))
        #expect(last.range.duration.isPositiveInfinity)
        parameters.setVolume(1, at: time(9))
        #expect(try #require(ramp(7)).range == range(6, 9))
        #expect(parameters.getVolumeRamp(for: time(7), startVolume: nil, endVolume: nil, timeRange: nil))
    }

    @Test func aLayerTellsItsTransformOpacityAndCrop() {
        let layer = AVMutableVideoCompositionLayerInstruction()
        let (first, last) = (CGAffineTransform(rotationAngle: 1), CGAffineTransform(translationX: 10, y: 20))
        layer.setTransformRamp(fromStart: first, toEnd: last, timeRange: range(1, 2))
        layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 0.75, timeRange: range(2, 3))
        let (small, large) = (CGRect(x: 1, y: 2, width: 3, height: 4), CGRect(x: 0, y: 0, width: 30, height: 40))
        layer.setCropRectangleRamp(
            fromStartCropRectangle: small, toEndCropRectangle: large, timeRange: range(3, 4))

        var places: [CMTimeRange] = [.invalid, .invalid, .invalid]
        var (startTransform, endTransform) = (CGAffineTransform.identity, CGAffineTransform.identity)
        #expect(
            layer.getTransformRamp(for: time(1), start: &startTransform, end: &endTransform, timeRange: &places[0]))
        #expect(startTransform == first && endTransform == last)
        var (startOpacity, endOpacity) = (Float(-1), Float(-1))
        #expect(
            layer.getOpacityRamp(
                for: time(2), startOpacity: &startOpacity, endOpacity: &endOpacity, timeRange: &places[1]))
        #expect(startOpacity == 0 && endOpacity == 0.75)
        var (startCrop, endCrop) = (CGRect.zero, CGRect.zero)
        #expect(
            layer.getCropRectangleRamp(
                for: time(3), startCropRectangle: &startCrop, endCropRectangle: &endCrop, timeRange: &places[2]))
        #expect(startCrop == small && endCrop == large)
        #expect(places == [range(1, 2), range(2, 3), range(3, 4)])

        // After the last ramp, nothing is written.
        #expect(!layer.getTransformRamp(for: time(9), start: &startTransform, end: nil, timeRange: nil))
        #expect(!layer.getOpacityRamp(for: time(9), startOpacity: nil, endOpacity: nil, timeRange: &places[1]))
        #expect(
            !layer.getCropRectangleRamp(for: time(9), startCropRectangle: nil, endCropRectangle: nil, timeRange: nil))
        #expect(startTransform == first && places[1] == range(2, 3))
    }
}

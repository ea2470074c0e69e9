import Foundation
import MovieCoding

/// How loud the tracks of an asset are. Source: Apple, AVAudioMix.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {  // not shared while changed
    fileprivate var parameters: [AVAudioMixInputParameters] = []

    override init() {}

    /// One for each track that is not simply as loud as it is.
    open var inputParameters: [AVAudioMixInputParameters] { parameters }

    open func copy(with zone: NSZone? = nil) -> Any { copied(AVAudioMix()) }
    open func mutableCopy(with zone: NSZone? = nil) -> Any { copied(AVMutableAudioMix()) }

    private func copied<Copy: AVAudioMix>(_ copy: Copy) -> Copy {
        copy.parameters = parameters.map { parameters in
            let own = AVMutableAudioMixInputParameters()
            (own.id, own.volumes, own.pitch) = (parameters.id, parameters.volumes, parameters.pitch)
            return own
        }
        return copy
    }

}

extension SoundMixer.Input {
    /// - Parameter pitch: what counts unless the mix says otherwise for the track.
    init(_ track: AVAssetTrack, _ mix: AVAudioMix?, _ pitch: AVAudioTimePitchAlgorithm) {
        let parameters = mix?.inputParameters.first { $0.trackID == track.trackID }
        self.init(
            track.facts.segments, volumes: parameters?.volumes ?? [],
            keepsPitch: (parameters?.audioTimePitchAlgorithm ?? pitch).keepsPitch)
    }
}

/// A mix that can be changed. Source: Apple, AVMutableAudioMix.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {  // as its superclass
    public override init() { super.init() }

    open override var inputParameters: [AVAudioMixInputParameters] {
        get { super.inputParameters }
        set { parameters = newValue }
    }
}

/// How loud one track is. Source: Apple, AVAudioMixInputParameters.
open class AVAudioMixInputParameters: NSObject, @unchecked Sendable {  // not shared while changed
    fileprivate var id = kCMPersistentTrackID_Invalid
    fileprivate var volumes: [CompositionPlan.Ramp] = []
    fileprivate var pitch: AVAudioTimePitchAlgorithm?

    override init() {}

    open var trackID: CMPersistentTrackID { id }

    /// What happens to the track's pitch where its speed changes; `nil` for what the reader, the export session or the
    /// player's item says.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { pitch }

    /// The volume at a time, or else the first one that is set after it. A volume that was set at a time is a flat ramp up
    /// to the next one.
    ///
    /// - Returns: `false` after the last ramp.
    open func getVolumeRamp(
        for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        volumes.give(for: time, startVolume, endVolume, timeRange) { Float($0[0]) }
    }
}

/// Parameters that can be changed. Source: Apple, AVMutableAudioMixInputParameters.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {  // as its superclass
    public override init() { super.init() }

    public convenience init(track: AVAssetTrack?) {
        self.init()
        id = track?.trackID ?? kCMPersistentTrackID_Invalid
    }

    open override var trackID: CMPersistentTrackID {
        get { super.trackID }
        set { id = newValue }
    }

    open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
        get { super.audioTimePitchAlgorithm }
        set {
            newValue?.requireKnown("*** -[AVMutableAudioMixInputParameters setAudioTimePitchAlgorithm:]")
            pitch = newValue
        }
    }

    /// From a time on, the track is so loud: 1 is as it is.
    open func setVolume(_ volume: Float, at time: CMTime) { add(.at(time, [Double(volume)])) }

    /// During a range, the volume changes evenly.
    open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
        add(.init(timeRange, [Double(startVolume)], [Double(endVolume)]))
    }

    /// In the order of their times.
    private func add(_ ramp: CompositionPlan.Ramp) {
        volumes.removeAll { $0.range.start == ramp.range.start }
        let place = volumes.firstIndex { $0.range.start > ramp.range.start } ?? volumes.count
        volumes.insert(ramp, at: place)
    }
}

import Foundation

/// How loud a node is in the mixer that it is connected to. Source: Apple, AVAudioMixing.
public protocol AVAudioMixing: AVAudioStereoMixing {
    /// 0 to 1; 1 by default.
    var volume: Float { get set }
}

/// Where a node is heard in the mixer that it is connected to. Source: Apple, AVAudioStereoMixing.
public protocol AVAudioStereoMixing: NSObjectProtocol {
    /// -1, left, to 1, right; 0 by default.
    var pan: Float { get set }
}

/// The volume and the place of a node in a mixer.
struct Mixing {
    var volume: Float = 1
    var pan: Float = 0

    /// Of each channel of the mixer. In the middle both channels are as loud as without a place; to one side, the other
    /// one becomes quieter.
    func gains(channels: Int) -> [Float] {
        var gains = [Float](repeating: volume, count: channels)
        if channels >= 2 {
            gains[0] *= min(1 - pan, 1)
            gains[1] *= min(1 + pan, 1)
        }
        return gains
    }
}

extension AVAudioNode {
    var mixedVolume: Float {
        get { mixing.withLock { $0.volume } }
        set { mixing.withLock { $0.volume = min(max(newValue, 0), 1) } }
    }

    var mixedPan: Float {
        get { mixing.withLock { $0.pan } }
        set { mixing.withLock { $0.pan = min(max(newValue, -1), 1) } }
    }
}

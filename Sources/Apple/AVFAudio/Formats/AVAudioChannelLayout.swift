import Foundation

/// Which channel is which. Source: Apple, AVAudioChannelLayout.
///
/// Linux: only the number of channels counts when sound is converted; their order is the usual one for so many.
public final class AVAudioChannelLayout: NSObject, @unchecked Sendable {  // the memory is written once, by `init`
    private let memory: UnsafeMutablePointer<AudioChannelLayout>

    /// - Returns: `nil` for a tag without a number of channels.
    public init?(layoutTag: AudioChannelLayoutTag) {
        guard AudioChannelLayoutTag_GetNumberOfChannels(layoutTag) > 0 else { return nil }
        var layout = AudioChannelLayout()
        layout.mChannelLayoutTag = layoutTag
        memory = .allocate(capacity: 1)
        memory.initialize(to: layout)
    }

    /// Linux: descriptions of channels beyond the first are left out; their number counts.
    public init(layout: UnsafePointer<AudioChannelLayout>) {
        memory = .allocate(capacity: 1)
        memory.initialize(to: layout.pointee)
    }

    deinit { memory.deallocate() }

    public var layoutTag: AudioChannelLayoutTag { memory.pointee.mChannelLayoutTag }

    /// Valid as long as this object.
    public var layout: UnsafePointer<AudioChannelLayout> { UnsafePointer(memory) }

    public var channelCount: AVAudioChannelCount {
        switch layoutTag {
        case kAudioChannelLayoutTag_UseChannelDescriptions: memory.pointee.mNumberChannelDescriptions
        default: AudioChannelLayoutTag_GetNumberOfChannels(layoutTag)
        }
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioChannelLayout else { return false }
        return layoutTag == other.layoutTag && channelCount == other.channelCount
    }

    public override var hash: Int { Int(layoutTag) }
}

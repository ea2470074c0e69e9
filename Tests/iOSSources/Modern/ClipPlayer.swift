import AVFoundation
import Combine

/// Plays what was recorded, and tells the screen how far it is.
@MainActor
public final class ClipPlayer: ObservableObject {
    public enum ClipError: Error { case notPlayable }

    @Published public private(set) var isPlaying = false
    @Published public private(set) var isReady = false
    @Published public private(set) var progress = 0.0
    @Published public private(set) var duration = 0.0
    @Published public private(set) var playCount = 0

    public let player = AVPlayer()
    public let playerLayer: AVPlayerLayer

    private let videoOutput = AVPlayerItemVideoOutput(pixelBufferAttributes: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ])
    private var timeObserver: Any?
    private var cancellables = Set<AnyCancellable>()

    public init() {
        playerLayer = AVPlayerLayer(player: player)
        playerLayer.videoGravity = .resizeAspectFill
        player.publisher(for: \.timeControlStatus)
            .map { $0 == .playing }
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .assign(to: &$isPlaying)
        timeObserver = player.addPeriodicTimeObserver(
            forInterval: CMTime(seconds: 0.1, preferredTimescale: 600), queue: .main
        ) { [weak self] time in
            MainActor.assumeIsolated {
                guard let self, self.duration > 0 else { return }
                self.progress = time.seconds / self.duration
            }
        }
    }

    public func load(_ url: URL) async throws {
        let asset = AVURLAsset(url: url)
        let (isPlayable, duration) = try await asset.load(.isPlayable, .duration)
        guard isPlayable else { throw ClipError.notPlayable }
        self.duration = duration.seconds
        let item = AVPlayerItem(asset: asset)
        item.add(videoOutput)
        item.publisher(for: \.status)
            .map { $0 == .readyToPlay }
            .receive(on: DispatchQueue.main)
            .assign(to: &$isReady)
        NotificationCenter.default.publisher(for: .AVPlayerItemDidPlayToEndTime, object: item)
            .receive(on: DispatchQueue.main)
            .sink { [weak self] _ in self?.playCount += 1 }
            .store(in: &cancellables)
        player.replaceCurrentItem(with: item)
    }

    public func togglePlayback() {
        if isPlaying {
            player.pause()
        } else {
            player.play()
        }
    }

    public func rewind() async {
        await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
    }

    /// The picture that is shown.
    public func snapshot() -> CVPixelBuffer? {
        let time = player.currentTime()
        guard videoOutput.hasNewPixelBuffer(forItemTime: time) else { return nil }
        return videoOutput.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
    }

    public func close() {
        if let timeObserver { player.removeTimeObserver(timeObserver) }
        timeObserver = nil
        player.replaceCurrentItem(with: nil)
    }
}

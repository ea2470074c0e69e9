import AVFAudio
import Foundation
import UIKit

/// A slider that shows and sets how loud sound is heard. Source: Apple, MPVolumeView.
///
/// Linux: the volume of `AVAudioSession.outputVolume`, for all programs; without a mixer the slider stands at 1, and
/// moving it changes nothing.
open class MPVolumeView: UIView {
    /// What UIKit's sliders are high.
    private static let sliderHeight: CGFloat = 34

    private let slider = VolumeSlider(frame: .zero)
    private var observation: NSKeyValueObservation?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(slider)
        // On the main thread.
        observation = AVAudioSession.sharedInstance().observe(\.outputVolume, options: [.initial]) {
            [slider] session, _ in
            MainActor.assumeIsolated { slider.show(session.outputVolume) }
        }
    }

    /// Linux: always `nil`, as there are no archives of views.
    public required init?(coder: NSCoder) { nil }

    open var showsVolumeSlider: Bool {
        get { !slider.isHidden }
        set { slider.isHidden = !newValue }
    }

    /// Whether there is a button while sound can be sent elsewhere. Linux: the desktop's settings do that, so there is
    /// never one.
    @available(*, deprecated, message: "Use AVRoutePickerView instead.")
    open var showsRouteButton: Bool {
        get { wantsRouteButton }
        set { wantsRouteButton = newValue }
    }
    private var wantsRouteButton = true

    /// Where the slider is: in the middle of the bounds, and as wide.
    open func volumeSliderRect(forBounds bounds: CGRect) -> CGRect {
        CGRect(
            x: bounds.minX, y: bounds.midY - Self.sliderHeight / 2, width: bounds.width, height: Self.sliderHeight)
    }

    // MARK: Images

    /// What a person slides, as `UISlider.setThumbImage(_:for:)` has it.
    open func setVolumeThumbImage(_ image: UIImage?, for state: UIControl.State) {
        slider.setThumbImage(image, for: state)
    }

    /// The track below the volume, as `UISlider.setMinimumTrackImage(_:for:)` has it.
    open func setMinimumVolumeSliderImage(_ image: UIImage?, for state: UIControl.State) {
        slider.setMinimumTrackImage(image, for: state)
    }

    /// The track above the volume, as `UISlider.setMaximumTrackImage(_:for:)` has it.
    open func setMaximumVolumeSliderImage(_ image: UIImage?, for state: UIControl.State) {
        slider.setMaximumTrackImage(image, for: state)
    }

    /// - Returns: `nil` if that very state has none.
    open func volumeThumbImage(for state: UIControl.State) -> UIImage? { slider.thumbImage(for: state) }

    open func minimumVolumeSliderImage(for state: UIControl.State) -> UIImage? {
        slider.minimumTrackImage(for: state)
    }

    open func maximumVolumeSliderImage(for state: UIControl.State) -> UIImage? {
        slider.maximumTrackImage(for: state)
    }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        slider.frame = volumeSliderRect(forBounds: bounds)
    }

    open override var intrinsicContentSize: CGSize { slider.intrinsicContentSize }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { slider.sizeThatFits(size) }
}

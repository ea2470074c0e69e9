import CaptureEngine
import DeviceKinds
import Foundation
import UIKit

/// The slider of an ``MPVolumeView``.
///
/// A program that sets its value sets the volume, too: the only way that programs have on iOS.
final class VolumeSlider: UISlider {
    private let world = CaptureWorld.current

    override init(frame: CGRect) {
        super.init(frame: frame)
        accessibilityLabel = "Volume"
        addAction(
            UIAction { [weak self] _ in self?.setVolume() }, for: .valueChanged)
    }

    required init?(coder: NSCoder) { nil }

    override func setValue(_ value: Float, animated: Bool) {
        super.setValue(value, animated: animated)
        setVolume()
    }

    private func setVolume() { world.setOutputVolume(Double(value)) }

    /// Shows the volume that somebody has set.
    func show(_ volume: Float) { super.setValue(volume, animated: false) }
}

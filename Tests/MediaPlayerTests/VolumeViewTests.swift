import AVFAudio
import Foundation
import MediaPlayer
import SimulatedDevices
import TestSupport
import Testing

@MainActor @Suite(.ownPhone, .timeLimit(.minutes(1))) struct VolumeViewTests {
    private let phone = SimulatedPhone.ofTest

    private func slider(_ view: MPVolumeView) throws -> UISlider {
        try #require(view.subviews.compactMap { $0 as? UISlider }.first)
    }

    @Test func itFollowsTheVolume() async throws {
        phone.setVolume(0.25)
        let view = MPVolumeView(frame: .zero)
        let slider = try slider(view)
        #expect(slider.value == 0.25)
        phone.setVolume(0.75)
        // The suite's time limit ends a wait that would never end.
        while slider.value != 0.75 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(phone.volume == 0.75)
        withExtendedLifetime(view) {}
    }

    /// As camera apps do, for which the volume keys are a shutter.
    @Test func aProgramSetsTheVolumeThroughTheSlider() async throws {
        phone.setVolume(0.5)
        let view = MPVolumeView(frame: CGRect(x: -1000, y: 0, width: 100, height: 100))
        let slider = try slider(view)
        let session = AVAudioSession.sharedInstance()
        slider.value = 0.25
        #expect(phone.volume == 0.25)
        slider.setValue(7, animated: true)
        #expect(phone.volume == 1)
        while session.outputVolume != 1 { try await Task.sleep(for: .milliseconds(1)) }
        withExtendedLifetime(view) {}
    }

    @Test func aPersonSetsTheVolume() throws {
        phone.setVolume(0.5)
        let view = MPVolumeView(frame: .zero)
        try slider(view).moved(to: 0.125)
        #expect(phone.volume == 0.125)
    }

    @Test func withoutAMixerItIsAsLoudAsCanBe() throws {
        let view = MPVolumeView(frame: .zero)
        let slider = try slider(view)
        #expect(slider.value == 1)
        slider.value = 0.5
        #expect(phone.volume == nil && AVAudioSession.sharedInstance().outputVolume == 1)
    }

    @Test func itsImagesAreTheSliders() throws {
        let view = MPVolumeView(frame: .zero)
        let images = [UIImage(), UIImage(), UIImage()]
        view.setVolumeThumbImage(images[0], for: .highlighted)
        view.setMinimumVolumeSliderImage(images[1], for: .normal)
        view.setMaximumVolumeSliderImage(images[2], for: .normal)
        let slider = try slider(view)
        #expect(slider.thumbImage(for: .highlighted) === images[0] && slider.thumbImage(for: .normal) == nil)
        #expect(slider.currentMinimumTrackImage === images[1] && slider.currentMaximumTrackImage === images[2])
        #expect(view.volumeThumbImage(for: .highlighted) === images[0])
        #expect(view.minimumVolumeSliderImage(for: .normal) === images[1])
        #expect(view.maximumVolumeSliderImage(for: .normal) === images[2])
    }

    @Test func theSliderIsInTheMiddle() throws {
        let view = MPVolumeView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        view.layoutIfNeeded()
        #expect(try slider(view).frame == CGRect(x: 0, y: 33, width: 200, height: 34))
        #expect(view.sizeThatFits(CGSize(width: 80, height: 500)) == CGSize(width: 80, height: 34))
        view.showsVolumeSlider = false
        #expect(try slider(view).isHidden && !view.showsVolumeSlider)
    }
}

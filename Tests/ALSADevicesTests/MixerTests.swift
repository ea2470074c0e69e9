import ALSA
import Testing

@testable import ALSADevices

struct MixerTests {
    @Test func aMixerThatDoesNotExistHasNoVolume() {
        let volume = MixerVolume(name: "no-such-card")
        volume.setVolume(0.5)
        #expect(volume.volume == nil)
        let error = #expect(throws: ALSAError.self) { _ = try Mixer(name: "no-such-card") }
        #expect(error?.message.hasPrefix("cannot open the mixer of ALSA's \"no-such-card\": ") == true)
    }
}

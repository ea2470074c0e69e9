import AVCamCore
import SwiftUI

/// What can be chosen for the next photo or movie. A camera that lacks a feature does not offer it.
struct FeaturesToolbar<Model: Camera & Observable>: View {
    @Bindable var camera: Model

    var body: some View {
        HStack(spacing: 24) {
            switch camera.captureMode {
            case .photo:
                if camera.capabilities.flashModes.count > 1 { flash }
                if camera.capabilities.isLivePhotoCaptureSupported { livePhoto }
                quality
            case .video:
                if camera.capabilities.isHDRVideoSupported, camera.movieSpeed == .normal { hdr }
                speed
            }
        }
        .font(.title3)
        .foregroundStyle(.white)
        .tint(.white)
        .frame(minHeight: 32)
        .disabled(camera.captureActivity.isRecording)
    }

    private var flash: some View {
        Menu {
            Picker("Flash", selection: $camera.photoFeatures.flashMode) {
                Text("Automatic").tag(FlashMode.auto)
                Text("On").tag(FlashMode.on)
                Text("Off").tag(FlashMode.off)
            }
        } label: {
            Image(systemName: flashSymbol)
        }
        .accessibilityLabel("Flash")
        .accessibilityIdentifier("flash")
    }

    private var flashSymbol: String {
        switch camera.photoFeatures.flashMode {
        case .off: "bolt.slash.fill"
        case .on: "bolt.fill"
        case .auto: "bolt.badge.a.fill"
        }
    }

    private var livePhoto: some View {
        Button {
            camera.photoFeatures.isLivePhotoEnabled.toggle()
        } label: {
            Image(systemName: camera.photoFeatures.isLivePhotoEnabled ? "livephoto" : "livephoto.slash")
        }
        .buttonStyle(.plain)
        .accessibilityLabel("Live Photo")
        .accessibilityValue(camera.photoFeatures.isLivePhotoEnabled ? Text("On") : Text("Off"))
        .accessibilityIdentifier("live-photo")
    }

    private var quality: some View {
        Menu {
            Picker("Quality", selection: $camera.photoFeatures.quality) {
                Text("Best").tag(PhotoFeatures.Quality.quality)
                Text("Balanced").tag(PhotoFeatures.Quality.balanced)
                Text("Fast").tag(PhotoFeatures.Quality.speed)
            }
        } label: {
            Image(systemName: "slider.horizontal.3")
        }
        .accessibilityLabel("Quality")
        .accessibilityIdentifier("quality")
    }

    /// The chosen speed stays visible, because such movies have no sound.
    private var speed: some View {
        Menu {
            Picker("Speed", selection: $camera.movieSpeed) {
                Text("Normal").tag(MovieSpeed.normal)
                if camera.capabilities.hasSlowMotion { Text("Slow Motion").tag(MovieSpeed.slowMotion) }
                ForEach(MovieSpeed.intervals, id: \.self) { interval in
                    Text("Time-Lapse, every \(interval.formatted()) s").tag(MovieSpeed.timeLapse(interval: interval))
                }
            }
        } label: {
            Text(speedSign).font(.headline)
        }
        .accessibilityLabel("Speed")
        .accessibilityIdentifier("speed")
    }

    private var speedSign: String {
        switch camera.movieSpeed {
        case .slowMotion where camera.capabilities.hasSlowMotion: "SLO-MO"
        case .normal, .slowMotion: "1×"
        case .timeLapse(let interval): "\(interval.formatted()) s"
        }
    }

    private var hdr: some View {
        Button {
            camera.isHDRVideoEnabled.toggle()
        } label: {
            Text("HDR").font(.headline).opacity(camera.isHDRVideoEnabled ? 1 : 0.5)
        }
        .buttonStyle(.plain)
        .accessibilityLabel("HDR Video")
        .accessibilityValue(camera.isHDRVideoEnabled ? Text("On") : Text("Off"))
        .accessibilityIdentifier("hdr")
    }
}

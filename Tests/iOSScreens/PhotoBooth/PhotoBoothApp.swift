import AVFoundation
import PhotosUI
import SwiftUI
import UIKit

@main
struct PhotoBoothApp: App {
    @StateObject private var camera = BoothCamera()

    var body: some Scene {
        WindowGroup("Photo Booth") {
            BoothView().environmentObject(camera).preferredColorScheme(.dark)
        }
    }
}

struct BoothView: View {
    @EnvironmentObject private var camera: BoothCamera
    @State private var item: PhotosPickerItem?

    var body: some View {
        ZStack {
            BoothPreview(session: camera.session)
                .ignoresSafeArea()
                .blur(radius: camera.stage == .done ? 12 : 0)
            if case .counting(let seconds) = camera.stage {
                Text("\(seconds)")
                    .font(.system(size: 160, weight: .black, design: .rounded))
                    .shadow(radius: 8)
                    .id(seconds)
                    .transition(.scale.combined(with: .opacity))
            }
            VStack {
                if camera.stage != .done { thumbnails }
                Spacer()
                if camera.stage == .done { result } else { controls }
            }
            .padding()
        }
        .foregroundStyle(.white)
        .animation(.spring, value: camera.stage)
        .task { await camera.start() }
        .onChange(of: item) { _, item in
            Task { await load(item) }
        }
    }

    private var thumbnails: some View {
        HStack {
            ForEach(Array(camera.shots.enumerated()), id: \.offset) { index, shot in
                Image(uiImage: shot)
                    .resizable()
                    .scaledToFill()
                    .frame(width: 64, height: 48)
                    .clipShape(RoundedRectangle(cornerRadius: 8))
                    .accessibilityLabel("Shot \(index + 1)")
            }
            Spacer()
            if camera.savedCount > 0 {
                Label("\(camera.savedCount)", systemImage: "checkmark.circle.fill")
                    .symbolRenderingMode(.hierarchical)
                    .accessibilityLabel("\(camera.savedCount) saved")
            }
        }
        .frame(height: 48)
    }

    private var controls: some View {
        VStack(spacing: 24) {
            StylePicker(style: $camera.style)
            HStack {
                PhotosPicker(selection: $item, matching: .images) {
                    ZStack {
                        if let backdrop = camera.backdrop {
                            Image(uiImage: backdrop).resizable().scaledToFill()
                        } else {
                            Image(systemName: "photo.on.rectangle").font(.title2)
                        }
                    }
                    .frame(width: 52, height: 52)
                    .background(.ultraThinMaterial)
                    .clipShape(RoundedRectangle(cornerRadius: 10))
                }
                .accessibilityLabel(camera.backdrop == nil ? "Choose Backdrop" : "Change Backdrop")
                Spacer()
                Button {
                    Task { await camera.shoot() }
                } label: {
                    Circle().fill(.white).frame(width: 70, height: 70).overlay {
                        Circle().stroke(.black.opacity(0.3), lineWidth: 2).padding(5)
                    }
                }
                .accessibilityLabel("Shoot")
                .disabled(camera.stage != .ready)
                Spacer()
                Color.clear.frame(width: 52, height: 52)
            }
        }
    }

    @ViewBuilder private var result: some View {
        if let image = camera.strip {
            Image(uiImage: image)
                .resizable()
                .scaledToFit()
                .frame(maxHeight: 520)
                .shadow(radius: 12)
                .accessibilityLabel("Strip")
                .transition(.move(edge: .top))
        }
        HStack(spacing: 20) {
            Button("Again") { camera.again() }.buttonStyle(.bordered)
            Button("Save") { Task { await camera.save() } }.buttonStyle(.borderedProminent)
        }
        .controlSize(.large)
    }

    private func load(_ item: PhotosPickerItem?) async {
        guard let data = try? await item?.loadTransferable(type: Data.self) else { return }
        camera.backdrop = UIImage(data: data)
    }
}

/// A mark slides to what is chosen.
struct StylePicker: View {
    @Binding var style: StripStyle
    @Namespace private var space

    var body: some View {
        HStack(spacing: 4) {
            ForEach(StripStyle.allCases) { choice in
                Button {
                    withAnimation(.snappy) { style = choice }
                } label: {
                    Text(choice.rawValue)
                        .font(.subheadline.weight(.semibold))
                        .foregroundStyle(choice == style ? .black : .white)
                        .padding(.horizontal, 14)
                        .padding(.vertical, 8)
                        .background {
                            if choice == style {
                                Capsule().fill(.yellow).matchedGeometryEffect(id: "mark", in: space)
                            }
                        }
                }
                .buttonStyle(.plain)
                .accessibilityAddTraits(choice == style ? .isSelected : [])
            }
        }
        .padding(4)
        .background(.ultraThinMaterial, in: Capsule())
    }
}

struct BoothPreview: UIViewRepresentable {
    let session: AVCaptureSession

    final class PreviewView: UIView {
        override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
        var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
    }

    func makeUIView(context: Context) -> PreviewView {
        let view = PreviewView()
        view.previewLayer.session = session
        view.previewLayer.videoGravity = .resizeAspectFill
        return view
    }

    func updateUIView(_ uiView: PreviewView, context: Context) {}
}

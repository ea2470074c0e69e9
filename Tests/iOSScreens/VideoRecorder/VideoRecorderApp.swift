import AVKit
import SwiftUI
import UIKit

@main
struct VideoRecorderApp: App {
    @State private var model = RecorderModel()

    var body: some Scene {
        WindowGroup("Video Recorder") { RecorderView().environment(model) }
    }
}

struct RecorderView: View {
    @Environment(RecorderModel.self) private var model
    @State private var showsClips = false

    var body: some View {
        ZStack {
            Color.black.ignoresSafeArea()
            SessionPreview(session: model.session).ignoresSafeArea()
            VStack {
                if let start = model.startDate {
                    Text(start, style: .timer)
                        .font(.title3.monospacedDigit())
                        .padding(.horizontal, 12)
                        .padding(.vertical, 4)
                        .background(.red, in: Capsule())
                        .accessibilityLabel("Recording")
                }
                Spacer()
                controls
            }
            .padding()
            .foregroundStyle(.white)
        }
        .task { await model.prepare() }
        .sheet(isPresented: $showsClips) { ClipList() }
        .alert("Recording failed", isPresented: hasError) {
            Button("OK") {}
        } message: {
            Text(model.errorMessage ?? "")
        }
    }

    private var hasError: Binding<Bool> {
        Binding {
            model.errorMessage != nil
        } set: {
            if !$0 { model.errorMessage = nil }
        }
    }

    private var controls: some View {
        HStack {
            Button {
                showsClips = true
            } label: {
                Image(systemName: "film.stack").font(.title)
            }
            .accessibilityLabel("Clips")
            .disabled(model.isRecording)
            Spacer()
            Button {
                withAnimation(.spring(duration: 0.3)) { model.toggleRecording() }
            } label: {
                ZStack {
                    Circle().strokeBorder(.white, lineWidth: 4).frame(width: 72, height: 72)
                    RoundedRectangle(cornerRadius: model.isRecording ? 6 : 30)
                        .fill(.red)
                        .frame(width: model.isRecording ? 30 : 60, height: model.isRecording ? 30 : 60)
                }
            }
            .accessibilityLabel(model.isRecording ? "Stop" : "Record")
            .disabled(!model.isReady)
            Spacer()
            Button {
                model.switchCamera()
            } label: {
                Image(systemName: "arrow.triangle.2.circlepath.camera").font(.title)
            }
            .accessibilityLabel("Switch Camera")
            .disabled(model.isRecording)
        }
    }
}

struct SessionPreview: UIViewRepresentable {
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

struct ClipList: View {
    @Environment(RecorderModel.self) private var model
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            List {
                ForEach(model.clips) { clip in
                    NavigationLink(value: clip) {
                        HStack {
                            Text(clip.name)
                            Spacer()
                            Text(Duration.seconds(clip.seconds), format: .time(pattern: .minuteSecond))
                                .foregroundStyle(.secondary)
                        }
                    }
                }
                .onDelete { model.delete($0) }
            }
            .navigationTitle("Clips")
            .navigationDestination(for: Clip.self) { ClipPlayer(clip: $0) }
            .toolbar {
                ToolbarItem(placement: .topBarLeading) { EditButton() }
                ToolbarItem(placement: .confirmationAction) { Button("Close") { dismiss() } }
            }
        }
    }
}

struct ClipPlayer: View {
    let clip: Clip
    @State private var player: AVPlayer?

    var body: some View {
        VideoPlayer(player: player) {
            VStack {
                Text(clip.name).font(.caption).padding(6).background(.black.opacity(0.5), in: Capsule())
                Spacer()
            }
            .foregroundStyle(.white)
            .padding()
        }
        .navigationTitle(clip.name)
        .navigationBarTitleDisplayMode(.inline)
        .onAppear {
            let player = AVPlayer(url: clip.url)
            self.player = player
            player.play()
        }
        .onDisappear { player?.pause() }
    }
}

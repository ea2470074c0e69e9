// Each name of SwiftUI, and of what belongs to it, that at least two public capture apps use, once: that this file
// compiles is the test.
import AVKit
import Combine
import Foundation
import Observation
import PhotosUI
import SwiftUI
import UIKit

private final class OldModel: ObservableObject {
    @Published var zoom = 1.0
}

@Observable private final class NewModel {
    var title: LocalizedStringResource = "Camera"
}

private struct CountedApp: App {
    @StateObject private var old = OldModel()
    @State private var new = NewModel()
    var body: some Scene {
        WindowGroup { CountedView(shared: old).environment(new).environmentObject(old) }
    }
}

private struct RoundStyle: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
        configuration.label.scaleEffect(configuration.isPressed ? 0.9 : 1)
    }
}

private struct Framed: ViewModifier {
    func body(content: Content) -> some View { content.padding().border(Color.red, width: 1) }
}

private struct PreviewView: UIViewRepresentable {
    func makeUIView(context: Context) -> UIImageView { UIImageView(image: nil) }
    func updateUIView(_ uiView: UIImageView, context: Context) {}
}

private struct ShareView: UIViewControllerRepresentable {
    func makeUIViewController(context: Context) -> UIViewController { UIViewController() }
    func updateUIViewController(_ uiViewController: UIViewController, context: Context) {}
}

private struct CountedView: View {
    @ObservedObject var shared: OldModel
    @EnvironmentObject private var old: OldModel
    @Environment(NewModel.self) private var new
    @Environment(\.horizontalSizeClass) private var sizeClass: UserInterfaceSizeClass?
    @State private var mode = 0
    @State private var item: PhotosPickerItem?
    @State private var isShown = false

    @ViewBuilder var shapes: some View {
        let kinds: [AnyShape] = [AnyShape(Circle()), AnyShape(Capsule())]
        ForEach(0..<kinds.count, id: \.self) { kinds[$0].fill(.red) }
        RoundedRectangle(cornerRadius: 4).inset(by: 2).stroke(.white, style: StrokeStyle(lineWidth: 2))
        Circle().strokeBorder(Color.white, lineWidth: 2)
        Rectangle().foregroundStyle(.blue).contentShape(Rectangle())
    }

    var body: some View {
        ZStack {
            GeometryReader { (proxy: GeometryProxy) in
                PreviewView().frame(width: proxy.size.width).blur(radius: 2).ignoresSafeArea()
            }
            VStack {
                HStack {
                    Image(systemName: "bolt").resizable().scaledToFit().aspectRatio(1, contentMode: .fit)
                    Spacer()
                    Text("Photo").font(.headline).foregroundColor(.white).multilineTextAlignment(.center).fixedSize()
                }
                .background(Color.black.opacity(0.5)).clipShape(Capsule()).cornerRadius(4).clipped()
                shapes.overlay { EmptyView() }.shadow(radius: 2).rotationEffect(.degrees(90)).offset(x: 1)
                controls
                List { Section("Options") { Label("Grid", systemImage: "grid") } }
                Form { Text("Form") }
                ScrollView { LazyVGrid(columns: [GridItem(.flexible())]) { Text("cell") } }
                ShareView()
                VideoPlayer(player: AVPlayer(url: URL(fileURLWithPath: "clip.mov"))) { Text("Clip") }
            }
        }
        .modifier(Framed())
        .statusBarHidden()
        .gesture(DragGesture().onChanged { _ in }.onEnded { _ in })
        .simultaneousGesture(MagnificationGesture().onEnded { _ in })
        .onTapGesture {}
        .onLongPressGesture {}
        .onAppear {}
        .onDisappear {}
        .onChange(of: mode) { _, _ in }
        .task {}
        .onCameraCaptureEvent { event in event.play(.endVideoRecording) }
        .animation(.easeInOut, value: mode)
        .transition(.opacity)
        .sheet(isPresented: $isShown) { Text("Sheet") }
        .alert("Alert", isPresented: $isShown) { Button("OK") {} }
        .toolbar { Button("Done") {} }
        .navigationBarTitleDisplayMode(.inline)
    }

    private var controls: some View {
        Group {
            Picker("Mode", selection: $mode) { Text("Video").tag(1) }.pickerStyle(.segmented)
            Menu("More") { Button("Flip") {} }
            Button("Shoot") {}.buttonStyle(RoundStyle()).buttonBorderShape(.capsule).disabled(mode == 0)
            ProgressView().allowsHitTesting(false)
            PhotosPicker(selection: $item, matching: .images) { Text("Library") }
        }
        .environment(\.colorScheme, .dark)
    }

    private func zoom(_ value: Binding<Double>) -> some Gesture {
        MagnificationGesture().onChanged { value.wrappedValue = $0 }
    }
}

private struct CountedView_Previews: PreviewProvider {
    static var previews: some View { CountedView(shared: OldModel()) }
}

#Preview { CountedView(shared: OldModel()) }

import AVFoundation
import SwiftUI
import UIKit

struct CameraPreview: UIViewRepresentable {
    let model: ScannerModel

    final class PreviewView: UIView {
        override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

        var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
    }

    func makeUIView(context: Context) -> PreviewView {
        let view = PreviewView()
        view.backgroundColor = .black
        view.previewLayer.session = model.session
        view.previewLayer.videoGravity = .resizeAspectFill
        model.previewLayer = view.previewLayer
        return view
    }

    func updateUIView(_ uiView: PreviewView, context: Context) {}
}

/// Lines around a code.
struct CodeOutline: Shape {
    let corners: [CGPoint]

    func path(in rect: CGRect) -> Path {
        var path = Path()
        guard let first = corners.first else { return path }
        path.move(to: first)
        for corner in corners.dropFirst() { path.addLine(to: corner) }
        path.closeSubpath()
        return path
    }
}

/// The corners of a frame, and darkness around it.
struct Viewfinder: View {
    private let side: CGFloat = 260

    var body: some View {
        ZStack {
            ZStack {
                Color.black.opacity(0.6)
                RoundedRectangle(cornerRadius: 24).frame(width: side, height: side).blendMode(.destinationOut)
            }
            .compositingGroup()
            RoundedRectangle(cornerRadius: 24)
                .strokeBorder(.white, style: StrokeStyle(lineWidth: 3, dash: [40, side - 40]))
                .frame(width: side, height: side)
        }
        .allowsHitTesting(false)
        .accessibilityHidden(true)
    }
}

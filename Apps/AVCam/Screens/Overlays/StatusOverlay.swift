import AVCamCore
import SwiftUI

/// Why there is no picture, and what to do. Shows nothing while there is one.
struct StatusOverlay<Model: Camera & Observable>: View {
    let camera: Model

    var body: some View {
        if let sentence {
            VStack(spacing: 16) {
                Image(systemName: symbol)
                    .font(.system(size: 44))
                    .foregroundStyle(.secondary)
                    .accessibilityHidden(true)
                Text(verbatim: sentence)
                    .font(.headline)
                    .multilineTextAlignment(.center)
                if canTryAgain {
                    Button("Try Again") { Task { await camera.start() } }
                        .buttonStyle(.borderedProminent)
                }
            }
            .foregroundStyle(.white)
            .padding(24)
            .background(.black.opacity(0.7), in: .rect(cornerRadius: 16))
            .padding()
            .accessibilityElement(children: .contain)
            .accessibilityIdentifier("status")
        }
    }

    private var sentence: String? {
        switch camera.status {
        case .unknown, .running: nil
        case .unauthorized: "This app may not use the camera. Allow it in the system's settings."
        case .noCamera: "There is no camera. It starts when you connect one."
        case .failed(let reason): reason.text()
        case .interrupted(let reason): reason?.sentence ?? "Another app is using the camera."
        }
    }

    private var symbol: String {
        switch camera.status {
        case .unauthorized: "lock"
        case .interrupted: "pause.circle"
        default: "exclamationmark.triangle"
        }
    }

    private var canTryAgain: Bool {
        switch camera.status {
        case .unauthorized, .failed: true
        default: false
        }
    }
}

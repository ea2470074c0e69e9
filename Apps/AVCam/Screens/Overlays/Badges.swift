import SwiftUI

/// How long the movie is so far.
struct RecordingTimeView: View {
    let seconds: Double

    var body: some View {
        Text(verbatim: text)
            .font(.title3.monospacedDigit())
            .foregroundStyle(.white)
            .padding(.horizontal, 10)
            .padding(.vertical, 4)
            .background(.red, in: .rect(cornerRadius: 8))
            .accessibilityLabel("Recording")
            .accessibilityValue(Text(verbatim: text))
            .accessibilityIdentifier("recording-time")
    }

    private var text: String {
        let whole = Int(seconds)
        let parts = [whole / 3600, whole / 60 % 60, whole % 60]
        return parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    }
}

/// The movie of a Live Photo is being recorded.
struct LiveBadge: View {
    var body: some View {
        Text("LIVE")
            .font(.subheadline.bold())
            .foregroundStyle(.black)
            .padding(.horizontal, 8)
            .padding(.vertical, 3)
            .background(.yellow, in: .rect(cornerRadius: 4))
            .accessibilityLabel("Recording a Live Photo")
    }
}

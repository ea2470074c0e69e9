import AVFoundation

/// How a recording ended must be told, whatever else happens at that moment.
extension Message {
    /// What is told instead of this one, which has been told for a moment at most, when there is other news.
    ///
    /// | this one | the news | what is told |
    /// | --- | --- | --- |
    /// | how a recording ended | another camera is used | the news, and what became of the recording |
    /// | another camera is used | how a recording ended | the same |
    /// | how a recording ended | how the next one ended | the news |
    /// | how a recording ended | any other | the news, then this one |
    /// | any other | any other | the news |
    package func replaced(by news: Message) -> Message {
        if isOfEndedRecording { return news.isOfEndedRecording ? news : news.withRecording(self) }
        return news.isOfEndedRecording && isOfReplacement ? withRecording(news) : news
    }

    private func withRecording(_ recording: Message) -> Message {
        // That the camera was unplugged need not be told twice.
        let isSaid = isOfReplacement && recording.format == Message(AVError(.deviceWasDisconnected)).format
        guard let rest = isSaid ? recording.outcome : recording else { return self }
        return followed(by: rest)
    }

    private var isOfReplacement: Bool { format == CameraError.cameraReplaced("").message.format }
}

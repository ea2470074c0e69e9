import AVCamCore
import Foundation
import GtkSupport

/// Plays a movie with its sound, or the movie of a Live Photo while the user points at it or holds it.
final class ItemPlayer {
    /// Called with a title and advice if something cannot be played.
    var onFailure: (String, Message) -> Void = { _, _ in }

    private let picture: Widget
    private let moving: Widget
    private let playButton: Widget
    private let live: Widget
    private let controls: Widget
    private let names: MediaControlNames
    private let timeLeft: TimeLeft
    private let spinner: Widget
    /// The size at which a movie is shown, in pixels.
    private let size: () -> CGSize
    private var item: MediaItem?
    private var stream: MediaStream?
    private var opening: Task<Void, Never>?

    init(_ interface: Interface, size: @escaping () -> CGSize) {
        self.size = size
        picture = interface["picture"]
        moving = interface["moving"]
        playButton = interface["play"]
        live = interface["live"]
        controls = interface["controls"]
        spinner = interface["spinner"]
        names = MediaControlNames(
            of: controls, play: gettext("Play"), pause: gettext("Pause"), position: gettext("Position"),
            volume: gettext("Volume"), louder: gettext("Louder"), quieter: gettext("Quieter"))
        timeLeft = TimeLeft(in: controls)
        // A movie that is out of sight, for example behind a locked desktop, must not be heard.
        controls.on("unmap") { [weak self] in self?.stream?.pause() }
        live.onHover { [weak self] isOver in self?.hold(isOver) }
    }

    /// Shows the controls for what the item can play.
    func prepare(_ item: MediaItem) {
        self.item = item
        showPlayButton(item.kind == .movie)
        playButton.verticalAlignment = .center
        live.visible = item.kind == .livePhoto
    }

    /// Makes room for a message in the middle of the page, because a movie without a still picture may still play.
    func stepAside() { playButton.verticalAlignment = .end }

    /// Where the movie stands, in seconds; `nil` while none is open.
    var moment: Double? { stream.flatMap { $0.isPrepared ? $0.time : nil } }

    /// Resumes or pauses.
    func toggle() {
        if let stream, stream.isPlaying {
            item?.kind == .movie ? stream.pause() : close()
        } else if let stream {
            if stream.hasEnded { stream.seek(toSeconds: 0) }
            stream.play()
        } else {
            open()
        }
    }

    /// Plays a Live Photo while it is held.
    func hold(_ isHeld: Bool) {
        guard item?.kind == .livePhoto else { return }
        if !isHeld { close() } else if stream == nil { open() }
    }

    /// Closes everything, because the page shows something else.
    func stop() {
        close()
        item = nil
        showPlayButton(false)
        live.visible = false
    }

    private func open() {
        guard let item, item.kind != .photo, opening == nil else { return }
        opening = Task { [weak self] in
            // The first time, this takes a while.
            self?.spinner.spinning = true
            let isAvailable = await MediaStream.isAvailable
            // If it was cancelled, the canceller has cleared it and may have started another.
            defer { if !Task.isCancelled { self?.opening = nil } }
            if Task.isCancelled { return }
            guard isAvailable else {
                self?.spinner.spinning = false
                self?.failForWantOfPlayer()
                return
            }
            do {
                let files = try await item.files()
                guard !Task.isCancelled, let self, self.item == item else { return }
                if let movie = item.kind == .movie ? files.primary : files.livePhotoMovie {
                    start(movie.path, duration: item.kind == .movie ? item.duration : 0)
                }
            } catch {
                if Task.isCancelled { return }
                self?.spinner.spinning = false
                self?.onFailure(gettext("Cannot Play This Item"), Message(error))
            }
        }
    }

    private func failForWantOfPlayer() {
        onFailure(
            gettext("Movies Cannot Be Played"),
            Message(
                translatable(
                    "Install the packages gstreamer1.0-plugins-base and gstreamer1.0-plugins-good and start AVCam again."
                )))
    }

    private func start(_ path: String, duration: Double) {
        let stream = MediaStream(path: path, duration: duration)
        self.stream = stream
        stream.onChange(of: "error") { [weak self] in self?.failed() }
        stream.onChange(of: "playing") { [weak self] in self?.showState() }
        stream.onChange(of: "prepared") { [weak self] in self?.showState() }
        stream.onChange(of: "timestamp") { [weak self] in
            // Not with each frame.
            if let self, self.stream?.isPlaying == false { sayMoment() }
        }
        stream.on("notify::ended") { [weak self] in self?.ended() }
        stream.paintable.isDrawnByCairo = { [moving] in moving.isDrawnByCairo }
        stream.paintable.onResize = { [weak self] _, _ in self?.resized() }
        resized()
        moving.paintable = stream.paintable as Object?
        controls.mediaStream = stream as Object?
        showPlayButton(false)
        spinner.spinning = true
        stream.play()
    }

    private func resized() {
        let size = size()
        stream?.setLargestSize(width: size.width, height: size.height)
    }

    private func showState() {
        guard let stream, let item else { return }
        if stream.isPrepared { spinner.spinning = false }
        // Until the movie has a frame, its still picture is shown.
        moving.visible = stream.isPrepared && stream.hasPicture
        showPlayButton(item.kind == .movie && stream.isPrepared && !stream.isPlaying && stream.time == 0)
        controls.visible = item.kind == .movie && stream.isPrepared
        names.say(isPlaying: stream.isPlaying)
        sayMoment()
        live.setClass("playing", item.kind == .livePhoto && stream.isPlaying)
    }

    private func showPlayButton(_ isShown: Bool) {
        // GTK would give the focus to whatever comes next.
        if !isShown, playButton.hasFocus { picture.grabFocus() }
        playButton.visible = isShown
    }

    /// Announces the position when a person changes it, not each second of a movie that plays.
    private func sayMoment() {
        guard let stream, let item, stream.isPrepared else { return }
        let moment = filled(
            gettext("%s of %s"), MediaText.clock(stream.time), MediaText.clock(item.duration))
        names.say(moment: stream.isPlaying ? nil : moment)
    }

    private func ended() {
        guard let stream, stream.hasEnded else { return }
        timeLeft.correct()
        if item?.kind == .livePhoto { close() }
    }

    private func failed() {
        guard let reason = stream?.failure else { return }
        close()
        onFailure(
            gettext("Cannot Play This Item"),
            Message(
                translatable("The package gstreamer1.0-libav has the decoders for H.264, HEVC and AAC."), detail: reason
            ))
    }

    private func close() {
        opening?.cancel()
        opening = nil
        stream?.pause()
        stream = nil
        spinner.spinning = false
        moving.visible = false
        moving.paintable = nil as Object?
        // GTK would give the focus to whatever comes next: after a cut, to what leaves the viewer.
        if controls.containsFocus { picture.grabFocus() }
        controls.visible = false
        controls.mediaStream = nil as Object?
        live.removeClass("playing")
        playButton.visible = item?.kind == .movie
    }
}

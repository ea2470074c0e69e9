/// Series: a photo at each interval, from one press of the shutter to the next.
extension CameraModel {
    /// A series that is under way. The model holds it until its last photo is saved.
    struct Series {
        let task: Task<Void, Never>
        var progress = SeriesProgress()
        /// The wait for the next photo.
        var wait: Task<Void, Never>?
    }

    package var series: SeriesProgress? { runningSeries?.progress }

    /// Takes photos until ``endSeries()``, or until one fails. Returns when all of them are saved.
    func takeSeries() async {
        guard runningSeries == nil, burst == nil else { return }
        let task = Task { await takePhotosOfSeries() }
        runningSeries = Series(task: task)
        await task.value
        runningSeries = nil
        await captureEnded()
    }

    package func endSeries() {
        runningSeries?.progress.isEnding = true
        runningSeries?.wait?.cancel()
    }

    /// The presses keep to the interval, however long each photo takes. One that is late because the photo before it
    /// took longer is left out.
    private func takePhotosOfSeries() async {
        let interval = Duration.seconds(seriesInterval.seconds)
        let start = now()
        var number = 0
        while let progress = runningSeries?.progress, !progress.isEnding, captureMode == .photo {
            guard let count = await takePhotos() else { break }
            runningSeries?.progress.count += count
            number = max(number + 1, Int((now() - start) / interval) + 1)
            await wait(until: start + interval * number)
        }
    }

    private func wait(until moment: ContinuousClock.Instant) async {
        guard runningSeries?.progress.isEnding == false else { return }
        let wait = Task { [sleep, now] in
            // The end of the series ends the wait.
            _ = try? await sleep(moment - now())
        }
        runningSeries?.wait = wait
        await wait.value
        runningSeries?.wait = nil
    }
}

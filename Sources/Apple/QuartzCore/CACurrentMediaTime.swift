import Foundation
import MissingFoundation

/// Now, in seconds of the clock that frames are timed by. Source: Apple, CACurrentMediaTime().
public func CACurrentMediaTime() -> CFTimeInterval {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return CFTimeInterval(time.tv_sec) + CFTimeInterval(time.tv_nsec) / 1_000_000_000
}

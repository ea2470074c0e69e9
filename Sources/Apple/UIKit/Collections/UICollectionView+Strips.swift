import Foundation

/// The sections that scroll by themselves, each in a view of its own.
extension UICollectionView {
    func placeStrips() {
        for section in strips.keys where collectionViewLayout.strip(ofSection: section) == nil { removeStrip(section) }
        for section in 0..<numberOfSections {
            guard let strip = collectionViewLayout.strip(ofSection: section) else { continue }
            let frame = flipped(strip.frame)
            if let view = strips[section] {
                view.show(strip, frame: frame, isFlipped: isFlipped)
                continue
            }
            let view = StripView(strip, frame: frame, isFlipped: isFlipped)
            view.onMove = { [weak self, weak view] in
                guard let self, let view, let section = strips.first(where: { $0.value === view })?.key else { return }
                collectionViewLayout.setOffset(
                    view.layoutOffset, passing: view.seenOfLayout, ofSection: section)
                setNeedsLayout()
            }
            strips[section] = view
            insertSubview(view, at: backgroundView == nil ? 0 : 1)
            view.onMove?()
        }
    }

    /// The parts of sections that scroll by themselves go with their sections.
    func followStrips(_ changes: FollowedChanges) {
        var new: [Int: StripView] = [:]
        for (section, view) in strips {
            if let place = changes.section(section) { new[place] = view } else { view.removeFromSuperview() }
        }
        strips = new
    }

    private func removeStrip(_ section: Int) {
        guard let view = strips.removeValue(forKey: section) else { return }
        for path in shown.paths where path.section == section { remove(path) }
        view.removeFromSuperview()
        collectionViewLayout.setOffset(.zero, passing: nil, ofSection: section)
    }

    func strip(ofSection section: Int) -> UIScrollView? { strips[section] }
}

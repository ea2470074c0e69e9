/// What a row stands on: its color, its line, and the buttons that delete it.
struct RowBackground: View {
    let place: RowPlace
    let rows: Rows
    @Environment(\.editMode) private var editMode

    var body: some View {
        let position = place.position.read()
        let value = position.value
        let isSelected = value.map { rows.selection?.contains($0) ?? false } ?? false
        let cell = colored(position, isSelected).overlay { buttons(position) }
        if let value, let selection = rows.selection {
            cell.accessibilityAddTraits(isSelected ? .isSelected : [])
                .modified(Pressable(traits: .isButton, label: position.text) { selection.toggle(value) })
                .onTapGesture { selection.toggle(value) }
        } else {
            cell
        }
    }

    private func colored(_ position: RowPlace.Position, _ isSelected: Bool) -> some View {
        let radius: CGFloat = rows.look.isInset ? 10 : 0
        let shape = UnevenRoundedRectangle(
            topLeadingRadius: position.isFirst ? radius : 0, bottomLeadingRadius: position.isLast ? radius : 0,
            bottomTrailingRadius: position.isLast ? radius : 0, topTrailingRadius: position.isFirst ? radius : 0)
        return shape.fill(isSelected ? Color.gray.opacity(0.35) : rows.look.isInset ? .groupedCell : .screen)
            .overlay(alignment: .top) {
                if !position.isFirst { Divider().padding(.leading, 16) }
            }
    }

    private func buttons(_ position: RowPlace.Position) -> some View {
        let isEditing = position.canBeDeleted && editMode?.wrappedValue.isEditing ?? false
        let pull = position.canBeDeleted ? place.pull.read() : 0
        let place = place
        let name = position.text.map { " " + $0 } ?? ""
        return HStack(spacing: 0) {
            if isEditing {
                Button {
                    withAnimation(.easeOut(duration: 0.2)) { place.pull.write(RowPlace.buttonWidth) }
                } label: {
                    Image(systemName: "minus.circle.fill").foregroundStyle(Color.red).frame(width: 30, height: 44)
                }
                .padding(.leading, 12)
                .accessibilityLabel(Text(verbatim: "Remove" + name))
            }
            Spacer(minLength: 0)
            if pull > 0 {
                Button {
                    withAnimation { place.delete?() }
                } label: {
                    Text("Delete").font(.body).foregroundStyle(Color.white).lineLimit(1)
                        .frame(width: pull).frame(maxHeight: .infinity).background(Color.red)
                }
                .accessibilityLabel(Text(verbatim: "Delete" + name))
            }
        }
        .buttonStyle(.plain)
        .modified(RowRoom(place: place, leading: isEditing ? 34 : 0, pull: pull))
    }
}

/// Lays the row out beside its buttons.
private struct RowRoom: Event {
    let place: RowPlace
    let leading: CGFloat
    let pull: CGFloat

    func update(_ node: EventNode, from old: Self?) {
        guard place.room != (leading, pull) else { return }
        place.room = (leading, pull)
        node.layoutChanged()
    }
}

/// A touch that moves a row aside. A row that is moved far is deleted.
final class RowSwipe: Recognizer {
    private let place: RowPlace
    private var start: (touch: TouchInput, pull: CGFloat)?
    private var isActive = false

    init(_ place: RowPlace) { self.place = place }

    func take(_ touch: TouchInput) -> Bool {
        guard place.delete != nil else { return false }
        switch touch.phase {
        case .began: start = (touch, place.pull.read())
        case .moved:
            guard let start, touch.id == start.touch.id else { return isActive }
            let (x, y) = (touch.location.x - start.touch.location.x, touch.location.y - start.touch.location.y)
            isActive = isActive || abs(x) >= 10 && abs(x) > abs(y) && (x < 0 || start.pull > 0)
            if isActive { place.pull.write(max(0, start.pull - x)) }
        case .ended:
            guard let start, touch.id == start.touch.id else { return isActive }
            let pull = place.pull.read()
            // A tap on an open row closes it; one on its button was the button's.
            if isActive { settle(pull) } else if start.pull > 0 { settle(0) }
            self.start = nil
            defer { isActive = false }
            return isActive
        case .cancelled: cancel()
        }
        return isActive
    }

    private func settle(_ pull: CGFloat) {
        let width = RowPlace.buttonWidth
        withAnimation(.easeOut(duration: 0.2)) {
            if pull > 2.5 * width { place.delete?() }
            place.pull.write(pull > width / 2 ? width : 0)
        }
    }

    func cancel() {
        if isActive { settle(0) }
        (start, isActive) = (nil, false)
    }
}

/// What a row stands on: its color, its line, and the buttons that delete it.
struct RowBackground: View {
    let place: RowPlace
    let rows: Rows
    @Environment(\.editMode) private var editMode
    @Environment(\.splitPlace) private var splitPlace

    var body: some View {
        let position = place.position.read()
        let value = position.value
        let isSelected = value.map { rows.selection?.contains($0) ?? false } ?? false
        let cell = colored(position, isSelected).overlay { buttons(position) }
        if let value, let selection = rows.selection {
            cell.accessibilityAddTraits(isSelected ? .isSelected : [])
                .modified(Pressable(traits: .isButton, label: position.text) { choose(value, selection) })
                .onTapGesture { choose(value, selection) }
        } else {
            cell
        }
    }

    private func choose(_ value: AnyHashable, _ selection: ListSelection) {
        selection.toggle(value)
        // In a split view, the next column shows it.
        guard let splitPlace, splitPlace.leadsOn, editMode?.wrappedValue.isEditing != true else { return }
        splitPlace.model.chosen(in: splitPlace.column, clear: selection.clear)
    }

    private func colored(_ position: RowPlace.Position, _ isSelected: Bool) -> some View {
        let radius: CGFloat = rows.look.isInset ? 10 : 0
        let shape = UnevenRoundedRectangle(
            topLeadingRadius: position.isFirst ? radius : 0, bottomLeadingRadius: position.isLast ? radius : 0,
            bottomTrailingRadius: position.isLast ? radius : 0, topTrailingRadius: position.isFirst ? radius : 0)
        let own = isSelected ? nil : place.background.read()?.view
        return Group {
            if let own {
                Color.clear.overlay { own }.clipShape(shape)
            } else {
                shape.fill(isSelected ? Color.gray.opacity(0.35) : rows.look.isInset ? .groupedCell : .screen)
            }
        }
        .overlay(alignment: .top) {
            if !position.isFirst && position.hasLine { Divider().padding(.leading, 16) }
        }
    }

    private func buttons(_ position: RowPlace.Position) -> some View {
        let isEditing = editMode?.wrappedValue.isEditing ?? false
        let isDeletable = isEditing && position.canBeDeleted
        let isMovable = isEditing && position.canBeMoved
        let pull = min(
            max(place.pull.read(), position.hasLeading ? -.infinity : 0), position.hasTrailing ? .infinity : 0)
        let place = place
        let name = position.text.map { " " + $0 } ?? ""
        return HStack(spacing: 0) {
            if pull < 0 { SwipeButtons(place: place, edge: .leading, width: -pull) }
            if isDeletable {
                Button {
                    withAnimation(.easeOut(duration: 0.2)) { place.pull.write(RowPlace.buttonWidth) }
                } label: {
                    Image(systemName: "minus.circle.fill").foregroundStyle(Color.red).frame(width: 30, height: 44)
                }
                .padding(.leading, 12)
                .accessibilityLabel(Text(verbatim: "Remove" + name))
            }
            Spacer(minLength: 0)
            if isMovable { MoveHandle(place: place, name: name) }
            if pull > 0 { trailing(pull, name) }
        }
        .buttonStyle(.plain)
        .modified(
            RowRoom(
                place: place,
                room: RowPlace.Room(
                    leading: isDeletable ? 34 : 0, trailing: isMovable ? 34 : 0, pull: pull, lift: place.lift.read())))
    }

    @ViewBuilder private func trailing(_ pull: CGFloat, _ name: String) -> some View {
        let place = place
        if place.swipes(at: .trailing).isEmpty {
            Button {
                withAnimation { place.delete?() }
            } label: {
                Text("Delete").font(.body).foregroundStyle(Color.white).lineLimit(1)
                    .frame(width: pull).frame(maxHeight: .infinity).background(Color.red)
            }
            .accessibilityLabel(Text(verbatim: "Delete" + name))
        } else {
            SwipeButtons(place: place, edge: .trailing, width: pull)
        }
    }
}

/// Lays the row out beside its buttons.
private struct RowRoom: Event {
    let place: RowPlace
    let room: RowPlace.Room

    func update(_ node: EventNode, from old: Self?) {
        guard place.room != room else { return }
        place.room = room
        node.layoutChanged()
    }
}

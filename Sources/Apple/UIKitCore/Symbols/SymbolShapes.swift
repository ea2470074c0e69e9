/// The symbols' shapes: drawn for this project on a grid of 24 by 24, y down.
///
/// A line that is not indented names a shape, then the variants that exist beside the plain one: those of
/// ``Symbol/Variant``, or another name for the shape itself. What is indented are its layers: `b` its body, which
/// `fill` fills; `l` lines; `d` filled details. In a filled variant lines and details that lie in the body are cut out.
///
/// Steps are `M`ove, `L`ine and `Q`uadratic curve with absolute coordinates. `O` is a circle by its center and radius,
/// `R` a rectangle by its place, size and corner radius. `A` is an arc by center, radius, first and last angle in
/// degrees, clockwise from the right; `a` is the same with a line to its start. `Z` closes.
enum SymbolShapes {
    static let text = """
        xmark circle circle.fill square square.fill
          l M5 5 L19 19 M19 5 L5 19
        checkmark circle circle.fill square square.fill seal seal.fill
          l M4 13 L9.5 18.5 L20 6
        plus circle circle.fill square square.fill
          l M12 4 L12 20 M4 12 L20 12
        minus circle circle.fill square square.fill
          l M4 12 L20 12
        multiply circle circle.fill square square.fill
          l M5.5 5.5 L18.5 18.5 M18.5 5.5 L5.5 18.5
        plusminus circle circle.fill
          l M12 3 L12 13 M7 8 L17 8 M7 19 L17 19
        questionmark circle circle.fill square square.fill
          l A12 8 4.5 180 405 Q12 13 12 16
          d O12 20.5 1.4
        exclamationmark circle circle.fill square square.fill triangle triangle.fill
          l M12 4 L12 15
          d O12 20 1.4
        info circle circle.fill square square.fill
          l M10 10 L12.5 10 L12.5 19 M9.5 19 L15.5 19
          d O12 5 1.6
        ellipsis circle circle.fill
          d O5 12 1.9 O12 12 1.9 O19 12 1.9
        chevron.left circle circle.fill square square.fill
          l M15 4 L7 12 L15 20
        chevron.right circle circle.fill square square.fill
          l M9 4 L17 12 L9 20
        chevron.backward circle circle.fill
          l M15 4 L7 12 L15 20
        chevron.forward circle circle.fill
          l M9 4 L17 12 L9 20
        chevron.up circle circle.fill square square.fill
          l M4 16 L12 8 L20 16
        chevron.down circle circle.fill square square.fill
          l M4 8 L12 16 L20 8
        sidebar.left
          l M3 5 L21 5 L21 19 L3 19 L3 5 M9 5 L9 19
        chevron.compact.down
          l M3 10 L12 14 L21 10
        chevron.compact.up
          l M3 14 L12 10 L21 14
        chevron.up.chevron.down
          l M7 9 L12 4 L17 9 M7 15 L12 20 L17 15
        arrow.left circle circle.fill square
          l M20 12 L4 12 M11 5 L4 12 L11 19
        arrow.right circle circle.fill square
          l M4 12 L20 12 M13 5 L20 12 L13 19
        arrow.backward circle circle.fill
          l M20 12 L4 12 M11 5 L4 12 L11 19
        arrow.forward circle circle.fill
          l M4 12 L20 12 M13 5 L20 12 L13 19
        arrow.up circle circle.fill square
          l M12 20 L12 4 M5 11 L12 4 L19 11
        arrow.down circle circle.fill square
          l M12 4 L12 20 M5 13 L12 20 L19 13
        arrow.up.right circle circle.fill square
          l M6 18 L18 6 M8 6 L18 6 L18 16
        arrow.up.left.and.arrow.down.right circle circle.fill
          l M10 10 L4 4 M4 9.5 L4 4 L9.5 4 M14 14 L20 20 M20 14.5 L20 20 L14.5 20
        arrow.down.right.and.arrow.up.left circle circle.fill
          l M4 4 L10 10 M10 4.5 L10 10 L4.5 10 M20 20 L14 14 M14 19.5 L14 14 L19.5 14
        arrow.left.and.right circle circle.fill
          l M3 12 L21 12 M7.5 7 L3 12 L7.5 17 M16.5 7 L21 12 L16.5 17
        arrow.up.and.down circle circle.fill
          l M12 3 L12 21 M7 7.5 L12 3 L17 7.5 M7 16.5 L12 21 L17 16.5
        arrow.left.arrow.right circle circle.fill
          l M4 8 L20 8 M16 4 L20 8 L16 12 M20 16 L4 16 M8 12 L4 16 L8 20
        arrow.up.arrow.down circle circle.fill
          l M8 20 L8 4 M4 8 L8 4 L12 8 M16 4 L16 20 M12 16 L16 20 L20 16
        arrow.uturn.backward circle circle.fill
          l M9 4 L4 9 L9 14 M4 9 L14 9 a14 14.5 5.5 -90 90 L8 20
        arrow.uturn.forward circle circle.fill
          l M15 4 L20 9 L15 14 M20 9 L10 9 a10 14.5 5.5 270 90 L16 20
        arrow.clockwise circle circle.fill
          l A12 13 8 -50 -360 M12.5 2.5 L17.5 6.5 L13 11
        arrow.counterclockwise circle circle.fill
          l A12 13 8 -130 180 M11.5 2.5 L6.5 6.5 L11 11
        arrow.triangle.2.circlepath circle circle.fill
          l A12 12 8.5 195 330 A12 12 8.5 15 150
          d M16 8.6 L22.5 9.8 L20.6 3.6 Z M8 15.4 L1.5 14.2 L3.4 20.4 Z
        arrow.triangle.2.circlepath.camera fill
          b M5 6.5 L7.5 6.5 L9 4 L15 4 L16.5 6.5 L19 6.5 Q22 6.5 22 9.5 L22 17 Q22 20 19 20 L5 20 Q2 20 2 17 L2 9.5 \
        Q2 6.5 5 6.5 Z
          l A12 13 4 190 320 A12 13 4 10 140
          d M13.2 11.6 L17.3 12.2 L16.3 8.6 Z M10.8 14.4 L6.7 13.8 L7.7 17.4 Z
        arrow.down.to.line
          l M12 3 L12 16 M6 10 L12 16 L18 10 M4 20.5 L20 20.5
        rotate.left fill
          b R4 9.5 11 11 2.5
          l A13 11 8 -90 40 M16 0.8 L12.8 3 L15.2 6.2
        rotate.right fill
          b R9 9.5 11 11 2.5
          l A11 11 8 -90 -220 M8 0.8 L11.2 3 L8.8 6.2
        camera fill circle circle.fill
          b M5 6.5 L7.5 6.5 L9 4 L15 4 L16.5 6.5 L19 6.5 Q22 6.5 22 9.5 L22 17 Q22 20 19 20 L5 20 Q2 20 2 17 L2 9.5 \
        Q2 6.5 5 6.5 Z
          l O12 13 4
        camera.rotate fill
          b M5 6.5 L7.5 6.5 L9 4 L15 4 L16.5 6.5 L19 6.5 Q22 6.5 22 9.5 L22 17 Q22 20 19 20 L5 20 Q2 20 2 17 L2 9.5 \
        Q2 6.5 5 6.5 Z
          l A12 13 4 -60 200
          d M10.5 6.2 L15.6 9 L11 11.6 Z
        camera.filters
          l O12 8 5 O8.5 15 5 O15.5 15 5
        camera.aperture
          l O12 12 9.5 M12 2.5 L16 9.5 M20.2 7.2 L16 14.5 M20.2 16.8 L12 17 M12 21.5 L8 14.5 M3.8 16.8 L8 9.5 M3.8 \
        7.2 L12 7
        camera.macro circle circle.fill
          l O12 5.5 2.6 O7.6 8.5 2.6 O16.4 8.5 2.6 O12 9.8 1.8 M12 12 L12 21 Q6 21 5 16 Q10 15.5 12 19 Q14 15.5 19 \
        16 Q18 21 12 21
        camera.metering.spot
          l R2.5 5 19 14 3
          d O12 12 2.2
        camera.metering.matrix
          l R2.5 5 19 14 3 M2.5 12 L8 12 M16 12 L21.5 12 M12 5 L12 8 M12 16 L12 19 O12 12 4
        video fill slash slash.fill circle circle.fill
          b R1.5 6 14 12 3 M17 10.5 L22.5 7 L22.5 17 L17 13.5 Z
        bolt fill slash slash.fill circle circle.fill
          b M14 2 L5 13.5 L11 13.5 L9.5 22 L19 10 L12.7 10 Z
        bolt.badge.a fill
          b M12 2 L3 13.5 L9 13.5 L7.5 22 L14 14 M17 10 L10.7 10 L12 2
          l M15 21.5 L18 13.5 L21 21.5 M16.1 19 L19.9 19
        bolt.badge.automatic fill
          b M12 2 L3 13.5 L9 13.5 L7.5 22 L14 14 M17 10 L10.7 10 L12 2
          l M15 21.5 L18 13.5 L21 21.5 M16.1 19 L19.9 19
        bolt.horizontal fill circle circle.fill
          b M2 10 L13.5 19 L13.5 13 L22 14.5 L10 5 L10 11.3 Z
        flashlight.on fill
          b M6 2.5 L18 2.5 L18 6 Q18 9 15.5 11 L15.5 21.5 L8.5 21.5 L8.5 11 Q6 9 6 6 Z
          l M6 6 L18 6 M12 13 L12 16
        flashlight.off fill
          b M6 2.5 L18 2.5 L18 6 Q18 9 15.5 11 L15.5 21.5 L8.5 21.5 L8.5 11 Q6 9 6 6 Z
          l M6 6 L18 6 M12 13 L12 16 M3 3 L21 21
        photo fill circle circle.fill
          b R2 4 20 16 3
          l M2.5 17 L8 11.5 L12.5 16 L15.5 13 L21.5 18.5
          d O16 8.8 1.8
        photo.on.rectangle angled
          b R1.5 7.5 16 13 2.5
          l M2 18 L6.5 13.5 L10 17 L12.5 14.5 L17 19 M6.5 4 L20 4 Q22.5 4 22.5 6.5 L22.5 16
          d O13 11.5 1.4
        photo.fill.on.rectangle.fill
          d R1.5 8 16 12.5 2.5 M5 5.5 L5 5 Q5 3.5 6.5 3.5 L20 3.5 Q22.5 3.5 22.5 6 L22.5 15 Q22.5 16.5 20 16.5 L19.5 \
        16.5 L19.5 8.5 Q19.5 5.5 17 5.5 Z
        photo.stack fill
          b R2 8 20 13 3
          l M2.5 19 L8 14 L12.5 18 L15.5 15.5 L21.5 20 M5 5 L19 5 M7.5 2.3 L16.5 2.3
        rectangle fill slash
          b R2 5 20 14 3
        rectangle.portrait fill
          b R5 2 14 20 3
        rectangle.on.rectangle fill circle
          b R1.5 8 15 12 2.5
          l M6.5 4 L20 4 Q22.5 4 22.5 6.5 L22.5 16
        square fill slash
          b R3 3 18 18 3.5
        square.on.square
          b R2.5 8 13.5 13.5 3
          l M8 4.5 Q8 2.5 10.5 2.5 L19 2.5 Q21.5 2.5 21.5 5 L21.5 13.5 Q21.5 16 19.5 16
        square.and.arrow.up fill circle circle.fill
          b M8 9 L6.5 9 Q4 9 4 11.5 L4 19 Q4 21.5 6.5 21.5 L17.5 21.5 Q20 21.5 20 19 L20 11.5 Q20 9 17.5 9 L16 9
          l M12 15 L12 2.5 M8 6 L12 2.3 L16 6
        square.and.arrow.down fill
          b M8 9 L6.5 9 Q4 9 4 11.5 L4 19 Q4 21.5 6.5 21.5 L17.5 21.5 Q20 21.5 20 19 L20 11.5 Q20 9 17.5 9 L16 9
          l M12 2.5 L12 15 M8 11.5 L12 15.5 L16 11.5
        square.and.pencil
          b M13 4 L6 4 Q3 4 3 7 L3 18 Q3 21 6 21 L17 21 Q20 21 20 18 L20 11
          l M9 15 L10 11.5 L19.5 2.5 L22 5 L12.5 14 Z
        square.grid.2x2 fill
          b R3 3 7.5 7.5 2 R13.5 3 7.5 7.5 2 R3 13.5 7.5 7.5 2 R13.5 13.5 7.5 7.5 2
        square.grid.3x3 fill
          b R2.5 2.5 5 5 1 R9.5 2.5 5 5 1 R16.5 2.5 5 5 1 R2.5 9.5 5 5 1 R9.5 9.5 5 5 1 R16.5 9.5 5 5 1 R2.5 16.5 5 \
        5 1 R9.5 16.5 5 5 1 R16.5 16.5 5 5 1
        grid circle circle.fill
          l M9 3 L9 21 M15 3 L15 21 M3 9 L21 9 M3 15 L21 15
        circle fill slash
          b O12 12 9.5
        circle.inset.filled
          l O12 12 9.5
          d O12 12 6.5
        circle.dashed
          l A12 12 9.5 0 25 A12 12 9.5 45 70 A12 12 9.5 90 115 A12 12 9.5 135 160 A12 12 9.5 180 205 A12 12 9.5 225 \
        250 A12 12 9.5 270 295 A12 12 9.5 315 340
        circle.grid.3x3 fill
          b O5 5 1.8 O12 5 1.8 O19 5 1.8 O5 12 1.8 O12 12 1.8 O19 12 1.8 O5 19 1.8 O12 19 1.8 O19 19 1.8
        record.circle fill
          b O12 12 9.5
          d O12 12 5
        largecircle.fill.circle
          l O12 12 9.5
          d O12 12 7
        smallcircle.filled.circle fill
          b O12 12 9.5
          d O12 12 2.5
        button.programmable
          l O12 12 9.5 O12 12 6.5
        triangle fill
          b M12 4 L21.5 20 L2.5 20 Z
        capsule fill
          b R2 7 20 10 5
        diamond fill
          b M12 2.5 L21.5 12 L12 21.5 L2.5 12 Z
        hexagon fill
          b M12 2 L20.7 7 L20.7 17 L12 22 L3.3 17 L3.3 7 Z
        stop fill circle circle.fill
          b R5 5 14 14 2.5
        play fill circle circle.fill square slash
          b M6.5 4 L19.5 12 L6.5 20 Z
        pause fill circle circle.fill
          b R5.5 4.5 4.5 15 1 R14 4.5 4.5 15 1
        playpause fill
          b M3 5 L12 12 L3 19 Z R14 5 2.6 14 0.8 R18.8 5 2.6 14 0.8
        forward fill
          b M2.5 6 L11.5 12 L2.5 18 Z M12.5 6 L21.5 12 L12.5 18 Z
        backward fill
          b M21.5 6 L12.5 12 L21.5 18 Z M11.5 6 L2.5 12 L11.5 18 Z
        goforward
          l A12 13 8.5 -60 -400 M11.5 1.5 L17 5 L12.5 9.5
        mic fill slash slash.fill circle circle.fill
          b R8.5 2.5 7 12 3.5
          l M5 11 Q5 18 12 18 Q19 18 19 11 M12 18 L12 21.5 M8.5 21.5 L15.5 21.5
        speaker fill slash slash.fill
          b M3 9 L7.5 9 L13 4.5 L13 19.5 L7.5 15 L3 15 Z
        speaker.wave.2 fill circle
          b M2 9 L6 9 L11 4.5 L11 19.5 L6 15 L2 15 Z
          l A10 12 5.5 -40 40 A10 12 10 -42 42
        waveform circle circle.fill slash
          l M3 10.5 L3 13.5 M7.5 7 L7.5 17 M12 3 L12 21 M16.5 7 L16.5 17 M21 10.5 L21 13.5
        music.note
          l M9.5 18 L9.5 5 L19 3 L19 16
          d O7 18.3 2.6 O16.5 16.3 2.6
        timer circle circle.fill
          l A12 13 8.5 -90 225 M12 4.5 L12 8 M7.5 8.5 L12.5 13.5
        clock fill
          b O12 12 9.5
          l M12 6.5 L12 12.5 L16 15
        stopwatch fill
          b O12 13.5 8
          l M12 9.5 L12 13.5 M9.5 2.5 L14.5 2.5 M12 2.5 L12 5.5 M19 5.5 L20.5 7
        livephoto slash
          l O12 12 5.8 A12 12 9.8 0 8 A12 12 9.8 24 32 A12 12 9.8 48 56 A12 12 9.8 72 80 A12 12 9.8 96 104 A12 12 \
        9.8 120 128 A12 12 9.8 144 152 A12 12 9.8 168 176 A12 12 9.8 192 200 A12 12 9.8 216 224 A12 12 9.8 240 248 \
        A12 12 9.8 264 272 A12 12 9.8 288 296 A12 12 9.8 312 320 A12 12 9.8 336 344
          d O12 12 2.8
        livephoto.play
          l O12 12 9.5
          d M9.5 7.5 L17 12 L9.5 16.5 Z
        moon fill circle circle.fill
          b M9 3 Q4 6 4 12 Q5 20.5 13 20.5 Q18.5 20 21 15.5 Q11 17.5 9 9.5 Q8.5 6 9 3 Z
        moon.stars fill
          b M8 5 Q3.5 8 3.5 13 Q4.5 20.5 11.5 20.5 Q16.5 20 18.5 16 Q10 17.5 8.2 10.5 Q7.5 7.5 8 5 Z
          d M16 2 L17 5 L20 6 L17 7 L16 10 L15 7 L12 6 L15 5 Z
        sun.max fill circle circle.fill
          b O12 12 4.6
          l M12 1.5 L12 4 M12 20 L12 22.5 M1.5 12 L4 12 M20 12 L22.5 12 M4.6 4.6 L6.3 6.3 M17.7 17.7 L19.4 19.4 M4.6 \
        19.4 L6.3 17.7 M17.7 6.3 L19.4 4.6
        sun.min fill
          b O12 12 4.2
          d O12 3.6 1 O12 20.4 1 O3.6 12 1 O20.4 12 1 O6 6 1 O18 18 1 O6 18 1 O18 6 1
        cloud fill slash
          b M7 19 Q2 19 2 14.5 Q2 11 5.5 10.3 Q6.5 5 12 5 Q17.5 5 18.3 10 Q22 10.5 22 14.5 Q22 19 17.5 19 Z
        drop fill slash
          b M12 2.5 Q19 11 19 15 Q19 21.5 12 21.5 Q5 21.5 5 15 Q5 11 12 2.5 Z
        flame fill
          b M12 2 Q13 6.5 16.5 9.5 Q19 12 19 15 Q19 21.5 12 21.5 Q5 21.5 5 15 Q5 12 7.5 9.5 Q8.5 12 10 12 Q9.5 6 12 \
        2 Z
        leaf fill
          b M4 20 Q3 6 20.5 3.5 Q22 18.5 10 19 Q7.5 19 6.5 17.5
          l M4 20.5 Q8 13 14 10.5
        sparkles
          d M10 4 L12 11 L19 13 L12 15 L10 22 L8 15 L1 13 L8 11 Z M18.5 1.5 L19.5 4.5 L22.5 5.5 L19.5 6.5 L18.5 9.5 \
        L17.5 6.5 L14.5 5.5 L17.5 4.5 Z
        wand.and.stars
          l M3.5 20.5 L14 10 M16 8 L17.5 6.5
          d M9 2 L9.9 4.6 L12.5 5.5 L9.9 6.4 L9 9 L8.1 6.4 L5.5 5.5 L8.1 4.6 Z M19 12 L19.9 14.6 L22.5 15.5 L19.9 \
        16.4 L19 19 L18.1 16.4 L15.5 15.5 L18.1 14.6 Z
        wand.and.rays
          l M3.5 20.5 L13.5 10.5 M16 2 L16 5 M22 8 L19 8 M20.5 3.5 L18.3 5.7 M11.5 3.5 L13.3 5.3 M20.5 12.5 L18.7 10.7
        magnifyingglass circle circle.fill
          l O10 10 6.8 M15 15 L21 21
        plus.magnifyingglass
          l O10 10 6.8 M15 15 L21 21 M10 7 L10 13 M7 10 L13 10
        minus.magnifyingglass
          l O10 10 6.8 M15 15 L21 21 M7 10 L13 10
        trash fill slash circle circle.fill
          b M5 6 L6 19.5 Q6.2 21.5 8.2 21.5 L15.8 21.5 Q17.8 21.5 18 19.5 L19 6
          l M3 6 L21 6 M9 6 L9.5 3 L14.5 3 L15 6 M9.5 10 L10 17.5 M14.5 10 L14 17.5
        pencil circle circle.fill slash
          l M4 20 L5.5 15 L17 3.5 L20.5 7 L9 18.5 Z M14.5 6 L18 9.5
        paintbrush fill
          b M20.5 3.5 L10.5 12 L12.5 14 Z M9 13.5 Q11 14 11 16.5 Q10.5 20.5 3.5 20.5 Q6 18 6 15.5 Q6.5 13.5 9 13.5 Z
        eyedropper
          l M4 20 L5 16 L13.5 7.5 L16.5 10.5 L8 19 Z M12 6 L18 12 M15 8.5 L18.5 5
        scissors
          l O6 6 2.6 O6 18 2.6 M8 7.8 L20 18 M8 16.2 L20 6
        crop
          l M6.5 1.5 L6.5 17.5 L22.5 17.5 M1.5 6.5 L17.5 6.5 L17.5 22.5
        aspectratio fill
          b R2 4.5 20 15 3
          l M5.5 12 L5.5 8 L10 8 M18.5 12 L18.5 16 L14 16
        viewfinder circle circle.fill
          l M2.5 8 L2.5 5.5 Q2.5 2.5 5.5 2.5 L8 2.5 M16 2.5 L18.5 2.5 Q21.5 2.5 21.5 5.5 L21.5 8 M21.5 16 L21.5 18.5 \
        Q21.5 21.5 18.5 21.5 L16 21.5 M8 21.5 L5.5 21.5 Q2.5 21.5 2.5 18.5 L2.5 16
        plus.viewfinder
          l M2.5 8 L2.5 5.5 Q2.5 2.5 5.5 2.5 L8 2.5 M16 2.5 L18.5 2.5 Q21.5 2.5 21.5 5.5 L21.5 8 M21.5 16 L21.5 18.5 \
        Q21.5 21.5 18.5 21.5 L16 21.5 M8 21.5 L5.5 21.5 Q2.5 21.5 2.5 18.5 L2.5 16 M12 8 L12 16 M8 12 L16 12
        camera.viewfinder
          l M2.5 8 L2.5 5.5 Q2.5 2.5 5.5 2.5 L8 2.5 M16 2.5 L18.5 2.5 Q21.5 2.5 21.5 5.5 L21.5 8 M21.5 16 L21.5 18.5 \
        Q21.5 21.5 18.5 21.5 L16 21.5 M8 21.5 L5.5 21.5 Q2.5 21.5 2.5 18.5 L2.5 16 M6.5 9.5 L9 9.5 L10 8 L14 8 L15 \
        9.5 L17.5 9.5 L17.5 16.5 L6.5 16.5 Z O12 13 1.8
        text.viewfinder
          l M2.5 8 L2.5 5.5 Q2.5 2.5 5.5 2.5 L8 2.5 M16 2.5 L18.5 2.5 Q21.5 2.5 21.5 5.5 L21.5 8 M21.5 16 L21.5 18.5 \
        Q21.5 21.5 18.5 21.5 L16 21.5 M8 21.5 L5.5 21.5 Q2.5 21.5 2.5 18.5 L2.5 16 M7 9 L17 9 M7 12.5 L17 12.5 M7 16 \
        L13 16
        qrcode
          l R3 3 7 7 1 R14 3 7 7 1 R3 14 7 7 1
          d R5.5 5.5 2 2 0 R16.5 5.5 2 2 0 R5.5 16.5 2 2 0 R13.5 13.5 3 3 0 R18 13.5 3.5 2 0 R13.5 18.5 2.5 3 0 \
        R17.5 17.5 4 4 0
        qrcode.viewfinder
          l M2.5 7 L2.5 5.5 Q2.5 2.5 5.5 2.5 L7 2.5 M17 2.5 L18.5 2.5 Q21.5 2.5 21.5 5.5 L21.5 7 M21.5 17 L21.5 18.5 \
        Q21.5 21.5 18.5 21.5 L17 21.5 M7 21.5 L5.5 21.5 Q2.5 21.5 2.5 18.5 L2.5 17
          d R6.5 6.5 4.5 4.5 0.5 R13 6.5 4.5 4.5 0.5 R6.5 13 4.5 4.5 0.5 R13 13 2 2 0 R15.5 15.5 2 2 0
        barcode
          l M3 5 L3 19 M6.5 5 L6.5 19 M13 5 L13 19 M17.5 5 L17.5 19 M21 5 L21 19
          d R8.5 4.5 2.4 15 0
        barcode.viewfinder
          l M2.5 7 L2.5 5.5 Q2.5 2.5 5.5 2.5 L7 2.5 M17 2.5 L18.5 2.5 Q21.5 2.5 21.5 5.5 L21.5 7 M21.5 17 L21.5 18.5 \
        Q21.5 21.5 18.5 21.5 L17 21.5 M7 21.5 L5.5 21.5 Q2.5 21.5 2.5 18.5 L2.5 17 M7 7 L7 17 M10.3 7 L10.3 17 M13.6 \
        7 L13.6 17 M17 7 L17 17
        scope
          l O12 12 6.5 M12 2 L12 8 M12 16 L12 22 M2 12 L8 12 M16 12 L22 12
        plus.square.on.square
          b R2.5 8 13.5 13.5 3
          l M8 4.5 Q8 2.5 10.5 2.5 L19 2.5 Q21.5 2.5 21.5 5 L21.5 13.5 Q21.5 16 19.5 16 M9.2 11.5 L9.2 18 M6 14.8 \
        L12.5 14.8
        lock fill slash circle circle.fill
          b R5 10.5 14 11 2.5
          l M8 10.5 L8 7.5 Q8 2.8 12 2.8 Q16 2.8 16 7.5 L16 10.5
        lock.open fill
          b R3 10.5 14 11 2.5
          l M14 10.5 L14 7.5 Q14 2.8 17.8 2.8 Q21.5 2.8 21.5 7.5 L21.5 9
        lock.rotation
          l A12 12 9.5 -60 -400 M11 0.8 L16 3.6 L12.5 8 R8.5 11.5 7 5.5 1 M10 11.5 L10 10 Q12 6.5 14 10 L14 11.5
        key fill
          b O8 16 4.5
          l M11.5 12.5 L20.5 3.5 M17 7 L20 10
        person fill slash circle circle.fill
          b O12 7.5 4.5 M3.5 21 Q3.5 14.5 12 14.5 Q20.5 14.5 20.5 21 Z
        person.crop.circle fill
          b O12 12 9.5
          l O12 9.5 3 M5.8 19 Q7.5 15 12 15 Q16.5 15 18.2 19
        person.crop.rectangle fill
          b R2 4 20 16 3
          l O12 10 2.6 M6.5 19.5 Q7 14.8 12 14.8 Q17 14.8 17.5 19.5
        person.2 fill slash
          b O8.5 8 3.8 M1.5 19.5 Q1.5 14 8.5 14 Q15.5 14 15.5 19.5 Z
          l A16.5 8.5 3.2 -120 150 M17.5 14.2 Q22.5 15 22.5 19.5 L18.5 19.5
        faceid
          l M2.5 8 L2.5 5.5 Q2.5 2.5 5.5 2.5 L8 2.5 M16 2.5 L18.5 2.5 Q21.5 2.5 21.5 5.5 L21.5 8 M21.5 16 L21.5 18.5 \
        Q21.5 21.5 18.5 21.5 L16 21.5 M8 21.5 L5.5 21.5 Q2.5 21.5 2.5 18.5 L2.5 16 M8 8.5 L8 10.5 M16 8.5 L16 10.5 \
        M12.3 8.5 L12.3 13.5 L11 13.5 M8.5 16.5 Q12 19 15.5 16.5
        face.smiling fill
          b O12 12 9.5
          l M7.5 14.5 Q12 19.5 16.5 14.5
          d O8.5 9.5 1.4 O15.5 9.5 1.4
        face.dashed fill
          b A12 12 9.5 -20 20 A12 12 9.5 70 110 A12 12 9.5 160 200 A12 12 9.5 250 290
          l M8 14.5 Q12 18.5 16 14.5
          d O9 10 1.3 O15 10 1.3
        figure.walk circle
          l M12 9 L11 14.5 L14 17 L15 22 M11 14.5 L8 21.5 M12 9 L8 10.5 L7 14 M12 9 L14.5 12 L17.5 13
          d O13 4 2
        hand.raised fill slash
          b M6 13 L6 7.5 Q7.3 5.5 8.5 7.5 L8.5 11 L8.5 4.5 Q9.8 2.5 11 4.5 L11 10.5 L11 3.5 Q12.3 1.5 13.6 3.5 L13.6 \
        10.5 L13.6 5.5 Q15 3.5 16.2 5.5 L16.2 13.5 L18.5 11.5 Q20.5 11 20.2 13 L17 19 Q15.5 22 12 22 Q6 22 6 16 Z
        hand.tap fill
          b M9 21.5 L5.5 15.5 Q6.5 13.5 9 15.5 L9 9 Q10.3 7.2 11.6 9 L11.6 13.5 L17 15 Q18.5 15.6 18 18 L17 21.5 Z
          l A10.3 8.5 5.5 160 380
        slider.horizontal.3
          l M2.5 6 L13 6 M18 6 L21.5 6 M2.5 12 L5 12 M10 12 L21.5 12 M2.5 18 L13 18 M18 18 L21.5 18 O15.5 6 2.4 O7.5 \
        12 2.4 O15.5 18 2.4
        slider.vertical.3
          l M6 2.5 L6 13 M6 18 L6 21.5 M12 2.5 L12 5 M12 10 L12 21.5 M18 2.5 L18 13 M18 18 L18 21.5 O6 15.5 2.4 O12 \
        7.5 2.4 O18 15.5 2.4
        dial.low fill
          b O12 12 9.5
          l M12 12 L7 17
        gear
          l O12 12 7 O12 12 2.5 M12 1.8 L12 5 M12 19 L12 22.2 M1.8 12 L5 12 M19 12 L22.2 12 M4.8 4.8 L7 7 M17 17 \
        L19.2 19.2 M4.8 19.2 L7 17 M17 7 L19.2 4.8
        gearshape fill circle circle.fill
          b M10 2 L14 2 L14.7 5 L17 6.3 L20 5.4 L22 8.8 L19.8 11 L19.8 13 L22 15.2 L20 18.6 L17 17.7 L14.7 19 L14 22 \
        L10 22 L9.3 19 L7 17.7 L4 18.6 L2 15.2 L4.2 13 L4.2 11 L2 8.8 L4 5.4 L7 6.3 L9.3 5 Z
          l O12 12 3.4
        wrench fill
          b M14.5 9.5 Q13 3.5 18.5 2.5 L16.5 6 L18 8 L21.5 6.5 Q21.5 12 15.5 11.5 L6.5 21 Q3 21.5 3.2 17.8 Z
        line.3.horizontal circle circle.fill
          l M3 6 L21 6 M3 12 L21 12 M3 18 L21 18
        line.diagonal
          l M4 20 L20 4
        list.bullet circle circle.fill
          l M8.5 6 L21 6 M8.5 12 L21 12 M8.5 18 L21 18
          d O4 6 1.5 O4 12 1.5 O4 18 1.5
        list.dash
          l M8.5 6 L21 6 M8.5 12 L21 12 M8.5 18 L21 18 M3 6 L5 6 M3 12 L5 12 M3 18 L5 18
        textformat
          l M2.5 18 L7.5 5 L12.5 18 M4.2 14 L10.8 14 O17.5 15 3 M20.5 11.5 L20.5 18
        a circle circle.fill square square.fill
          l M6 20 L12 4 L18 20 M8.2 14.5 L15.8 14.5
        f.cursive circle circle.fill
          l M17.5 4 Q13 2.5 12.5 8 L11 17 Q10 22 6 20.5 M8 10 L16 10
        heart fill slash slash.fill circle circle.fill
          b M12 21 Q2 13.5 2 8.5 Q2 3.5 7 3.5 Q10.5 3.5 12 7 Q13.5 3.5 17 3.5 Q22 3.5 22 8.5 Q22 13.5 12 21 Z
        star fill slash circle circle.fill
          b M12 2 L14.9 9 L22.3 9.5 L16.6 14.3 L18.4 21.5 L12 17.6 L5.6 21.5 L7.4 14.3 L1.7 9.5 L9.1 9 Z
        flag fill slash circle circle.fill
          b M5 4 Q9 2 12 4 Q15 6 19.5 4 L19.5 14 Q15 16 12 14 Q9 12 5 14
          l M5 3 L5 22
        bookmark fill slash circle
          b M6 2.5 L18 2.5 L18 21.5 L12 16.5 L6 21.5 Z
        tag fill slash circle
          b M3 3 L11.5 3 L21.5 13 L13 21.5 L3 11.5 Z
          d O7.5 7.5 1.5
        bell fill slash slash.fill circle
          b M3.5 17.5 Q6 15 6 10 Q6 3.5 12 3.5 Q18 3.5 18 10 Q18 15 20.5 17.5 Z
          l M10 20.5 Q12 22.5 14 20.5
        house fill circle circle.fill
          b M3 11 L12 3 L21 11 L19 11 L19 21 L14.5 21 L14.5 14.5 L9.5 14.5 L9.5 21 L5 21 L5 11 Z
        location fill slash slash.fill circle circle.fill
          b M21.5 2.5 L13 21.5 L11 13 L2.5 11 Z
        mappin circle circle.fill slash
          l M12 11 L12 22
          d O12 6.5 4.5
        map fill
          b M2.5 5.5 L8.5 3 L15.5 6 L21.5 3.5 L21.5 18.5 L15.5 21 L8.5 18 L2.5 20.5 Z
          l M8.5 3 L8.5 18 M15.5 6 L15.5 21
        globe
          l O12 12 9.5 M2.5 12 L21.5 12 M12 2.5 Q5.5 12 12 21.5 M12 2.5 Q18.5 12 12 21.5
        link circle circle.fill
          l M10 14 L14.5 9.5 M11 7 L14 4 Q17.5 2.5 20 5 Q21.5 8 19.5 10.5 L17 13 M13 17 L10 20 Q6.5 21.5 4 19 Q2.5 \
        16 4.5 13.5 L7 11
        paperclip circle
          l M19.5 11 L11.5 19 Q8 22 5 19 Q2 16 5 12.5 L13.5 4 Q16 2 18.5 4.5 Q21 7 18.5 9.5 L10.5 17.5 Q9 18.5 8 \
        17.5 Q7 16 8 15 L15 8
        doc fill
          b M5 5 Q5 2.5 7.5 2.5 L13.5 2.5 L19 8 L19 19 Q19 21.5 16.5 21.5 L7.5 21.5 Q5 21.5 5 19 Z
          l M13 2.5 L13 8.5 L19 8.5
        doc.on.doc fill
          b M3 9.5 Q3 7.5 5 7.5 L10 7.5 L14.5 12 L14.5 19.5 Q14.5 21.5 12.5 21.5 L5 21.5 Q3 21.5 3 19.5 Z
          l M8.5 4.5 Q8.5 2.5 10.5 2.5 L15.5 2.5 L20.5 7.5 L20.5 15.5 Q20.5 17.5 18 17.5
        doc.text fill
          b M5 5 Q5 2.5 7.5 2.5 L13.5 2.5 L19 8 L19 19 Q19 21.5 16.5 21.5 L7.5 21.5 Q5 21.5 5 19 Z
          l M8.5 12 L15.5 12 M8.5 16 L15.5 16
        folder fill circle
          b M2.5 7 Q2.5 4.5 5 4.5 L9 4.5 L11.5 7 L19 7 Q21.5 7 21.5 9.5 L21.5 17 Q21.5 19.5 19 19.5 L5 19.5 Q2.5 \
        19.5 2.5 17 Z
        tray fill
          b M2.5 13.5 L5.5 5 L18.5 5 L21.5 13.5 L21.5 19.5 L2.5 19.5 Z
          l M2.5 13.5 L8.5 13.5 Q9 16.5 12 16.5 Q15 16.5 15.5 13.5 L21.5 13.5
        calendar circle
          b R3 4 18 17 3
          l M3 9 L21 9 M8 2 L8 5 M16 2 L16 5
        film.stack fill
          b R3 9.5 18 12 2
          l M7 9.5 L7 21.5 M17 9.5 L17 21.5 M5 6 L19 6 M7 2.5 L17 2.5
        film fill circle
          b R2 4 20 16 2.5
          l M7 4 L7 20 M17 4 L17 20 M2 9.3 L7 9.3 M2 14.7 L7 14.7 M17 9.3 L22 9.3 M17 14.7 L22 14.7 M7 12 L17 12
        tv fill
          b R2 4 20 13 2.5
          l M8 20.5 L16 20.5
        iphone slash circle
          b R6.5 2 11 20 2.8
          l M10.5 4.8 L13.5 4.8
        ipad
          b R4 2 16 20 2.5
          l M10.5 19.5 L13.5 19.5
        battery.100
          b R1.5 7 18 10 2.8
          l M22 10.5 L22 13.5
          d R4 9.5 13 5 1
        wifi slash circle
          l A12 19 13.5 -135 -45 A12 19 9 -135 -45 A12 19 4.7 -135 -45
          d O12 19 1.5
        antenna.radiowaves.left.and.right slash circle
          l M12 12 L12 22 A12 9 5 -40 40 A12 9 5 140 220 A12 9 9.5 -40 40 A12 9 9.5 140 220
          d O12 9 2
        power circle circle.fill
          l A12 13 8 -55 235 M12 3 L12 12
        thermometer
          l M9.5 14 L9.5 5 Q12 1.5 14.5 5 L14.5 14 a12 17.5 4.3 -54 234
          d O12 17.5 2.2
        eye fill slash slash.fill circle
          b M1.5 12 Q6.5 4.5 12 4.5 Q17.5 4.5 22.5 12 Q17.5 19.5 12 19.5 Q6.5 19.5 1.5 12 Z
          l O12 12 3.6
        hourglass circle
          l M6 2.5 L18 2.5 M6 21.5 L18 21.5 M7.5 2.5 Q7.5 8 12 12 Q16.5 8 16.5 2.5 M7.5 21.5 Q7.5 16 12 12 Q16.5 16 \
        16.5 21.5
        bubble.left fill
          b M5 3.5 L19 3.5 Q22 3.5 22 6.5 L22 13.5 Q22 16.5 19 16.5 L10.5 16.5 L5.5 21 L5.5 16.5 L5 16.5 Q2 16.5 2 \
        13.5 L2 6.5 Q2 3.5 5 3.5 Z
        envelope fill circle
          b R2 5 20 14 2.5
          l M2.5 6.5 L12 13.5 L21.5 6.5
        phone fill circle
          b M5 3 L9 3 L10.5 8 L8 10 Q10 14 14 16 L16 13.5 L21 15 L21 19 Q20.5 21 18.5 21 Q4 20 3 5.5 Q3 3.5 5 3 Z
        cube fill
          b M12 2 L21 7 L21 17 L12 22 L3 17 L3 7 Z
          l M3 7 L12 12 L21 7 M12 12 L12 22
        tortoise fill
          b M3.5 15.5 Q4 7.5 11 7.5 Q18 7.5 18.5 15.5 Z
          l M18.5 12 Q22.5 10.5 22.5 13.5 Q22 15.5 18.5 15.5 M6.5 15.5 L6.5 18.5 M15.5 15.5 L15.5 18.5
        pip fill
          b R2 4.5 20 15 3
          l R12 12 7 5 1
        perspective
          l M4 3 L20 6.5 L20 17.5 L4 21 Z M12 4.8 L12 19.2 M4 12 L20 12
        level fill
          b R1.5 8 21 8 2.5
          l M9 8 L9 16 M15 8 L15 16
        questionmark.folder fill
          b M2.5 7 Q2.5 4.5 5 4.5 L9 4.5 L11.5 7 L19 7 Q21.5 7 21.5 9.5 L21.5 17 Q21.5 19.5 19 19.5 L5 19.5 Q2.5 \
        19.5 2.5 17 Z
          l A12 11.5 2.2 180 405 Q12 14 12 15
          d O12 17.2 0.9
        """
}

// A moved picture in two passes, for one kind of sample: SAMPLE, WIDE (two of them, multiplied by a weight), and COUNT
// samples a pixel.

/// The pixels of one row of the source that columns of the target come from: the first at `x`, each further one by `dx`.
static void NAME(across)(motion_plane source, int row, SAMPLE *target, int count, int64_t x, int64_t dx) {
    const SAMPLE *samples = (const SAMPLE *)(source.base + row * source.stride);
    int64_t end = (int64_t)(source.width - 1) << 16;
    for (int i = 0; i < count; i++) {
        int64_t left = x + i * dx;
        if (left >= 0 && left < end) {
            // Until the first column that is outside.
            int64_t last = (end - 1 - left) / dx;
            int inside = last + 1 < count - i ? (int)last + 1 : count - i;
            uint32_t position = (uint32_t)left, step = (uint32_t)dx;
            for (int j = 0; j < inside; j++, position += step) {
                const SAMPLE *pair = samples + (position >> 16) * COUNT;
                WIDE right = (position >> 8) & 255;
                for (int part = 0; part < COUNT; part++) {
                    target[(i + j) * COUNT + part] =
                        (SAMPLE)((pair[part] * (256 - right) + pair[part + COUNT] * right + 128) >> 8);
                }
            }
            i += inside - 1;
        } else {
            for (int part = 0; part < COUNT; part++) {
                target[i * COUNT + part] = samples[(left < 0 ? 0 : source.width - 1) * COUNT + part];
            }
        }
    }
}

/// `count` samples between two rows: the first `fraction` 65536ths of the way to the lower one, each further one by
/// `step` more, all of them between 0 and 65535.
VECTORIZED
static void NAME(between)(
    const SAMPLE *restrict above, const SAMPLE *restrict below, SAMPLE *restrict target, int count, uint16_t fraction,
    uint16_t step
) {
    for (int i = 0; i < count; i++) {
        WIDE lower = (uint16_t)(fraction + (uint16_t)i * step) >> 8;
        target[i] = (SAMPLE)((WIDE)(above[i] * (WIDE)(256 - lower) + below[i] * lower + 128) >> 8);
    }
}

void NAME(motion_warp)(motion_plane source, motion_plane target, motion_map map) {
    int samples = target.width * COUNT;
    // How far down a row of the target comes from, at its end compared with its beginning.
    double slope = map.xx - map.xy * map.yx / map.yy;
    // A map that turns the picture by a quarter or more cannot be made in two passes; a map of nonsense ends here, too.
    if (!(map.yy > 0 && slope > 0 && slope < 1024 && fabs(map.x0) < 1e6 && fabs(map.y0) < 1e6)) return;
    double fall = map.yx * (target.width - 1);
    int kept = (int)(fall < 0 ? -fall : fall) + 4;
    SAMPLE *memory = malloc(sizeof(SAMPLE) * (size_t)samples * (size_t)kept);
    if (!memory) abort();
    int64_t dx = fixed(slope);
    int32_t step = (int32_t)(fixed(map.yx) / COUNT);
    int next = (int)floor(map.y0 + (fall < 0 ? fall : 0)) - 1;
    for (int row = 0; row < target.height; row++) {
        double first = map.y0 + map.yy * row;
        int last = (int)floor(first + (fall > 0 ? fall : 0)) + 2;
        for (; next <= last; next++) {
            int64_t x = fixed(map.x0 + (next - map.y0) * map.xy / map.yy);
            NAME(across)(source, limit(next, source.height), memory + slot(next, kept) * samples, target.width, x, dx);
        }
        SAMPLE *line = (SAMPLE *)(target.base + row * target.stride);
        int64_t y = fixed(first);
        for (int done = 0; done < samples;) {
            int count = steps_in_row(y, step, samples - done);
            int above = (int)(y >> 16);
            NAME(between)(
                memory + slot(above, kept) * samples + done, memory + slot(above + 1, kept) * samples + done,
                line + done, count, (uint16_t)y, (uint16_t)step);
            done += count;
            y += (int64_t)step * count;
        }
    }
    free(memory);
}

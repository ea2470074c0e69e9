"""The results as one Markdown table, which is readable as plain text too."""

from measure import median
from peers import PEERS, PROGRAMS

HEADINGS = ["", "avcam", *PEERS, *(f"avcam / {peer}" for peer in PEERS), "goal", ""]


def lines(case, results):
    """The lines of one case.

    results: the costs of each program's runs, or the reason why there are none.
    """
    def values(measure):
        return {program: median(measure(cost) for cost in results[program])
                for program in PROGRAMS if isinstance(results[program], list)}

    if case.kind == "first":
        yield line(f"{case.name}, ms", values(lambda cost: cost.first_frame * 1000), results, case.goal)
        return
    if case.kind == "recording":
        yield line(f"{case.name}, processor ms a second", values(
            lambda cost: cost.processor * 1000 / cost.media_seconds), results, case.goal)
        yield line("... seconds of pictures in the file", values(lambda cost: cost.media_seconds), results)
    else:
        yield line(f"{case.name}, ms", values(lambda cost: cost.wall * 1000), results, case.goal)
        yield line("... processor ms", values(lambda cost: cost.processor * 1000), results)
    yield line("... peak memory, MB", values(lambda cost: cost.peak_memory / 1e6), results)


def line(name, values, results, goal=None):
    ratios = {peer: values["avcam"] / values[peer] for peer in PEERS if values.get("avcam") and values.get(peer)}
    return [
        name,
        *(number(values[program]) if program in values else "-" for program in PROGRAMS),
        *(f"{ratios[peer]:.2f}" if peer in ratios else "-" for peer in PEERS),
        *verdict(ratios, goal),
    ]


def verdict(ratios, goal):
    if goal is None:
        return "", ""
    if not ratios:
        return f"≤ {goal:.1f}", "not measured"
    return f"≤ {goal:.1f}", "reached" if max(ratios.values()) <= goal else "missed"


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"


def show(rows, headings=HEADINGS):
    rows = [headings, *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(headings))]
    rows.insert(1, ["-" * width for width in widths])
    for row in rows:
        first, *others = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))
        print("|", " | ".join([row[0].ljust(widths[0]), first, *others]), "|")

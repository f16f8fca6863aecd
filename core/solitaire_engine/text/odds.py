"""An estimate of odds as text, as JSON and as CSV, and the outcomes of its deals as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TextIO, cast

from ..catalog import ShareCode
from ..odds.deciding import Outcome
from ..odds.estimating import Estimate
from ..odds.published import PAPER, PLACE, Published
from ..sentences import joined
from ..solver.answers import Limits
from .solution import plural

MOST_UNKNOWN = 1 / 3
"""Where a larger part of the deals is unknown, the interval is too wide to agree with anything."""
MOST_REASONS = 4
"""So many reasons are told: a plugin that fails may give another sentence for every deal."""


def estimate_text(estimate: Estimate, published: Published | None = None) -> str:
    """What was measured and what came out, in a few lines."""
    counts = estimate.counts
    reasons = _reasons(counts.reasons)
    rows = [
        ("winnable", f"{counts.winnable:,}"),
        ("lost", f"{counts.lost:,}"),
        ("unknown", f"{counts.unknown:,}{f' ({reasons})' if reasons else ''}"),
        ("win rate", _rate_text(estimate)),
        ("decided", _decided_text(estimate)),
    ]
    lines = [
        f"{estimate.name} - {code_of(estimate)}, rules {estimate.rules}",
        f"deals {estimate.deals}, each within {limits_text(estimate.limits)}; "
        f"version {estimate.engine or 'unknown'}, solver {estimate.solver}",
        *(f"{label:10}{text}" for label, text in rows),
    ]
    if estimate.reused:
        lines.append(f"{plural(estimate.reused, 'deal')} of these {_were(estimate.reused)} known from earlier runs")
    if published is not None:
        lines += _published_lines(estimate, published)
    return "\n".join(lines)


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def _reasons(reasons: Mapping[str, int]) -> str:
    """Why deals are unknown: the most usual reasons, and how many deals have others."""
    parts = [f"{number:,} {_reason(reason)}" for reason, number in list(reasons.items())[:MOST_REASONS]]
    rest = sum(list(reasons.values())[MOST_REASONS:])
    return ", ".join([*parts, f"{rest:,} for other reasons"] if rest else parts)


def _reason(reason: str) -> str:
    return {"positions": "out of positions", "seconds": "out of time", "memory": "out of memory"}.get(reason, reason)


def _rate_text(estimate: Estimate) -> str:
    """The interval, before the share of the decided deals: where others are unknown that is no fair guess at all."""
    low, high = estimate.interval
    whatever = ", whatever the unknown ones are" if estimate.counts.unknown else ""
    return f"between {percent(low)} and {percent(high)} with {estimate.confidence * 100:g} % confidence{whatever}"


def _decided_text(estimate: Estimate) -> str:
    """How many deals were decided, and the share of them that is winnable."""
    counts, rate = estimate.counts, estimate.rate_of_decided
    decided = counts.deals - counts.unknown
    if rate is None:
        return f"none of {plural(counts.deals, 'deal')}"
    winnable = f"{counts.winnable:,} {'is' if counts.winnable == 1 else 'are'} winnable ({percent(rate)})"
    if not counts.unknown:
        return f"all {plural(decided, 'deal')}; {winnable}"
    return f"{decided:,} of {plural(counts.deals, 'deal')}; of those decided {winnable}"


def percent(share: float) -> str:
    """ "81.95 %" for 0.8195."""
    return f"{share * 100:.2f} %"


def code_of(estimate: Estimate) -> str:
    """The game with its parameters, as commands take it."""
    return str(ShareCode(estimate.variant, estimate.values, ""))


def limits_text(limits: Limits) -> str:
    """ "200,000 positions and 5 seconds"; "no limit" where there is none."""
    parts: list[str] = []
    if limits.positions is not None:
        parts.append(plural(limits.positions, "position"))
    if limits.seconds is not None:
        parts.append(f"{limits.seconds:g} second{'' if limits.seconds == 1 else 's'}")
    if limits.memory is not None:
        parts.append(f"{limits.memory / 2**20:,.0f} MB of memory")
    return joined(parts) or "no limit"


def is_open(estimate: Estimate, published: Published) -> bool:
    """Whether too many deals are unknown to say that the figures agree; that they do not can be said in any case."""
    counts = estimate.counts
    return is_inside(estimate, published) and counts.unknown > counts.deals * MOST_UNKNOWN


def is_inside(estimate: Estimate, published: Published) -> bool:
    """Whether the published figure lies in the interval that was measured."""
    low, high = estimate.interval
    return low <= published.rate <= high


def _published_lines(estimate: Estimate, published: Published) -> Iterator[str]:
    unknown = f", {published.counts.unknown:,} unknown" if published.counts.unknown else ""
    yield (
        f"published {published.percent:g} % +- {published.plus_minus:g} with 95 % confidence, "
        f"of {plural(published.counts.deals, 'deal')}{unknown}: {published.game}"
    )
    yield f"          {PAPER},"
    yield f"          {PLACE}, {published.table}"
    if is_open(estimate, published):
        yield "Whether the published figure agrees cannot be said: too many deals are unknown; raise --limit."
        return
    place = "inside" if is_inside(estimate, published) else "outside"
    yield f"The published figure lies {place} the interval that was measured."


def _row(estimate: Estimate, published: Published | None) -> dict[str, object]:
    """What both JSON and CSV say, in this order; shares go from 0 to 1."""
    counts, limits = estimate.counts, estimate.limits
    low, high = estimate.interval
    row: dict[str, object] = {
        "variant": estimate.variant, "params": estimate.values, "rules": estimate.rules, "deals": str(estimate.deals),
        "limits": {"positions": limits.positions, "seconds": limits.seconds, "memory": limits.memory},
        "engine": estimate.engine, "solver": estimate.solver, "count": counts.deals,
        "winnable": counts.winnable, "lost": counts.lost, "unknown": counts.unknown,
        "rate_of_decided": estimate.rate_of_decided, "low": low, "high": high, "confidence": estimate.confidence,
        "reused": estimate.reused, "positions": estimate.positions, "seconds": round(estimate.seconds, 3),
    }  # fmt: skip
    if published is not None:
        below, above = published.interval
        row["published"] = {
            "game": published.game, "rate": published.rate, "low": below, "high": above,
            "deals": published.counts.deals, "source": f"{PAPER}, {PLACE}, {published.table}",
            "inside": None if is_open(estimate, published) else is_inside(estimate, published),
        }  # fmt: skip
    return row


def estimate_json(estimate: Estimate, published: Published | None = None) -> str:
    """One JSON object, with why the unknown deals are unknown."""
    row = _row(estimate, published)
    row["reasons"] = dict(estimate.counts.reasons)
    row["accidents"] = [outcome.deal for outcome in estimate.accidents]
    return json.dumps(row, indent=2, ensure_ascii=False)


def estimate_csv(estimate: Estimate, published: Published | None = None) -> str:
    """A line of names and one of values; parameters as in a share code, what is not known or limited is empty."""
    flat: dict[str, object] = {}
    for name, value in _row(estimate, published).items():
        if name == "params":
            flat[name] = "&".join(f"{key}={text}" for key, text in estimate.values.items())
        elif isinstance(value, Mapping):
            inner = cast(Mapping[str, object], value)
            flat |= {f"{name}_{part}": each for part, each in inner.items()}
        else:
            flat[name] = value
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(flat)
    writer.writerow(flat.values())
    return out.getvalue().rstrip("\n")


def write_outcomes(outcomes: Iterable[Outcome], stream: TextIO) -> None:
    """The outcome of every deal as CSV, a line each, below a line of names."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(Outcome._fields)
    writer.writerows(outcomes)

"""A win rate from counts of deals: Wilson's interval, widened on both sides by the deals that nobody knows about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import NormalDist

CONFIDENCE = 0.95
"""How sure an interval is meant to be unless it is told otherwise."""


def wilson(successes: int, trials: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Both ends of Wilson's score interval for a share, each from 0 to 1; (0, 1) where nothing was tried.

    With p the share of successes, n the trials and z the quantile of the normal distribution
    that leaves half of what is missing to `confidence` on each side, it is

        (p + z^2/2n -+ z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22 (1927), 209-212. Unlike the textbook
    interval it holds for small samples and for shares near 0 and 1.

    ValueError unless 0 <= successes <= trials and 0 < confidence < 1.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"there cannot be {successes} successes in {trials} trials")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence lies between 0 and 1, and is not {confidence}")
    if not trials:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, square = successes / trials, z * z / trials
    middle = share + square / 2
    reach = z * (share * (1 - share) / trials + square / (4 * trials)) ** 0.5
    # The two ends that are certain are given exactly, whatever rounding makes of them.
    low = (middle - reach) / (1 + square) if successes else 0.0
    high = (middle + reach) / (1 + square) if successes < trials else 1.0
    return low, high


@dataclass(frozen=True, slots=True)
class Counts:
    """How many deals were found winnable, lost, or neither; `reasons` says why the unknown ones are."""

    winnable: int = 0
    lost: int = 0
    unknown: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict[str, int], kw_only=True)

    @property
    def deals(self) -> int:
        """All of them."""
        return self.winnable + self.lost + self.unknown

    @property
    def rate_of_decided(self) -> float | None:
        """The share of winnable deals among those that were decided, from 0 to 1; None where none was."""
        decided = self.winnable + self.lost
        return self.winnable / decided if decided else None

    def interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Where the win rate lies: from the low end if all unknown deals are lost to the high end if none is.

        The deals are taken for a fair sample of all; the two ends are those of `wilson`. Nothing is
        assumed of the unknown deals, so that the interval cannot be made narrower by giving up sooner.
        """
        low, _ = wilson(self.winnable, self.deals, confidence)
        _, high = wilson(self.winnable + self.unknown, self.deals, confidence)
        return low, high

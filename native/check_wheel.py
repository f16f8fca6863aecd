"""Whether an installed wheel works: a few deals, answered by the compiled solver and by no other."""

from __future__ import annotations

import solitaire_engine as se
from solitaire_engine.solver import Limits, Options, solve


def main() -> None:
    """Solve a few deals; an AssertionError names the one that went wrong."""
    for name, deal, verdict in (("freecell", "ms:1", "winnable"), ("pyramid", "2", "winnable"), ("yukon", "2", "")):
        game = se.deal(name, deal)
        answer = solve(game.rules, game.position, Limits(100_000), Options(solver="native"))
        assert answer.solver == "native" and not answer.warning, f"{name} {deal}: {answer.warning}"
        assert answer.verdict == verdict or not verdict, f"{name} {deal}: {answer.verdict}"
        print(f"{name} {deal}: {answer.verdict}, {answer.positions:,} positions in {answer.seconds:.3f} seconds")


if __name__ == "__main__":
    main()

"""Advice beside play: the solver thinks in another process while the player goes on.

    >>> import solitaire_engine as se
    >>> from solitaire_engine.advice import Adviser
    >>> game = se.deal("freecell", "ms:1")
    >>> with Adviser(game.rules) as adviser:
    ...     adviser.ask(game.position, game.positions)
    ...     advice = adviser.answer(0.5)
    >>> game.why_not(advice.move) is None
    True

Nothing here blocks but `wait` and `answer`, for as long as they are told. Whatever becomes
of the solver's process, the rule of thumb of `hints` answers.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from ..autoplay import Mode
from ..errors import SolitaireError
from ..hidden import hides
from ..hints import hint
from ..outcome import is_won
from ..position import Position
from ..rules import Rules
from ..solver.answers import Limits, Verdict
from ..winnable import PROOFS, Proof
from .answers import BY_THEMSELVES, HIDDEN, LIMITS, NO_SOLVER, THINKING, Advice
from .book import Book, Entry, Line, Settled
from .helper import Found, Helper, Looked, Task, recipe_of

MOST_STARTS: Final = 3
"""A solver process that ends by itself is started again, so often in all."""

MOST_PIECES: Final = 20
"""Where cards that go home by themselves spoil a line, the solver is asked again from there, so often at most."""

BACK: Final = Limits(positions=20_000, seconds=2.0, memory=128 * 2**20)
"""How far the solver looks at each earlier position to find the last that was not lost: so far that it is cheap."""


@dataclass(frozen=True, slots=True)
class _Question:
    number: int
    position: Position
    history: tuple[Position, ...]
    peek: bool


class Adviser:
    """Answers the newest question about positions of one game. To be closed when it is no longer needed.

    A question that comes while another is worked on replaces it. Positions on a line that
    was found are answered without the solver, and so that who follows the advice wins.
    """

    def __init__(self, rules: Rules, *, limits: Limits = LIMITS, auto: Mode = "off") -> None:
        """`limits`: how far the solver looks for each question. `auto`: what goes home by itself after each move."""
        self.rules, self.limits = rules, limits
        self._book = Book(rules, auto)
        self._news = threading.Condition()
        self._question: _Question | None = None
        self._taken = 0
        self._advice: Advice | None = None
        self._found: Found | None = None
        self._looked: Looked | None = None
        self._learned: set[Proof] = set()
        self._helper: Helper | None = None
        self._starts = self._sent = 0
        self._closed = False
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, position: Position, history: Sequence[Position] = (), *, peek: bool = False) -> None:
        """Ask for advice in `position`; returns at once.

        `history`: the positions before, the oldest first; `position` may be its last. Without
        `peek` the answer depends on nothing that is hidden from the player.
        """
        with self._news:
            asked = self._question
            if self._closed:
                return
            same = asked is not None and (asked.position, asked.peek) == (position, peek)
            # Being worked on, or answered already; only a rule of thumb depends on the history.
            if same and asked and (self._advice is None or asked.history == tuple(history)):
                return
            self._question = _Question(asked.number + 1 if asked else 1, position, tuple(history), peek)
            self._advice = None
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="adviser", daemon=True)
                self._thread.start()
            self._news.notify_all()

    def advice(self) -> Advice | None:
        """The answer to the newest question; None while there is none yet."""
        return self._advice

    def wait(self, seconds: float) -> Advice | None:
        """The answer to the newest question as soon as it is there; None if it is not there after so long."""
        with self._news:
            self._news.wait_for(lambda: self._advice is not None or self._question is None or self._closed, seconds)
            return self._advice

    def answer(self, seconds: float) -> Advice | None:
        """The same, but after so long a rule of thumb; None only if nothing was asked.

        The solver goes on thinking: a later call has its answer.
        """
        advice, question = self.wait(seconds), self._question
        if advice is not None or question is None:
            return advice
        looked = self._looked
        far = looked.positions if looked is not None and looked.number == self._sent else 0
        return self._rule_of_thumb(question, Advice("unknown", None, reason=THINKING, positions=far))

    @property
    def process_id(self) -> int | None:
        """The number of the solver's process; None if there is none."""
        helper = self._helper
        return helper.process_id if helper is not None else None

    def close(self) -> None:
        """End the solver's process; there are no answers any more."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        # First, for the thread may be writing to a process that does not read.
        self._end_helper()
        if self._thread is not None:
            self._thread.join()
        # It may have started one in the meantime.
        self._end_helper()

    # The thread that answers

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closed or self._newest() != self._taken)
                if self._closed or self._question is None:
                    return
                question = self._question
                self._taken = question.number
            try:
                advice = self._consider(question)
            except SolitaireError as error:
                advice = Advice("unknown", None, reason=str(error))
            except Exception as error:
                # Whoever waits must get an answer, and the game goes on without this one.
                advice = Advice("unknown", None, reason=f"no advice can be given ({type(error).__name__}: {error})")
            if advice is None or advice.verdict != "lost":
                self._publish(question, advice)
                continue
            if len(question.history) > 1:
                # The way back may have to be looked for.
                self._publish(question, advice)
            # What goes wrong here takes nothing from what is known.
            with contextlib.suppress(Exception):
                advice = self._with_way_back(question, advice) or advice
            self._publish(question, advice)

    def _publish(self, question: _Question, advice: Advice | None) -> None:
        with self._news:
            if advice is not None and self._newest() == question.number:
                self._advice = advice
                self._news.notify_all()

    def _newest(self) -> int:
        return self._question.number if self._question is not None else 0

    def _consider(self, question: _Question) -> Advice | None:
        """The answer; None if a newer question has come."""
        rules, position = self.rules, question.position
        hidden = hides(rules, position, question.history)
        if is_won(rules, position):
            return Advice("winnable", None, 0, "solution")
        if hidden and not question.peek:
            return self._rule_of_thumb(question, Advice("unknown", None, reason=HIDDEN))
        self._learn()
        known = self._book.find(position)
        if known is None and any(self._book.is_lost(past) for past in question.history):
            # What is reached by moves from a lost position is lost.
            known = Settled("lost", "")
            self._book.settle(position, known)
        if known is None and (known := self._settle(question)) is None:
            if self._is_stale(question):
                return None
            return self._rule_of_thumb(question, Advice("unknown", None, reason=NO_SOLVER))
        if isinstance(known, Entry):
            advice = Advice("winnable", known.move, known.left, "solution", hidden or known.chance)
        else:
            # A proof may rest on how a plugin will shuffle; that nothing is known gives nothing away.
            peeks = known.verdict != "unknown" and (hidden or rules.uses_chance)
            advice = Advice(known.verdict, None, None, "rule of thumb", peeks, known.reason, known.positions)
        if advice.peeks and not question.peek:
            advice = Advice("unknown", None, reason=HIDDEN)
        return advice if advice.how == "solution" else self._rule_of_thumb(question, advice)

    def _learn(self) -> None:
        """Enter in the book the solutions that were found before the game began."""
        for proof in PROOFS.of(self.rules):
            if proof not in self._learned:
                self._learned.add(proof)
                line = self._book.played(proof.position, proof.moves)
                if line.won:
                    self._book.enter(line)

    def _with_way_back(self, question: _Question, advice: Advice) -> Advice | None:
        """Advice on a lost position with how many moves before it could be won, if that is found out cheaply."""
        past = question.history
        if not past or past[-1] != question.position or (self.rules.uses_chance and not question.peek):
            return None
        low, high = 0, len(past) - 1
        first = self._verdict_cheaply(question, past[low]) if high else "lost"
        if first != "winnable":
            return replace(advice, undo=0) if first == "lost" else None
        # What follows of a lost position is lost; one of which nothing is known is not worth going back to.
        while high - low > 1:
            middle = (low + high) // 2
            verdict = self._verdict_cheaply(question, past[middle])
            if verdict is None:
                return None
            low, high = (middle, high) if verdict == "winnable" else (low, middle)
        return replace(advice, undo=len(past) - 1 - low)

    def _verdict_cheaply(self, question: _Question, position: Position) -> Verdict | None:
        """What is known of an earlier position, or soon found; None where the solver cannot be asked any more."""
        known = self._book.find(position)
        if known is not None and (isinstance(known, Entry) or known.verdict == "lost"):
            return "winnable" if isinstance(known, Entry) else "lost"
        found = self._solve(question, position, BACK)
        if found is None:
            return None
        answer = found.answer
        if answer.verdict == "lost":
            self._book.settle(position, Settled("lost", "", answer.positions))
        elif answer.verdict == "winnable":
            line = self._book.played(position, answer.moves)
            if not line.won:
                return "unknown"
            self._book.enter(line)
        return answer.verdict

    def _settle(self, question: _Question) -> Entry | Settled | None:
        """Enter in the book what the solver finds; None if it does not run, or a newer question has come."""
        book, line = self._book, Line((question.position,), (), False)
        known = Settled("winnable", BY_THEMSELVES)
        for _ in range(MOST_PIECES):
            found = self._solve(question, line.positions[-1])
            if found is None:
                return None
            answer = found.answer
            if answer.verdict != "winnable":
                known = known if line.moves else Settled(answer.verdict, answer.reason, answer.positions)
                break
            line = line.then(book.played(line.positions[-1], answer.moves))
            if line.won:
                book.enter(line)
                return book.find(question.position)
        book.settle(question.position, known)
        return known

    def _rule_of_thumb(self, question: _Question, advice: Advice) -> Advice:
        """The advice with a move by rule of thumb."""
        try:
            move = hint(self.rules, question.position, question.history, peek=question.peek)
        except SolitaireError as error:
            return replace(advice, reason=str(error))
        peeks = advice.peeks or (question.peek and hides(self.rules, question.position, question.history))
        return replace(advice, move=move, peeks=peeks)

    def _is_stale(self, question: _Question) -> bool:
        return self._closed or self._newest() != question.number

    def _solve(self, question: _Question, position: Position, limits: Limits | None = None) -> Found | None:
        """What the solver finds; None if it does not run, or a newer question has come."""
        helper = self._running()
        if helper is None:
            return None
        number = self._send(helper, position, limits)
        with self._news:
            self._news.wait_for(lambda: self._heard(number) or helper.ended or self._is_stale(question))
            if self._heard(number):
                return self._found
        self._send(helper, None)
        return None

    def _send(self, helper: Helper, position: Position | None, limits: Limits | None = None) -> int:
        """Send the next task; gives its number."""
        self._sent += 1
        helper.send(Task(self._sent, position, limits))
        return self._sent

    def _heard(self, number: int) -> bool:
        return self._found is not None and self._found.number == number

    def _running(self) -> Helper | None:
        """The solver's process, started if need be; None if that fails, or has failed too often."""
        if self._helper is not None and self._helper.ended:
            self._end_helper()
        if self._helper is None and self._starts < MOST_STARTS and not self._closed:
            self._starts += 1
            with contextlib.suppress(OSError):
                self._helper = Helper(recipe_of(self.rules), self.limits, self._hear, looked=self._look)
        return self._helper

    def _end_helper(self) -> None:
        helper, self._helper = self._helper, None
        if helper is not None:
            helper.close()

    def _hear(self, found: Found | None) -> None:
        """Take in what the process says: an answer, or None at its end. Called in a thread of the helper's."""
        with self._news:
            self._found = found or self._found
            self._news.notify_all()

    def _look(self, looked: Looked) -> None:
        """Take in how far the process is. Called in a thread of the helper's."""
        self._looked = looked

"""The same hands at one of our tables and in PokerKit, decision by decision, with every difference named by its ruling.

What PokerKit 0.7.7 does about tap-outs that are no full raise, seen in its `_verify_completion_betting_or_raising` and
`complete_bet_or_raise_to`, and why that is not always what our documents say:

* The amount that a raise must reach again is the largest raise of the betting round so far, and a betting round begins
  with none: blinds do not count, and a tap-out counts whatever its size. So the first tap-out of a betting round is a
  full raise to PokerKit even where it is less than the minimum bet, and so is a second one that is no smaller.
  Everybody may raise them, and by no less than the minimum bet on top of them. With us they are short and give nobody a
  right (R-10, R-11).
* Short tap-outs on top of a full raise open the betting again once they add up to a full raise, for those to whom they
  do: our reading `cumulative`. Ours by default is `single` (R-10).
* When short tap-outs have added up to a full raise, PokerKit forgets them: one more short tap-out takes the right to
  raise away again from who had it. In our reading they still add up (R-10).
* A bet and a tap-out of any size count against the most raises that a betting round can have; with us the opening bet
  is no raise, and a tap-out short of one is none either (HLD 14.5, HLD D-Betting Round).

Apart from tap-outs:

* A blind that is posted short lowers the amount to call to the largest bet that lies there; ours stays at the level of
  the blind (R-29). Amounts differ from there on, so such a hand is compared up to that decision.
* Nobody may raise whom no other hand can call for more; ours may until all others are folded or tapped out (HLD 9.6).
* The last hand that can bet is asked once more although it owes nothing and can only check; ours is not (HLD 9.6).
* A hand that owes nothing may not fold in PokerKit's tournaments, and is warned in its cash games, which are played
  here for that reason; HLD 12.2(c) and HLD 12.3(d) allow it.
* Hands that win nothing are taken away before the pots are given out, and pots that the same winners are left in become
  one, so that their odd chips do too; HLD 13.2[s1] and R-19 divide pot by pot.
"""

import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from pitboss.games.holdem import HoldemSettings
from pitboss.games.holdem.settings import COMPLETABLE, CUMULATIVE, FIXED, NO_LIMIT, in_round
from pitboss.games.holdem.state import NOBODY, PREFLOP, Award, Round, Settlement
from pitboss.games.play import Choice, Command, Role, Stage
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.betting.pokerkit_answers import Answers, Peer, kept_answers
from tests.games.holdem.betting.pokerkit_deals import Deal, our_table, some_deal

FOLD, PASS = "fold", "pass"
# A total to bet or raise to, or to fold, or to pass: call, check or stand.
Decided = int | str


class Disagreement(AssertionError):
    """The two programs say different things, and no ruling explains it."""


class Parted(Exception):
    """A given decision is for our table only, by a difference that has been explained."""


class Said(NamedTuple):
    """What a program says about a decision: whose it is, what a call costs, and the totals of a bet or raise."""

    hand: int
    call: int
    raises: tuple[int, int] | None


@dataclass
class BettingRound:
    """What has been wagered in this betting round, as the explanations need it."""

    street: int
    # The sizes of tap-outs short of a raise since the last full bet or raise, and of all before it.
    short: list[int] = field(default_factory=list)
    short_before: int = 0
    full: int = 0
    # The largest bet or raise, full or not: what PokerKit measures the next one by.
    largest: int = 0

    def wagered(self, size: int, least: int) -> None:
        self.largest = max(self.largest, size)
        if size >= least:
            self.full += 1
            self.short_before += len(self.short)
            self.short = []
        else:
            self.short.append(size)


class SideBySide:
    """One hand in both programs. `explained` counts the differences that were met, by their ruling."""

    def __init__(self, deal: Deal, random: Random, peer: Peer) -> None:
        self.deal, self.random = deal, random
        self.settings = deal.settings
        self.table, self.peer = our_table(deal), peer
        self.explained: Counter[str] = Counter()
        self.decisions = 0
        self.betting = BettingRound(PREFLOP)
        self.their_pots: tuple[tuple[int, tuple[int, ...]], ...] | None = None

    @property
    def now(self) -> Round:
        now: Round = self.table.state.play.round
        return now

    def play(self) -> None:
        """To the end, or to where amounts differ for good."""
        while not self.table.is_over:
            if self.now.turn == NOBODY:
                self.they_ask_the_last_hand()
                self.deal_or_settle()
            elif self.blind_was_short():
                return
            else:
                self.decide()
        self.same_end()

    def blind_was_short(self) -> bool:
        """R-29: the last blind could not be posted in full, and nobody has bet as much."""
        now, peer = self.now, self.peer
        lies_there = max(now.bets)
        if now.street != PREFLOP or lies_there >= now.call:
            return False
        self.same(self.deal.blinds[-1], now.call, "call at the level of the blind")
        hand = peer.actor_index
        self.same(peer.bets, now.bets, "bets")
        self.same(hand, now.turn, "turn")
        theirs = min(lies_there - now.bets[hand], now.stacks[hand])
        self.same(peer.checking_or_calling_amount, theirs, "call below the blind")
        self.explained["R-29"] += 1
        return True

    def they_ask_the_last_hand(self) -> None:
        """HLD 9.6: the only hand that could still bet has nobody to bet against; PokerKit lets it check."""
        now, peer = self.now, self.peer
        hand = peer.actor_index
        if hand is None:
            return
        out = now.folded | now.tapped
        able = [other for other in range(len(now.seats)) if not out >> other & 1]
        self.same(able, [hand], "the last hand that can bet")
        self.same(peer.checking_or_calling_amount, 0, "call of the last hand")
        self.same(peer.min_completion_betting_or_raising_to_amount, None, "raise by the last hand")
        peer.check_or_call()
        self.explained["HLD 9.6 last hand"] += 1

    def deal_or_settle(self) -> None:
        peer, step = self.peer, self.table.game.routine(self.table.state)
        assert step is not None
        self.same(peer.actor_index, None, "turn")
        self.show_hands()
        if step.do == "deal":
            shoe = self.table.shoe.cards
            self.same(peer.board_dealing_count, step.cards, "cards due")
            peer.deal_board(tuple(shoe[: -step.cards - 1 : -1]))
            self.betting = BettingRound(self.now.street + 1)
        self.table.take(step)

    def show_hands(self) -> None:
        """Everybody shows in PokerKit; the pots are read before, because they lose the hands that are beaten."""
        peer = self.peer
        while peer.showdown_index is not None:
            if self.their_pots is None:
                self.their_pots = peer.pots
            peer.show_or_muck_hole_cards(True)

    def decide(self) -> None:
        self.decisions += 1
        ours, theirs = self.our_say(), self.their_say()
        self.same(ours[:2], theirs[:2], "turn and call")
        if ours.raises != theirs.raises:
            ruling = self.difference(ours, theirs)
            if ruling is None:
                raise Disagreement(f"raise: ours {ours}, theirs {theirs}\n{self}")
            self.explained[ruling] += 1
        self.act(ours, theirs)

    def our_say(self) -> Said:
        """From what the table offers: a raise that can only be the whole stake is offered as one too."""
        now = self.now
        self.choices = {choice.do: choice for choice in self.table.choices()}
        call = self.choices.get("call")
        wager = self.choices.get("raise") or self.choices.get("bet")
        return Said(now.turn, call.amounts[0] if call else 0, wager and self.totals(wager))

    @staticmethod
    def totals(wager: Choice) -> tuple[int, int]:
        assert wager.least is not None
        assert wager.most is not None
        return wager.least, wager.most

    def their_say(self) -> Said:
        peer = self.peer
        least = peer.min_completion_betting_or_raising_to_amount
        raises = None if least is None else (least, peer.max_completion_betting_or_raising_to_amount)
        return Said(peer.actor_index, peer.checking_or_calling_amount, raises)

    def difference(self, ours: Said, theirs: Said) -> str | None:
        """The ruling that makes the two differ about a raise, if all of its conditions hold."""
        now, hand, settings, round_ = self.now, ours.hand, self.settings, self.betting
        owes, whole = now.call - now.bets[hand], now.bets[hand] + now.stacks[hand]
        if ours.raises is None:
            assert theirs.raises is not None
            if not round_.short or theirs.raises[0] != min(whole, now.call + max(self.minimum, round_.largest)):
                return None
            if now.short_open and settings.short_open_tap_out != COMPLETABLE:
                return "R-11"
            if not now.acted >> hand & 1:
                return None
            if round_.largest < now.increment:
                # Nothing but tap-outs on the blind, or on nothing: theirs has no full bet to measure them by.
                return "R-10 first"
            adds_up = settings.short_all_in_reopen != CUMULATIVE and owes >= now.increment
            return "R-10 cumulative" if adds_up else None
        if theirs.raises is None:
            return self.only_ours(hand, owes)
        if now.short_open and not round_.full and settings.short_open_tap_out == COMPLETABLE:
            # A short opening bet is made up to the minimum with us; theirs adds the minimum to it.
            least = now.call + max(self.minimum, round_.largest)
            highest = {NO_LIMIT: whole, FIXED: min(whole, least)}.get(settings.limit, theirs.raises[1])
            completes = ours.raises[0] == min(whole, max(self.minimum, now.call + 1))
            return "R-11 completion" if completes and theirs.raises == (min(whole, least), highest) else None
        return None

    def only_ours(self, hand: int, owes: int) -> str | None:
        """Why a raise is open at our table and not in PokerKit."""
        now, settings, round_ = self.now, self.settings, self.betting
        others = [other for other in range(len(now.seats)) if other != hand and not now.folded >> other & 1]
        if all(now.bets[other] + now.stacks[other] <= now.call for other in others):
            return "HLD 9.6 nobody can call more"
        short = len(round_.short) + round_.short_before
        if settings.max_raises is not None and short:
            most = settings.max_raises + (now.street != PREFLOP)
            if now.raises < settings.max_raises and round_.full + short == most:
                return "HLD 14.5 counted as a raise"
        if round_.full == 1 and round_.short_before and round_.largest < now.increment and owes < round_.largest:
            # A short opening bet has been made up to the minimum by an amount that theirs takes for short.
            return "R-11 completion"
        forgotten = round_.full and now.acted >> hand & 1 and owes >= now.increment
        if forgotten and settings.short_all_in_reopen == CUMULATIVE and 0 < self.last_run() < now.increment:
            return "R-10 forgotten"
        return None

    def last_run(self) -> int:
        """What the short tap-outs add up to, begun again each time that they have made up a raise."""
        run = 0
        for size in self.betting.short:
            run += size
            if run >= self.now.increment:
                run = 0
        return run

    @property
    def minimum(self) -> int:
        return in_round(self.settings.min_bet, self.now.street)

    def act(self, ours: Said, theirs: Said) -> None:
        """The same decision in both: something that both allow."""
        now, chosen = self.now, self.chosen(ours, theirs)
        if isinstance(chosen, int):
            self.betting.wagered(chosen - now.call, self.full_raise())
            self.peer.complete_bet_or_raise_to(chosen)
            taps = chosen == now.bets[ours.hand] + now.stacks[ours.hand]
            tapping = taps and "tap_out" in self.choices and self.random.random() < 0.5
            self.do("tap_out" if tapping else "raise" if now.call else "bet", None if tapping else chosen)
        elif chosen == FOLD:
            with warnings.catch_warnings():
                # It says so where there is nothing to call.
                warnings.simplefilter("ignore")
                self.peer.fold()
            self.do("fold", None)
        else:
            self.peer.check_or_call()
            self.do("call" if ours.call else "stand" if now.street == PREFLOP else "check", None)

    def chosen(self, ours: Said, theirs: Said) -> Decided:
        wager = self.wager(ours, theirs)
        if wager is not None:
            return wager
        return FOLD if self.random.random() < (0.25 if ours.call else 0.04) else PASS

    def full_raise(self) -> int:
        """HLD 5.1[s2], HLD 14.5: the least size that is a full bet or raise here."""
        now = self.now
        return self.minimum - now.call if now.short_open else now.increment if now.call else self.minimum

    def wager(self, ours: Said, theirs: Said) -> int | None:
        if ours.raises is None or theirs.raises is None:
            return None
        least, most = max(ours.raises[0], theirs.raises[0]), min(ours.raises[1], theirs.raises[1])
        chance = self.random.random()
        if least > most or chance > 0.4:
            return None
        if chance < 0.22:
            return least if chance < 0.1 else most
        if chance < 0.3:
            return self.random.randint(least, most)
        # So that some other hand can tap out for a little more.
        others = [bet + stack for bet, stack in zip(self.now.bets, self.now.stacks, strict=True) if stack]
        return min(most, max(least, self.random.choice(others) - self.random.randint(1, self.minimum)))

    def do(self, verb: str, amount: int | None) -> None:
        now = self.now
        answer = self.table.do(Command(Role.PLAYER, verb, now.seats[now.turn], amount=amount))
        if isinstance(answer, Refusal):
            raise Disagreement(f"{verb} {amount}: {answer}\n{self}")

    def same_end(self) -> None:
        """Pots, what each hand was given, and stacks."""
        peer, done, count = self.peer, self.now.settlement, len(self.deal.stacks)
        assert done is not None
        self.same(peer.status, False, "end")
        chairs = self.table.state.play.room.chairs
        stacks = tuple(chairs[seat].stake for seat in range(1, count + 1))
        if self.their_pots is None:
            self.same(len(done.pots), 1, "pots of a hand that nobody else stayed in")
            self.same(peer.stacks, stacks, "final stacks")
            return
        ours = tuple((pot.amount, tuple(seat - 1 for seat in pot.eligible)) for pot in done.pots)
        self.same(self.their_pots, ours, "pots")
        if peer.stacks != stacks:
            self.same(peer.stacks, with_pots_merged(done, stacks), "final stacks")
            self.same(pots_divided_one_by_one(done), done.awards, "awards")
            self.explained["R-19 pots merged"] += 1

    def same(self, theirs: object, ours: object, what: str) -> None:
        if theirs != ours:
            raise Disagreement(f"{what}: ours {ours}, theirs {theirs}\n{self}")

    def __str__(self) -> str:
        commands = " ".join(f"{each.seat}:{each.do}:{each.amount}" for each in self.table.commands if each.seat)
        return f"{self.deal.settings}\nstacks {self.deal.stacks}\n{commands}\n{self.now}\n{self.betting}"


class Scripted(SideBySide):
    """A hand whose first decisions are given; everybody passes after them. It ends where PokerKit allows none of it."""

    def __init__(self, deal: Deal, decisions: list[Decided], answers: Answers) -> None:
        super().__init__(deal, Random(0), answers.peer(deal, *decisions))
        self.given = decisions[::-1]
        # Each difference with the number of the decision at which it was met.
        self.met: list[tuple[int, str]] = []

    def difference(self, ours: Said, theirs: Said) -> str | None:
        ruling = super().difference(ours, theirs)
        if ruling is not None:
            self.met.append((self.decisions, ruling))
        return ruling

    def play(self) -> None:
        with suppress(Parted):
            super().play()

    def chosen(self, ours: Said, theirs: Said) -> Decided:
        given = self.given.pop() if self.given else PASS
        if isinstance(given, int) and (theirs.raises is None or not theirs.raises[0] <= given <= theirs.raises[1]):
            raise Parted
        return given


def pots_divided_one_by_one(done: Settlement) -> tuple[Award, ...]:
    """HLD 13.2[s1], HLD 13.2[s2]: equal shares of each pot, and all that is left over to the first of its winners."""
    given = []
    for award in done.awards:
        winners = [each.seat for each in done.awards if each.pot == award.pot]
        share, odd = divmod(done.pots[award.pot].amount, len(winners))
        given.append(award._replace(amount=share + (odd if award.seat == winners[0] else 0)))
    return tuple(given)


def with_pots_merged(done: Settlement, stacks: tuple[int, ...]) -> tuple[int, ...]:
    """The stacks if pots in which the same winners are left were one pot, with one odd amount for the first of them."""
    winning = {award.seat for award in done.awards}
    after = list(stacks)
    pots: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []
    for number, pot in enumerate(done.pots):
        winners = tuple(award.seat for award in done.awards if award.pot == number)
        left = tuple(seat for seat in pot.eligible if seat in winning)
        if pots and pots[-1][1] == left:
            pots[-1] = (pots[-1][0] + pot.amount, left, winners)
        else:
            pots.append((pot.amount, left, winners))
    for award in done.awards:
        after[award.seat - 1] -= award.amount
    for amount, _, winners in pots:
        share, odd = divmod(amount, len(winners))
        for winner in winners:
            after[winner - 1] += share + (odd if winner == winners[0] else 0)
    return tuple(after)


def compare(
    hands: int, kinds: list[HoldemSettings], seed: int, ranked_by_them: int = 20, kept_as: str = ""
) -> Counter[str]:
    """So many hands over these kinds of table, one in `ranked_by_them` with PokerKit's own ranking of hands."""
    met: Counter[str] = Counter()
    with kept_answers(kept_as) as answers:
        for number in range(hands):
            random = Random(f"{seed} {number}")
            deal = some_deal(random, random.choice(kinds), ranked_by_them=number % ranked_by_them == 0)
            both = SideBySide(deal, random, answers.peer(deal))
            try:
                both.play()
            except Disagreement as found:
                raise AssertionError(f"hand {number} of seed {seed}: {found}") from None
            met.update(both.explained)
            met["decisions"] += both.decisions
            met["showdowns"] += both.their_pots is not None
            met["side pots"] += both.their_pots is not None and len(both.their_pots) > 1
            met["compared to the end"] += both.table.state.felt.stage is Stage.OVER
    return met

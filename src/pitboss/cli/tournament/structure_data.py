"""The structure of an event as JSON has it, and what it takes for a field of so many entries."""

from typing import TYPE_CHECKING, Any

from pitboss.cli.tournament.common import event_data

if TYPE_CHECKING:
    from pitboss.tournaments.conditions import Conditions, Scale


def structure_data(conditions: "Conditions") -> dict[str, Any]:
    """Everything that is fixed before entries open."""
    from dataclasses import asdict

    from pitboss.tournaments.clock import closing_second, schedule
    from pitboss.tournaments.colour_up import colour_up_schedule
    from pitboss.tournaments.conditions_document import conditions_document

    segments = schedule(conditions.levels, conditions.breaks)
    return {
        **event_data(conditions),
        "levels": [
            {"level": each.level, "starts_s": each.begins, **each.blinds._asdict()}
            for each in segments
            if each.blinds is not None
        ],
        "breaks": [each._asdict() for each in conditions.breaks],
        "closes_at_level": conditions.closes_at_level,
        "entries_close_s": closing_second(conditions),
        "structure_ends_s": segments[-1].ends if segments else None,
        "colour_up": [each._asdict() for each in colour_up_schedule(conditions)] if segments else [],
        "scale": None if conditions.scale is None else _scale_data(conditions.scale),
        "sessions": None if conditions.sessions is None else asdict(conditions.sessions),
        "conditions": conditions_document(conditions),
    }


def _scale_data(scale: "Scale") -> dict[str, Any]:
    return {
        "name": scale.name,
        "label": scale.label,
        "bands": [
            {"least": band.least, "most": band.most, "percent": [part / 100 for part in band.shares]}
            for band in scale.bands
        ],
    }


def field_data(conditions: "Conditions", entries: int) -> dict[str, Any]:
    """The chips, the prizes and the likely end with so many entries."""
    from pitboss.tournaments.colour_up import chip_set_needed
    from pitboss.tournaments.pace import likely_end

    funds = entries * conditions.to_pool
    counts = chip_set_needed(conditions, entries)
    return {
        "entries": entries,
        "prize_pool_cents": funds,
        "chips": [{**each._asdict(), "total": each.total} for each in counts],
        "prizes": _prizes(conditions, entries, funds),
        "likely_end": likely_end(conditions, entries * conditions.stack)._asdict() if conditions.levels else None,
    }


def _prizes(conditions: "Conditions", entries: int, funds: int) -> list[dict[str, Any]]:
    """The prizes by place if as many players as entries are placed; tickets are bought out of the pool first."""
    from pitboss.tournaments.prizes import prize_list
    from pitboss.tournaments.scales import shares_for

    shares = () if conditions.scale is None else shares_for(conditions.scale, entries)[:entries]
    tickets = {each.place: each for each in conditions.tickets if each.place <= len(shares)}
    worth = {place: each.cents for place, each in tickets.items()}
    cash = prize_list(funds, shares, conditions.prize_rounding, worth)
    return [
        {
            "place": place,
            "hundredths_of_a_percent": share,
            "cents": cents,
            "goods": [tickets[place].what] if place in tickets else [],
        }
        for place, (share, cents) in enumerate(zip(shares, cash, strict=True), start=1)
    ]

"""The structure of an event as JSON has it, and what it takes for a field of so many entries."""

from typing import TYPE_CHECKING, Any

from pitboss.cli.tournament.common import event_data

if TYPE_CHECKING:
    from pitboss.tournaments.event.conditions import Conditions, Scale


def structure_data(conditions: "Conditions") -> dict[str, Any]:
    """Everything that is fixed before entries open."""
    from dataclasses import asdict

    from pitboss.tournaments.chips.colour_up import colour_up_schedule
    from pitboss.tournaments.clock.clock import closing_second, schedule
    from pitboss.tournaments.event.conditions_document import conditions_document

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
    from pitboss.tournaments.chips.colour_up import chip_set_needed
    from pitboss.tournaments.clock.clock import likely_end
    from pitboss.tournaments.prizes.prizes import pool_of, prospects

    counts = chip_set_needed(conditions, entries)
    return {
        "entries": entries,
        "prize_pool_cents": pool_of(conditions, entries),
        "chips": [{**each._asdict(), "total": each.total} for each in counts],
        "prizes": [
            {
                "place": each.place,
                "hundredths_of_a_percent": each.share,
                "cents": each.cents,
                "goods": list(each.goods),
            }
            for each in prospects(conditions, entries)
        ],
        "likely_end": likely_end(conditions, entries * conditions.stack)._asdict() if conditions.levels else None,
    }

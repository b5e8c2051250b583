"""Refusals as tests ask for them: one sentence for people, by a clause of the rulebook or by what is at fault."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from pitboss.floor.kernel.contract import No
from pitboss.rulebook.book import rulebook
from pitboss.rulebook.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.floor.kernel.floor import Done
    from pitboss.floor.kernel.preview import Preview


@overload
def refused(answer: "Done | Preview | Mapping[str, Any] | No", **expected: object) -> No: ...
@overload
def refused(answer: Sequence[Any] | Refusal | None, **expected: object) -> Refusal: ...
def refused(answer: object, **expected: object) -> No | Refusal:
    """The answer, which must be a refusal with these particulars: `refused(answer, clause="UTH 9.6(a)")`."""
    assert isinstance(answer, No | Refusal), f"not refused: {answer}"
    assert {name: getattr(answer, name) for name in expected} == expected, answer
    assert answer.reason.endswith((".", "?")), answer
    assert not answer.clause or rulebook().find_cited(answer.clause), answer
    return answer

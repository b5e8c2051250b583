"""The result of playing a case: the outcome to compare, and the steps that did not behave as written."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepFailure:
    """A step that went otherwise than its case says; `clause` is the one the program named, if it named one."""

    step: int
    expected: str
    got: str
    clause: str | None
    # The list that the step stands in.
    of: str = "script"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """`outcome` has the keys of `expect`; `step` of a failure counts from 0, as in `script[0]`."""

    outcome: dict[str, object]
    failed_steps: tuple[StepFailure, ...]

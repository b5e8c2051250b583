"""`pitboss vouch`: whoever runs the machine of a house says that an account is that person's own."""

from typing import Annotated

import typer

from pitboss.cli.options import stop
from pitboss.cli.premises import HOUSE, Data, house_at

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name with which somebody of the staff signs in.")]


def vouch(name: Name, data: Data = HOUSE) -> None:
    """Vouch for somebody of the staff in a house where no manager can.

    Whoever alone made an account, or gave it its password or roles, is no second person to it until a manager who had
    no part in it vouches for it on the page of the staff. In a house of one manager nobody can: whoever runs its
    machine does it here, and the journal has it. The house may go on meanwhile.
    """
    with house_at(data):
        from pitboss.floor.kernel.contract import No
        from pitboss.floor.kernel.floor import Floor
        from pitboss.floor.kernel.premises import SETTING_UP
        from pitboss.floor.people.staff import VouchForStaff, find

        floor = Floor()
        answer = floor.execute(SETTING_UP, VouchForStaff(staff=name))
        if isinstance(answer, No):
            stop(answer.reason)
        member = find(floor.now(), name)
    typer.echo(f"{member.name if member else name} is vouched for: the account is in nobody else's hands.")

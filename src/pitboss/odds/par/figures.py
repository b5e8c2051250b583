"""Figures as a sheet prints them: real minus signs, fixed digits, thousands apart."""

from fractions import Fraction

Number = Fraction | float

MINUS = "\N{MINUS SIGN}"


def with_minus(text: str) -> str:
    """A hyphen before a number becomes the real sign."""
    return text.replace("-", MINUS)


def plain(value: Number, digits: int) -> str:
    """So many digits after the point; what rounds to nothing has no sign."""
    text = f"{float(value):,.{digits}f}"
    return with_minus(text.removeprefix("-") if not text.strip("-0.,") else text)


def signed_figure(value: Number, digits: int) -> str:
    """As `plain`, with a plus where something is gained."""
    text = plain(value, digits)
    return text if text.startswith(MINUS) or not text.strip("0.,") else f"+{text}"


def percent(value: Number, digits: int = 3) -> str:
    return f"{plain(value * 100, digits)}%"


def signed_percent(value: Number, digits: int = 3) -> str:
    return f"{signed_figure(value * 100, digits)}%"


def net(value: Fraction) -> str:
    """A net result in units of the wager: whole, halves as decimals, anything else to three digits."""
    digits = f"{float(value):,.3f}".rstrip("0").rstrip(".")
    text = f"{value.numerator:,}" if value.denominator == 1 else digits
    return with_minus(text) if value <= 0 else f"+{text}"


def whole(value: int) -> str:
    return with_minus(f"{value:,}")


def shorten(text: str) -> str:
    """A count of a million or more to four digits, where there is no room for all of them; other words as they are."""
    digits = text.replace(",", "")
    if not digits.isdecimal() or len(digits) < 7:
        return text
    power = min((len(digits) - 1) // 3, 4)
    return f"{int(digits) / 1000**power:.4g}{('', '', 'M', 'bn', 'tn')[power]}"


def error(value: float) -> str:
    """How far a figure may be off, in percent with one digit that counts."""
    digits = 4
    while digits < 12 and round(value * 100, digits) == 0:
        digits += 1
    return f"± {percent(value, digits)}"


def fraction(value: Fraction) -> str:
    """Numerator over denominator, in full."""
    if value.denominator == 1:
        return whole(value.numerator)
    return f"{whole(value.numerator)} / {whole(value.denominator)}"


def one_in(chance: Fraction) -> str:
    """A rare chance as a person says it; what comes more often than not is not rare."""
    if not chance:
        return "never"
    return "" if chance > Fraction(1, 2) else f"1 in {float(1 / chance):,.{1 if chance > Fraction(1, 10) else 0}f}"

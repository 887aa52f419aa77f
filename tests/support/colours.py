"""How far two colours stand apart, as WCAG defines it; a colour is its red, green and blue, from 0 to 1."""


def linear(part):
    """A part of an sRGB colour, in proportion to its light."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(one, other):
    dark, light = sorted(
        sum(share * linear(part) for share, part in zip((0.2126, 0.7152, 0.0722), colour, strict=True)) for colour in (one, other)
    )
    return (light + 0.05) / (dark + 0.05)

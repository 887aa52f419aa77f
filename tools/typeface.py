"""Subset a variable font for the book: ``tools/vendor.py`` applies it to the fonts that it downloads.

It needs fontTools, a dependency of Matplotlib, and Brotli, which compresses WOFF2 files and has no other use here.
"""

import io
from collections.abc import Iterable, Iterator
from itertools import pairwise

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

LIGHTEST, HEAVIEST = 400, 700  # normal and bold, and all between
SMALLEST = 14  # the optical size for text, if a font has several

# Whole blocks rather than the characters now in use, so that a new sentence needs no new font.
CHARACTERS = (
    (0x20, 0x17F),  # Latin
    (0x2C6, 0x2DC),  # accents as separate characters
    (0x300, 0x338),  # combining accents
    (0x370, 0x3FF),  # Greek
    (0x1D62, 0x1D6A),  # subscripts
    (0x2000, 0x206F),  # punctuation
    (0x2070, 0x209C),  # superscripts and subscripts
    (0x20AC, 0x20AC),  # euro
    (0x2100, 0x215F),  # letter-like signs, fractions
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematics
    (0x2500, 0x257F),  # boxes
    (0x25A0, 0x25FF),  # squares, triangles, circles
    (0x2660, 0x2667),  # suits
    (0x2713, 0x2717),  # ticks and crosses
)
# Accents, kerning and figures of equal width. No ligatures: code must show the typed characters.
FEATURES = ["ccmp", "kern", "mark", "mkmk", "tnum"]
FACE = """@font-face {{
  font-family: "{family}";
  font-style: {style};
  font-weight: {lightest} {heaviest};
  font-display: swap;
  src: url("{file}") format("woff2");
  unicode-range: {characters};
}}
"""


def cut(data: bytes) -> bytes:
    """Return the font with the characters, features and weights above, as WOFF2."""
    options = subset.Options(layout_features=FEATURES, hinting=False, name_IDs=["*"])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in CHARACTERS for code in range(first, last + 1)])
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)  # the same font gives the same bytes
    subsetter.subset(font)
    limits = {"wght": (LIGHTEST, HEAVIEST), "opsz": SMALLEST}
    font = instancer.instantiateVariableFont(font, {axis.axisTag: limits[axis.axisTag] for axis in font["fvar"].axes})
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def face(data: bytes, file: str, style: str) -> str:
    """Return the CSS rule for a subset font with its range of characters, which browsers and tests read."""
    font = TTFont(io.BytesIO(data))
    family = font["name"].getBestFamilyName().removesuffix(" Variable")
    characters = ", ".join(ranges(font.getBestCmap()))
    return FACE.format(family=family, style=style, lightest=LIGHTEST, heaviest=HEAVIEST, file=file, characters=characters)


def ranges(codes: Iterable[int]) -> Iterator[str]:
    """Format code points as in CSS.

    Examples
    --------
    >>> list(ranges([0x41, 0x42, 0x43, 0x3C0]))
    ['U+41-43', 'U+3C0']
    """
    ordered = sorted(codes)
    ends = [-1, *(k for k, (one, other) in enumerate(pairwise(ordered)) if other != one + 1), len(ordered) - 1]
    for before, end in pairwise(ends):
        first, last = ordered[before + 1], ordered[end]
        yield f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}"

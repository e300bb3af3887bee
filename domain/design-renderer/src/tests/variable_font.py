"""Makes Sliding-Regular.ttf, a variable font for tests: `pip install fonttools`, `python3 variable_font.py`.

The letter I is a bar whose width in thousandths of an em is the weight, 350 to 820. Its axis of slant moves the top of
the bar to the right, by up to a fifth of an em.
"""

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.TupleVariation import TupleVariation


def bar(width):
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for point in [(0, 700), (width, 700), (width, 0)]:
        pen.lineTo(point)
    pen.closePath()
    return pen.glyph()


font = FontBuilder(1000, isTTF=True)
font.setupGlyphOrder([".notdef", "I"])
font.setupCharacterMap({ord("I"): "I"})
font.setupGlyf({".notdef": bar(400), "I": bar(400)})
font.setupHorizontalMetrics({".notdef": (500, 0), "I": (500, 0)})
font.setupHorizontalHeader(ascent=800, descent=-200)
font.setupNameTable({"familyName": "Sliding", "styleName": "Regular", "psName": "Sliding-Regular"})
font.setupOS2(usWeightClass=400)
font.setupPost(keepGlyphNames=False)
font.setupFvar([("wght", 350, 400, 820, "Weight"), ("slnt", -20, 0, 0, "Slant")], [])


def move(axis, end, *points):
    """How the points of the bar, and those of its width, move along an axis."""
    moved = [(x, 0) for x in points] + [(0, 0), (points[3], 0), (0, 0), (0, 0)]
    return TupleVariation({axis: (min(end, 0), end, max(end, 0))}, moved)


lighter, heavier = move("wght", -1, 0, 0, -50, -50), move("wght", 1, 0, 0, 420, 420)
font.setupGvar({"I": [lighter, heavier, move("slnt", -1, 0, 200, 200, 0)]})
font.save("Sliding-Regular.ttf")

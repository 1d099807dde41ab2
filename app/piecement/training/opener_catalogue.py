"""Catalogue of openers: shapes that players learn by heart for the first pieces of a game.

The shapes follow the named sources. Each is a fumen whose pages are the field after each bag; rows left over by T
clears of an earlier page are grey. `tests/app/training/test_openers.py` builds every page and finds every feat of every
opener.
"""

from typing import Final, NamedTuple

from piecement.language import _


class OpenerFeat(NamedTuple):
    """Spin of a T once the shape is complete."""

    title: str
    lines: int


TSS: Final = OpenerFeat(_("T-spin single"), 1)
TSD: Final = OpenerFeat(_("T-spin double"), 2)
TST: Final = OpenerFeat(_("T-spin triple"), 3)


class OpenerData(NamedTuple):
    """Opener as written in the catalogue."""

    name: str
    """Storage key."""
    title: str
    fumen: str
    sentence: str
    """One-sentence description of the opener."""
    source: str
    """Web page that shows the shape."""
    feats: tuple[tuple[OpenerFeat, ...], ...]
    """Feats of the next Ts once each page is complete, in order."""
    clears: bool = False
    """Whether a perfect clear of four lines may follow."""


_FOUR: Final = "https://four.lol"
_HARD_DROP: Final = "https://harddrop.com/wiki"

CATALOGUE: Final = (
    OpenerData(
        "tki",
        "TKI-3",
        "v115@Ehg0BeglBeBtAeQ4i0glCeBtR4RphlAezhQ4RpJeAg?H",
        _("An early T-spin double from a flat stack; any follow-up works."),
        f"{_FOUR}/openers/tki",
        ((TSD,),),
    ),
    OpenerData(
        "lst",
        "LST",
        "v115@AhQ4BtDeglBeR4BtCeglCeQ4i0RphlAezhg0RpJeAg?H7gg0DewSAegWglAeg0whwwBewDwSAegWh0whwwQ4AeA8wh?"
        "glAPwSAegWg0wwAeT4wSAegWJeAAAygwhCeQ4BtAeQpwSwh?glBeRphlQpwSAeQLCeQpglAtAeglAeRLDeg0QpwwQ4AewhE?exwQ4J"
        "eAAA",
        _("A T-spin double in every bag: L, S and T on the left, the rest on the right."),
        "https://swng.github.io/cover-visualizer/flattop_lst",
        ((TSD,), (TSD,), (TSD,)),
    ),
    OpenerData(
        "pco",
        "Perfect Clear Opener",
        "v115@9gilEeR4glRpDeR4wwg0RpCeBtxwi0DeBtwwJeAgH",
        _("With I in hold, 711 of 840 orders give a perfect clear."),
        f"{_FOUR}/perfect-clears/opener",
        ((),),
        clears=True,
    ),
    OpenerData(
        "pco_i",
        _("Perfect Clear Opener, I placed"),
        "v115@9gilwhDeR4glRpwhCeR4wwg0RpwhBeBtxwi0whCeBt?wwJeAgH",
        _("With I on the board, 514 of 840 orders give a perfect clear."),
        f"{_FOUR}/perfect-clears/opener",
        ((),),
        clears=True,
    ),
    OpenerData(
        "dt_cannon",
        "DT Cannon",
        "v115@3gwwHeywwhGeR4whBtAeRpAeR4glwhg0BtRpAeilwh?i0JeAgHagQ4FehlAeR4FeglBtQ4Bewhh0AeglAeBtRpwhg0?FeRpwhg0"
        "HewhdeAAA",
        _("A T-spin double, then a triple: a strong early attack."),
        f"{_FOUR}/methods/dt-cannon",
        ((), (TSD, TST)),
    ),
    OpenerData(
        "dt_cannon_jz",
        "DT Cannon, JZ base",
        "v115@3gwwHeywwhGeAtg0whglQ4AeRpAeBtg0whglR4RpAe?Ath0whhlQ4JeAgHagQ4FehlAeR4FeglBtQ4Bewhh0AeglAe?BtRpwhg0"
        "FeRpwhg0HewhdeAAA",
        _("The same cannon on a base of J and Z."),
        f"{_FOUR}/methods/dt-cannon",
        ((), (TSD, TST)),
    ),
    OpenerData(
        "reliable",
        "Reliable TSD",
        "v115@8gAtDeQ4CeBtDeR4BeAtg0RpilQ4Ceg0RpglzhAeh0?JeAgH4gAtBeQpQawhBeglwSAtBeRawhilwSCeAPglgWQpBt?g0AeQ4"
        "AeA8glgWwSgWwwR4g0AehlJeAAA",
        _("A T-spin double in each of two bags; any follow-up works."),
        f"{_HARD_DROP}/Reliable_TSD",
        ((TSD,), (TSD,)),
    ),
    OpenerData(
        "std",
        "Mr. T-Spin's STD",
        "v115@pgwhIewhDeglDewhDeglDewhAeQ4BehlBeg0RpR4Bt?Ceg0RpAeQ4AeBtAeh0JeAgHWgg0Ieg0Hewwg0HeQ4DegWAe?R4AeQ4"
        "Aehlwhg0R4RpQ4AewDglwhg0glAtQpwSwwwSwhQLw?SAtA8BtglxwAexhBtA8hlJeAAA",
        _("A single in the first bag, and a triple in the second."),
        f"{_FOUR}/openers/mr-tspin",
        ((TSS,), (TST,)),
    ),
    OpenerData(
        "albatross",
        "Albatross",
        "v115@AhBtDewhQ4CeBti0whR4AeRpilg0whAeQ4AeRpglCe?whJeAgH",
        _("A double under a high roof, in the first bag."),
        f"{_FOUR}/openers/albatross",
        ((TSD,),),
    ),
    OpenerData(
        "hachispin",
        "Hachispin",
        "v115@5gAtCewhDeBtCewhAei0AtDewhilg0RpAeR4whglCe?RpR4KeAgH",
        _("A single under a roof, in the first bag."),
        f"{_FOUR}/openers/hachispin",
        ((TSS,),),
    ),
    OpenerData(
        "sdpc",
        "SDPC",
        "v115@0gAtHeBtGewhAtFehlwhRpAeR4i0glwhRpR4Ceg0gl?whJeAgH",
        _("A single in the first bag, beside a high right side."),
        f"{_FOUR}/openers/sd-pc",
        ((TSS,),),
    ),
    OpenerData(
        "honey_cup",
        "Honey Cup",
        "v115@8gg0AeR4Feg0R4glDewwh0ilAeBtxwRpzhAeBtwwRp?JeAgHfgzhFeh0R4BeRpBeg0R4CeRpglAeg0CeBtilFeBtge?AAA",
        _("A triple, then a double, from two quiet bags."),
        f"{_HARD_DROP}/Honey_Cup",
        ((), (TST, TSD)),
    ),
    OpenerData(
        "stray_cannon",
        "Stray Cannon",
        "v115@9gwhIewhglQ4AewwBeg0BewhglR4xwAeg0RpwhhlQ4?wwAeh0RpJeAgHlgRpg0whQ4BeAtBeRpg0whR4BtCeh0whAe?Q4AtilAeBt"
        "whCeglDeBtdeAAA",
        _("A triple, then a double, with Z in hold."),
        "https://tetris.huijiwiki.com/wiki/Stray_Cannon",
        ((), (TST, TSD)),
    ),
    OpenerData(
        "gamushiro",
        "Gamushiro",
        "v115@7gglAeQ4FewhglAeR4Dewwwhhlg0Q4AeBtxwwhRpi0?AeBtwwwhRpJeAgHVgwhGeRpwhGeRpwhh0Eehlwhg0DeR4Ae?glAeg0AeBt"
        "R4BeglDeBtheAAA",
        _("A triple from a stack that stays flexible."),
        f"{_HARD_DROP}/Gamushiro_Stacking",
        ((), (TST,)),
    ),
    OpenerData(
        "ms2",
        "Mountainous Stacking 2",
        "v115@9gwhQ4HewhR4DewwBewhg0Q4AeBtxwRpwhi0AeBtww?RpJeAgHVghlGewhhlGewhhlh0Eewhhlg0DeR4whBeg0AeBt?R4RpEeBtAe"
        "RpdeAAA",
        _("A triple beside a high left side, with L in hold."),
        f"{_HARD_DROP}/Mountainous_Stacking",
        ((), (TST,)),
    ),
)

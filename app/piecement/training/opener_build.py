"""Build of an opener: the pieces and feats that are still to come, and the deviations so far."""

from typing import Final, NamedTuple

from piecement.training.opener_catalogue import OpenerFeat
from piecement.training.openers import TRAINER, Opener, Stage, feat_places
from piecement.training.trainers import Attempt
from piecement_engine import Piece, Spin


class OpenerProgress(NamedTuple):
    """Progress of a build."""

    stage: int
    left: frozenset[Piece]
    """Missing pieces of the stage."""
    feats: int = 0
    """Number of completed feats of the stage."""


class OpenerBuild:
    """Attempt at an opener: missing pieces, and the number of deviations."""

    def __init__(self, chosen: Opener) -> None:
        self.opener: Final = chosen
        self.progress = OpenerProgress(0, chosen.stages[0].pieces)
        self.deviations = 0

    @property
    def stage(self) -> Stage:
        return self.opener.stages[self.progress.stage]

    @property
    def is_last(self) -> bool:
        """Whether the current stage is the last one."""
        return self.progress.stage == len(self.opener.stages) - 1

    @property
    def feat(self) -> OpenerFeat | None:
        """Feat of the next T; None while pieces of the stage are missing."""
        stage, left, done = self.stage, self.progress.left, self.progress.feats
        return stage.feats[done] if not left and done < len(stage.feats) else None

    @property
    def is_done(self) -> bool:
        return self.is_last and not self.progress.left and self.feat is None

    @property
    def done(self) -> tuple[OpenerFeat, ...]:
        """Completed feats of all stages."""
        number, __, feats = self.progress
        before = tuple(feat for stage in self.opener.stages[:number] for feat in stage.feats)
        return before + self.stage.feats[:feats]

    def spin_place(self, bits: int) -> Piece | None:
        """Return the placement of the next T on a board; at the last stage, other pieces may lie on the board too."""
        if self.feat is None:
            return None
        if self.is_last:
            return next(iter(feat_places(bits, self.feat)), None)
        return self.stage.spins[self.progress.feats]

    def place(self, piece: Piece) -> bool:
        """Process a locked piece and return whether its placement belongs to the stage."""
        figures, progress = piece.shape.orientations, self.progress
        built = piece._replace(orientation=figures.index(figures[piece.orientation]))  # the first that looks the same
        if built not in progress.left:
            self.deviations += 1
            return False
        self.progress = progress._replace(left=progress.left - {built})
        self._end_stage()
        return True

    def spin(self, piece: Piece, *, lines: int, spin: Spin) -> bool:
        """Process a T that locked while a feat is due and return whether it achieved the feat."""
        feat, progress = self.feat, self.progress
        is_feat = feat is not None and spin is Spin.FULL and lines == feat.lines
        if not is_feat or not (self.is_last or piece == self.stage.spins[progress.feats]):
            self.deviations += 1
            return False
        self.progress = progress._replace(feats=progress.feats + 1)
        self._end_stage()
        return True

    def _end_stage(self) -> None:
        """Start the next stage if the current one is complete."""
        if not self.progress.left and self.feat is None and not self.is_last:
            number = self.progress.stage + 1
            self.progress = OpenerProgress(number, self.opener.stages[number].pieces)

    def attempt(self, *, solved: bool, time_ns: int, pieces: int) -> Attempt:
        """Return the attempt to store."""
        extra = {"feats": [feat.title for feat in self.done], "stage": self.progress.stage}
        return Attempt(TRAINER, self.opener.name, solved, self.deviations, time_ns // 1_000_000, pieces, extra)

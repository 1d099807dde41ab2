-- Schema of the database of games: a part for each version, which brings the version before to it. A statement ends
-- with a semicolon at the end of a line.

---- version 1
CREATE TABLE modes (
    name TEXT PRIMARY KEY NOT NULL,
    ranking TEXT NOT NULL
);
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    mode TEXT NOT NULL REFERENCES modes (name),
    variant TEXT NOT NULL,
    preset TEXT NOT NULL,
    rules TEXT NOT NULL,
    seed TEXT,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    time INTEGER NOT NULL,
    score INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    level INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    presses INTEGER NOT NULL,
    holds INTEGER NOT NULL,
    singles INTEGER NOT NULL,
    doubles INTEGER NOT NULL,
    triples INTEGER NOT NULL,
    quads INTEGER NOT NULL,
    larger INTEGER NOT NULL,
    spins INTEGER NOT NULL,
    perfect_clears INTEGER NOT NULL,
    max_combo INTEGER NOT NULL,
    max_back_to_back INTEGER NOT NULL,
    faults INTEGER,
    practice INTEGER NOT NULL,
    bot INTEGER NOT NULL,
    unranked INTEGER NOT NULL,
    imported INTEGER NOT NULL,
    progress INTEGER NOT NULL,
    goals TEXT NOT NULL,
    tier INTEGER NOT NULL,
    rank1 INTEGER NOT NULL,
    rank2 INTEGER NOT NULL,
    rank3 INTEGER NOT NULL
);
CREATE TABLE recordings (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    text TEXT NOT NULL
);
CREATE TABLE checkpoints (
    token TEXT PRIMARY KEY NOT NULL,
    session TEXT NOT NULL,
    saved_ms INTEGER NOT NULL,
    time INTEGER NOT NULL,
    head TEXT NOT NULL
);
CREATE TABLE checkpoint_inputs (
    token TEXT NOT NULL REFERENCES checkpoints (token) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    inputs TEXT NOT NULL,
    PRIMARY KEY (token, first)
);
CREATE TABLE savepoints (
    name TEXT PRIMARY KEY NOT NULL,
    saved_ms INTEGER NOT NULL,
    text TEXT NOT NULL
);

---- version 2
ALTER TABLE games ADD COLUMN faulty INTEGER;

---- version 3
-- It had indexes that version 9 dropped.

---- version 4
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    opponent TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    games_won INTEGER NOT NULL,
    games_lost INTEGER NOT NULL
);
CREATE INDEX matches_by_opponent ON matches (opponent, games_won, games_lost);

---- version 5
CREATE TABLE achievements (name TEXT PRIMARY KEY NOT NULL, earned_ms INTEGER NOT NULL);

---- version 6
CREATE TABLE trainer_attempts (
    id INTEGER PRIMARY KEY,
    trainer TEXT NOT NULL,
    exercise TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    faults INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    pieces INTEGER NOT NULL,
    extra TEXT NOT NULL
);
CREATE INDEX trainer_attempts_by_exercise ON trainer_attempts (trainer, exercise, solved, faults, time_ms);
CREATE TABLE boards (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    fumen TEXT NOT NULL,
    at_ms INTEGER NOT NULL
);
CREATE TABLE rule_sets (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    line TEXT NOT NULL,
    at_ms INTEGER NOT NULL
);
CREATE TABLE daily_results (
    id INTEGER PRIMARY KEY,
    mode TEXT NOT NULL,
    day TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    begun INTEGER NOT NULL,
    UNIQUE (mode, day)
);

---- version 7
-- It had counts that version 9 dropped.

---- version 8
CREATE TABLE game_reviews (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    edition INTEGER NOT NULL,
    text TEXT NOT NULL
);

---- version 9
DROP TRIGGER IF EXISTS count_added_game;
DROP TRIGGER IF EXISTS count_deleted_game;
DROP TABLE IF EXISTS game_counts;
DROP INDEX IF EXISTS games_by_rank;
DROP INDEX IF EXISTS games_by_end;
DROP INDEX IF EXISTS games_by_best;
DROP INDEX IF EXISTS games_by_preset;
DROP INDEX IF EXISTS games_by_outcome;
DROP INDEX IF EXISTS games_by_time;
DROP INDEX IF EXISTS games_by_score;
DROP INDEX IF EXISTS games_by_lines;
DROP INDEX IF EXISTS games_by_level;
DROP INDEX IF EXISTS games_by_pieces;
DROP INDEX IF EXISTS games_by_pace;
DROP INDEX IF EXISTS games_by_presses;
DROP INDEX IF EXISTS games_by_finesse;
CREATE INDEX games_by_end ON games (ended_ms, id);

---- version 10
ALTER TABLE games ADD COLUMN ruleset TEXT NOT NULL DEFAULT '';
DROP INDEX IF EXISTS games_by_rank;
-- The last columns let the filters be read from the index.
CREATE INDEX games_by_rank ON games
    (mode, variant, ruleset, tier, rank1, rank2, rank3, ended_ms, id, preset, bot);
-- The next opening gives them their rules.
CREATE INDEX games_without_rules ON games (id) WHERE ruleset = '';

---- version 11
ALTER TABLE games DROP COLUMN progress;
ALTER TABLE games ADD COLUMN owner TEXT NOT NULL DEFAULT 'own';
UPDATE games SET owner = 'unknown' WHERE imported;
INSERT OR IGNORE INTO modes (name, ranking) SELECT 'Own rules', '' FROM games WHERE mode = '';
UPDATE games SET mode = 'Own rules' WHERE mode = '';
DELETE FROM modes WHERE name = '';
DROP INDEX IF EXISTS games_by_rank;
CREATE INDEX games_by_rank ON games
    (mode, variant, ruleset, tier, rank1, rank2, rank3, ended_ms, id, preset, bot, owner);

---- version 12
ALTER TABLE modes ADD COLUMN headline TEXT NOT NULL DEFAULT '';

-- Schema of the database of a server, in SQL for both systems: a part for each version, which brings the version
-- before to it. A statement ends with a semicolon at the end of a line.

---- version 1
CREATE TABLE matches (
    id TEXT PRIMARY KEY NOT NULL,
    room TEXT NOT NULL,
    started_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    record TEXT NOT NULL
);
CREATE TABLE rounds (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    round BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (match, round)
);
CREATE INDEX matches_by_change ON matches (ended, changed_ms);

---- version 2
CREATE TABLE accounts (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    made_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL
);
CREATE TABLE tokens (
    digest TEXT PRIMARY KEY NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    made_ms BIGINT NOT NULL
);
CREATE TABLE codes (
    digest TEXT PRIMARY KEY NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    until_ms BIGINT NOT NULL
);
CREATE TABLE ratings (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    season TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    PRIMARY KEY (account, season)
);
CREATE TABLE results (
    match TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    opponent TEXT NOT NULL,
    opponent_name TEXT NOT NULL,
    ended_ms BIGINT NOT NULL,
    season TEXT NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    rounds_won BIGINT NOT NULL,
    rounds_lost BIGINT NOT NULL,
    rating_before DOUBLE PRECISION,
    rating_after DOUBLE PRECISION,
    PRIMARY KEY (match, account)
);
CREATE INDEX tokens_by_account ON tokens (account);
CREATE INDEX codes_by_account ON codes (account);
CREATE INDEX ratings_by_season ON ratings (season, rating);
CREATE INDEX results_by_account ON results (account, ended_ms);
CREATE INDEX results_by_opponent ON results (opponent);

---- version 3
CREATE TABLE board_entries (
    id TEXT PRIMARY KEY NOT NULL,
    kind TEXT NOT NULL,
    mode TEXT NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    at_ms BIGINT NOT NULL,
    day TEXT NOT NULL,
    tier BIGINT NOT NULL,
    first_key BIGINT NOT NULL,
    second_key BIGINT NOT NULL,
    third_key BIGINT NOT NULL,
    end_word TEXT NOT NULL,
    time_ns BIGINT NOT NULL,
    score BIGINT NOT NULL,
    lines BIGINT NOT NULL,
    level BIGINT NOT NULL,
    pieces BIGINT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    recording TEXT NOT NULL
);
CREATE TABLE daily_tries (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    mode TEXT NOT NULL,
    day TEXT NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (account, mode, day)
);
CREATE TABLE secrets (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL);
CREATE INDEX board_entries_by_board ON board_entries (mode, kind, at_ms);
CREATE INDEX board_entries_by_account ON board_entries (account);

---- version 4
CREATE TABLE name_keys (
    name_key TEXT PRIMARY KEY NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX name_keys_by_account ON name_keys (account);

---- version 5
ALTER TABLE board_entries ADD COLUMN standing BIGINT NOT NULL DEFAULT 1;
DROP INDEX board_entries_by_board;
CREATE INDEX board_entries_of_player ON board_entries
(account, mode, kind, tier, first_key, second_key, third_key, at_ms, id) WHERE standing > 0;
UPDATE board_entries SET standing = 0 WHERE EXISTS (
    SELECT 1 FROM board_entries AS later WHERE later.account = board_entries.account
    AND later.mode = board_entries.mode AND later.kind = board_entries.kind AND later.standing > 0
    AND later.at_ms >= board_entries.at_ms AND board_entries.day IN ('', later.day)
    AND (later.tier, later.first_key, later.second_key, later.third_key) <
        (board_entries.tier, board_entries.first_key, board_entries.second_key, board_entries.third_key)
);
UPDATE board_entries SET standing = 2 WHERE standing = 1 AND NOT EXISTS (
    SELECT 1 FROM board_entries AS better WHERE better.account = board_entries.account
    AND better.mode = board_entries.mode AND better.kind = board_entries.kind AND better.standing > 0
    AND (better.tier, better.first_key, better.second_key, better.third_key, better.at_ms, better.id) <
        (board_entries.tier, board_entries.first_key, board_entries.second_key, board_entries.third_key,
         board_entries.at_ms, board_entries.id)
);
CREATE INDEX board_entries_best ON board_entries
(mode, kind, tier, first_key, second_key, third_key, at_ms, id) WHERE standing = 2;
CREATE INDEX board_entries_by_rank ON board_entries
(mode, kind, tier, first_key, second_key, third_key, at_ms, id) WHERE standing > 0;
CREATE INDEX board_entries_by_day ON board_entries
(mode, kind, day, tier, first_key, second_key, third_key, at_ms, id) WHERE standing > 0;
CREATE INDEX board_entries_by_time ON board_entries (mode, kind, at_ms) WHERE standing > 0;

---- version 6
ALTER TABLE board_entries ADD COLUMN ruleset TEXT NOT NULL DEFAULT '';
CREATE INDEX board_entries_without_ruleset ON board_entries (id) WHERE ruleset = '' AND recording <> '';

---- version 7
CREATE TABLE account_settings (
    account TEXT PRIMARY KEY NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    at_ms BIGINT NOT NULL,
    settings TEXT NOT NULL
);

---- version 8
CREATE TABLE bans (
    who TEXT PRIMARY KEY NOT NULL,
    account TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    until_ms BIGINT NOT NULL,
    reason TEXT NOT NULL
);
CREATE INDEX bans_by_account ON bans (account);

// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/schema.hpp"

#include <fmt/format.h>

namespace zwang::schema {

std::string mark() {
  return fmt::format("PRAGMA application_id = {};\nPRAGMA user_version = {};\n", application,
                     version);
}

// Plain tables only: SQLite from 3.8.2 on can read the file.
std::string create() {
  return mark() + R"sql(
CREATE TABLE meta       (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE provenance (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE sources    (id INTEGER PRIMARY KEY, path TEXT NOT NULL, text TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE settings   (name TEXT PRIMARY KEY, given, used, unit TEXT) WITHOUT ROWID;
CREATE TABLE parameters (name TEXT PRIMARY KEY, value REAL NOT NULL, unit TEXT, text TEXT) WITHOUT ROWID;
CREATE TABLE masses     (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, grp TEXT, kind TEXT NOT NULL, mass REAL);
CREATE TABLE constraints (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, grp TEXT, kind TEXT NOT NULL,
                         text TEXT NOT NULL, latex TEXT, unit TEXT, shape TEXT NOT NULL, restitution REAL);
CREATE TABLE channels   (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, what TEXT NOT NULL, of TEXT,
                         unit TEXT, type TEXT NOT NULL, width INTEGER NOT NULL);
CREATE TABLE blocks     (first INTEGER PRIMARY KEY, n INTEGER NOT NULL, t0 REAL NOT NULL, t1 REAL NOT NULL,
                         data BLOB NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE events     (id INTEGER PRIMARY KEY, t REAL NOT NULL, kind TEXT NOT NULL, cause TEXT, row INTEGER NOT NULL,
                         located REAL, uncertainty REAL, energy_before REAL, energy_after REAL, supplied REAL, text TEXT);
CREATE TABLE event_constraints (event INTEGER NOT NULL, constraint_id INTEGER NOT NULL, role TEXT NOT NULL,
                         before TEXT NOT NULL, after TEXT NOT NULL, approach REAL, impulse REAL,
                         PRIMARY KEY (event, constraint_id)) WITHOUT ROWID;
CREATE TABLE certificates (first INTEGER NOT NULL, number TEXT NOT NULL, worst REAL NOT NULL, allowed REAL NOT NULL,
                         t REAL, constraint_id INTEGER, PRIMARY KEY (first, number)) WITHOUT ROWID;
CREATE TABLE checkpoints (slot INTEGER PRIMARY KEY CHECK (slot IN (0, 1)), generation INTEGER NOT NULL, t REAL NOT NULL,
                         rows INTEGER NOT NULL, events INTEGER NOT NULL, data BLOB NOT NULL, crc INTEGER NOT NULL);
CREATE INDEX events_t  ON events (t);
CREATE INDEX blocks_t  ON blocks (t0);

CREATE VIEW impacts AS SELECT e.t, c.name, x.approach, x.impulse, x.before, x.after,
                             e.energy_after - e.energy_before AS energy_change, e.id AS event,
                             e.located, e.uncertainty
  FROM events e JOIN event_constraints x ON x.event = e.id JOIN constraints c ON c.id = x.constraint_id
  WHERE e.kind = 'impact' ORDER BY e.id, x.constraint_id;
CREATE VIEW certificate AS SELECT number, MAX(worst) AS worst, MAX(allowed) AS allowed, MAX(worst / allowed) <= 1 AS holds
  FROM certificates GROUP BY number;
)sql";
}

}  // namespace zwang::schema

// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/sqlite.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <cmath>

namespace zwang::sqlite {

Value finite(double number) {
  if (std::isfinite(number)) return number;
  return std::monostate();
}

Value text_or_null(std::string_view text) {
  if (!text.empty()) return std::string(text);
  return std::monostate();
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  errno = 0;
  check(sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &statement,
                           nullptr));
  statement_.reset(statement);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_->fail(code);
}

void Statement::run_all(std::span<const Value> cells) {
  reset();
  int place = 0;
  for (const Value& cell : cells) bind(++place, cell);
  while (step()) {
  }
}

bool Statement::step() {
  errno = 0;
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement_.get());
    return false;
  }
  // forget the failed step, so that a rollback finds nothing pending
  const int told = sqlite3_extended_errcode(database_->handle());
  sqlite3_reset(statement_.get());
  database_->fail(told == SQLITE_OK ? code : told);
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

void Statement::bind(int place, std::monostate) {
  check(sqlite3_bind_null(statement_.get(), place));
}
void Statement::bind(int place, std::int64_t number) {
  check(sqlite3_bind_int64(statement_.get(), place, number));
}
void Statement::bind(int place, double number) {
  check(sqlite3_bind_double(statement_.get(), place, number));
}
void Statement::bind(int place, std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), place, text.empty() ? "" : text.data(), text.size(),
                            SQLITE_TRANSIENT, SQLITE_UTF8));
}
void Statement::bind(int place, const Blob& blob) {
  check(sqlite3_bind_blob64(statement_.get(), place, blob.bytes.data(), blob.bytes.size(),
                            SQLITE_TRANSIENT));
}
void Statement::bind(int place, const Value& value) {
  std::visit([&](const auto& cell) { bind(place, cell); }, value);
}

int Statement::columns() const { return sqlite3_column_count(statement_.get()); }

bool Statement::null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void Statement::wrong_type(int column) const {
  throw Error(
      Code::E430,
      fmt::format("column '{}' holds a value of the wrong type in '{}'",
                  sqlite3_column_name(statement_.get(), column), sqlite3_sql(statement_.get())),
      {.file = database_->path()});
}

std::int64_t Statement::integer(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_INTEGER) wrong_type(column);
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::number(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_FLOAT) wrong_type(column);
  const double number = sqlite3_column_double(statement_.get(), column);
  if (!std::isfinite(number)) wrong_type(column);
  return number;
}

std::string Statement::text(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_TEXT) wrong_type(column);
  const auto* text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) database_->fail(SQLITE_NOMEM);
  return {reinterpret_cast<const char*>(text),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string_view Statement::bytes(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_BLOB) wrong_type(column);
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  const int size = sqlite3_column_bytes(statement_.get(), column);
  if (bytes == nullptr && size > 0) database_->fail(SQLITE_NOMEM);
  return {bytes, static_cast<std::size_t>(size)};
}

Value Statement::value(int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_INTEGER: return integer(column);
    case SQLITE_FLOAT: return number(column);
    case SQLITE_TEXT: return text(column);
    case SQLITE_BLOB: return Blob{std::string(bytes(column))};
    default: return std::monostate();
  }
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Database::Database(std::string path, Access access) : path_(std::move(path)), access_(access) {
  int flags = access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (access == Access::create) flags |= SQLITE_OPEN_CREATE;
  // a name that begins with a blank, colon or "file:" is still a name
  const std::string name = path_.starts_with('/') ? path_ : "./" + path_;
  sqlite3* database = nullptr;
  errno = 0;
  const int code = sqlite3_open_v2(name.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) fail(code);
  sqlite3_extended_result_codes(database, 1);
  sqlite3_busy_timeout(database, 5000);
  for (const int setting : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                            SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION})
    sqlite3_db_config(database, setting, 0, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  if (access == Access::read) sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 1'000'000'000);
  sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, 100'000);
  sqlite3_limit(database, SQLITE_LIMIT_COLUMN, 100);
  sqlite3_limit(database, SQLITE_LIMIT_EXPR_DEPTH, 100);
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(database, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
  sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
  execute("PRAGMA cell_size_check = ON");
  execute("PRAGMA mmap_size = 0");
}

void Database::execute(const std::string& sql) const {
  errno = 0;
  const int code = sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

Value Database::ask(std::string_view sql) const {
  Statement statement = prepare(sql);
  if (!statement.step()) return std::monostate();
  return statement.value(0);
}

bool Database::in_transaction() const { return sqlite3_get_autocommit(handle()) == 0; }

bool Database::unreadable() const { return errno == EIO || errno == ENXIO; }

void Database::fail(int code) const {
  const Place place = {.file = path_};
  if ((code & 255) == SQLITE_CORRUPT && unreadable())
    throw Error(Code::E401, "cannot be read: disk error", place);
  const bool reading = access_ == Access::read;
  std::string message = sqlite3_errstr(code);
  if (database_) {
    message = sqlite3_errmsg(handle());
    if (const int system = sqlite3_system_errno(handle());
        system != 0 && (code & 255) != SQLITE_ERROR)
      message += fmt::format(" (system error {})", system);
  }
  switch (code & 255) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: throw Error(Code::E430, "damaged result: " + message, place);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: throw Error(Code::E450, "in use by another program: " + message, place);
    case SQLITE_READONLY:
      if (reading)
        throw Error(Code::E401, "a killed run left it in the middle of a change", place, "",
                    {"help: opening it once with write permission repairs it"});
      break;
    case SQLITE_NOMEM: throw Error(Code::E501, "out of memory", place);
    case SQLITE_ERROR:
    case SQLITE_TOOBIG:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
      if (reading) throw Error(Code::E430, "damaged result: " + message, place);
      break;
    default: break;
  }
  if (reading) throw Error(Code::E401, "cannot be read: " + message, place);
  throw Error(Code::E410, "cannot be written: " + message, place);
}

}  // namespace zwang::sqlite

// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// SQLite behind two small types. Its codes become Error: E410 when writing, E401 when reading, E430
// if damaged, E450 if in use, E501 if out of memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "zwang/base/error.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace zwang::sqlite {

struct Blob {
  std::string bytes;
  friend bool operator==(const Blob&, const Blob&) = default;
};

// The value of a cell; monostate is NULL.
using Value = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;
inline constexpr std::monostate null;

// Infinities and NaN become NULL.
Value finite(double number);
// An empty text becomes NULL.
Value text_or_null(std::string_view text);

class Database;

class Statement {
 public:
  // Binds all parameters and runs to the end; for statements that return no rows.
  template <class... Cells>
  void run(const Cells&... cells) {
    begin(cells...);
    while (step()) {
    }
  }
  // Binds all parameters; step() then moves from row to row.
  template <class... Cells>
  void begin(const Cells&... cells) {
    reset();
    int place = 0;
    (bind(++place, cells), ...);
  }
  // As run(), for any number of cells.
  void run_all(std::span<const Value> cells);
  // False when there are no more rows.
  bool step();

  int columns() const;
  Value value(int column) const;
  // E430 if the cell has another type.
  std::int64_t integer(int column) const;
  double number(int column) const;
  std::string text(int column) const;
  // Valid until the next step.
  std::string_view bytes(int column) const;
  bool null(int column) const;

 private:
  friend class Database;
  Statement(const Database& database, std::string_view sql);
  void reset();
  void bind(int place, std::monostate);
  void bind(int place, std::int64_t number);
  void bind(int place, int number) { bind(place, static_cast<std::int64_t>(number)); }
  void bind(int place, std::size_t number) { bind(place, static_cast<std::int64_t>(number)); }
  void bind(int place, double number);
  void bind(int place, std::string_view text);
  void bind(int place, const std::string& text) { bind(place, std::string_view(text)); }
  void bind(int place, const char* text) { bind(place, std::string_view(text)); }
  void bind(int place, const Blob& blob);
  void bind(int place, const Value& value);
  void check(int code) const;
  [[noreturn]] void wrong_type(int column) const;

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  const Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// Cannot be copied or moved: statements point to it.
class Database {
 public:
  enum class Access {
    create,  // a new file for reading and writing
    write,
    read,
  };
  // Nothing in the file can make SQLite run code, write elsewhere or allocate without limit.
  Database(std::string path, Access access);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const std::string& path() const { return path_; }
  void execute(const std::string& sql) const;
  Statement prepare(std::string_view sql) const { return {*this, sql}; }
  // The first cell of the first row; NULL if there is none.
  Value ask(std::string_view sql) const;
  bool in_transaction() const;

  // SQLite reports a file as damaged if the disk fails to return a page of it; the system's error
  // number of the last failure distinguishes the two.
  bool unreadable() const;
  // Throws the Error for an SQLite code.
  [[noreturn]] void fail(int code) const;
  sqlite3* handle() const { return database_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::string path_;
  Access access_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace zwang::sqlite

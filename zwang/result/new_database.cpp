// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/new_database.hpp"

#include <filesystem>
#include <system_error>

#include "zwang/result/schema.hpp"

namespace zwang {
namespace {

using sqlite::Database;

// Files that go again unless they are kept.
class Attempt {
 public:
  explicit Attempt(const std::string& path) : path_(path) {}
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;
  ~Attempt() {
    if (kept_) return;
    std::error_code ignored;
    for (const char* end : {"", "-journal"}) std::filesystem::remove(path_ + end, ignored);
  }
  void keep() { kept_ = true; }

 private:
  std::string path_;
  bool kept_ = false;
};

}  // namespace

std::unique_ptr<FileLock> claim_name(const std::string& path, bool force) {
  demand_own_neighbours(path);
  auto lock = std::make_unique<FileLock>(path);
  const FileKind kind = kind_of_file(path);
  if (kind == FileKind::other) throw Error(Code::E411, "not a plain file", {.file = path});
  if (kind == FileKind::plain && !force) {
    const FileHeader header = read_header(path);
    const bool own = header.application == schema::application ||
                     header.application == schema::application_of_parts;
    if (!header.is_sqlite || !own)
      throw Error(Code::E440, "would overwrite a file that is not a result", {.file = path}, "",
                  {"help: choose another name, or --force"});
  }
  return lock;
}

void create_database(const std::string& path, const std::function<void(const Database&)>& fill) {
  const std::string fresh = path + ".new";
  for (const char* end : {"", "-journal", "-wal", "-shm"}) remove_file(fresh + end);
  Attempt attempt(fresh);
  {
    const Database database(fresh, Database::Access::create);
    database.execute("PRAGMA synchronous = FULL");
    database.execute("BEGIN");
    fill(database);
    database.execute("COMMIT");
  }
  sync_file(fresh);
  // What an old run left beside the name would be replayed into the new file: away with it, on the
  // disk too, before the new file has the name.
  for (const char* end : {"-journal", "-wal", "-shm"}) remove_file(path + end);
  sync_folder_of(path);
  rename_file(fresh, path);
  attempt.keep();
  sync_folder_of(path);
}

}  // namespace zwang

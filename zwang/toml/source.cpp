// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/toml/source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "zwang/base/file.hpp"

namespace zwang {

std::string_view Source::line(int number) const {
  std::string_view rest = text;
  for (int i = 1; i < number; ++i) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  std::string_view line = rest.substr(0, rest.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

Source read_source(const std::string& path, std::size_t most) {
  const auto refuse = [&](Code code, const std::string& why) {
    throw Error(code, fmt::format("cannot read '{}': {}", path, why));
  };
  const auto refuse_for = [&](int number) {
    refuse(Code::E401, number == ENOENT
                           ? "there is no such file"
                           : std::error_code(number, std::generic_category()).message());
  };
  const auto too_large = [&](const std::string& size) {
    throw Error(Code::E110, fmt::format("'{}' has {} bytes; the limit is {}", path, size, most));
  };
  // O_NONBLOCK: a pipe without a writer must not stop us here
  const Opened file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number < 0) refuse_for(errno);
  struct stat status{};
  if (::fstat(file.number, &status) != 0) refuse_for(errno);
  if (!S_ISREG(status.st_mode)) refuse(Code::E411, "not a plain file");
  if (status.st_size > static_cast<off_t>(most)) too_large(fmt::format("{}", status.st_size));
  // some files of the system have no size and no end
  Source source{path, {}};
  constexpr std::size_t piece = 64 * 1024;
  for (;;) {
    const std::size_t filled = source.text.size();
    source.text.resize(filled + piece);
    const ssize_t n = ::read(file.number, source.text.data() + filled, piece);
    source.text.resize(filled + static_cast<std::size_t>(n > 0 ? n : 0));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse_for(errno);
    if (n == 0) return source;
    if (source.text.size() > most) too_large(fmt::format("more than {}", most));
  }
}

}  // namespace zwang

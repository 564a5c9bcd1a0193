// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/limited_child.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <new>
#include <string_view>

#include "zwang/base/error.hpp"
#include "zwang/base/sanitized.hpp"

namespace zwang {
namespace {

// The signal for too much work comes before the one that cannot be told from others.
void limit(__rlimit_resource what, rlim_t most) {
  const rlimit both{most, most + (what == RLIMIT_CPU ? 1 : 0)};
  setrlimit(what, &both);
}

void send(int pipe, std::string_view text) {
  while (!text.empty()) {
    const auto sent = write(pipe, text.data(), text.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) _exit(3);
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

// "=" and what the work gave, or "!" and the error: code, line, columns, file, message, a line
// each.
[[noreturn]] void work_and_send(int pipe, const std::function<std::string()>& work,
                                const ChildLimits& limits) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, limits.seconds);
  if (!sanitized) limit(RLIMIT_AS, limits.memory);
  try {
    send(pipe, "=" + work());
  } catch (const Error& error) {
    const Place& at = error.place();
    send(pipe, fmt::format("!{}\n{}\n{}\n{}\n{}\n{}", name(error.code()), at.line, at.column,
                           at.end_column, at.file, error.message()));
  } catch (const std::bad_alloc&) {
    _exit(2);
  }
  _exit(0);
}

std::string received(int pipe) {
  std::string out;
  std::array<char, 65536> part{};
  for (;;) {
    const auto got = read(pipe, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return out;
    out.append(part.data(), static_cast<std::size_t>(got));
  }
}

std::string_view cut_line(std::string_view& text) {
  const auto end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

[[noreturn]] void throw_again(std::string_view text) {
  const auto code = code_named(cut_line(text));
  Place at;
  for (int* const number : {&at.line, &at.column, &at.end_column}) {
    const std::string_view line = cut_line(text);
    std::from_chars(line.data(), line.data() + line.size(), *number);
  }
  at.file = cut_line(text);
  throw Error(code.value_or(Code::E401), std::string(text), at);
}

}  // namespace

std::string in_limited_child(const std::string& file, const std::function<std::string()>& work,
                             const ChildLimits& limits) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw Error(Code::E401, file + ": no pipe for its reader");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    throw Error(Code::E401, file + ": no process for its reader");
  }
  if (child == 0) {
    close(ends[0]);
    work_and_send(ends[1], work, limits);
  }
  close(ends[1]);
  const std::string text = received(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || text.empty())
    throw Error(Code::E401,
                fmt::format("{}: its reader {}", file,
                            WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU ? "took too long"
                            : WIFEXITED(status) && WEXITSTATUS(status) == 2    ? "needs more memory"
                                                                               : "crashed"));
  if (text[0] == '!') throw_again(std::string_view(text).substr(1));
  return text.substr(1);
}

}  // namespace zwang

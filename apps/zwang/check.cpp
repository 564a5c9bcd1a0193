// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "apps/zwang/verbs.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/io/start.hpp"
#include "zwang/model/shape.hpp"

namespace zwang::apps {

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 0x20U)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

int tell_mistakes(const ModelFile& file, const std::string& format, const Common& common) {
  const bool files = std::ranges::any_of(
      file.mistakes, [](const Error& error) { return name(error.code()).substr(0, 2) == "E4"; });
  if (format == "json" || common.json) {
    std::string list;
    for (const Error& error : file.mistakes) {
      const Place& at = error.place();
      list += fmt::format(
          "{}{{\"code\":\"{}\",\"message\":{},\"file\":{},\"line\":{},\"column\":{},\"end_column\":"
          "{},"
          "\"hint\":{}}}",
          list.empty() ? "" : ",", name(error.code()), json_text(error.message()),
          json_text(at.file), at.line, at.column, at.end_column, json_text(error.mark()));
    }
    fmt::print("{{\"zwang\":1,\"model\":{},\"mistakes\":[{}]}}\n", json_text(file.sources[0].path),
               list);
  } else if (common.quiet < 2) {
    for (const Error& error : file.mistakes) {
      if (format == "short") fmt::print(stderr, "{}\n", error.what());
      if (format == "github")
        fmt::print(stderr, "::error file={},line={},col={}::{}: {}\n", error.place().file,
                   error.place().line, error.place().column, name(error.code()), error.message());
    }
    if (format == "full") fmt::print(stderr, "{}", file.report());
  }
  return files ? 6 : 1;
}

void tell_warnings(const ModelFile& file, const std::vector<Error>& warnings,
                   const Common& common) {
  if (common.quiet > 0 || common.json) return;
  for (const Error& warning : warnings)
    for (const Source& source : file.sources)
      if (source.path == warning.place().file)
        fmt::print(stderr, "{}", warning.report(source.line(warning.place().line)));
}

int check(const CheckOrder& order, const Common& common) {
  int result = 0;
  for (const std::string& path : order.files) {
    ModelFile file = read_model(path, {.set = order.set});
    std::vector<Error> warnings;
    int code_here = 0;
    if (!file.usable()) {
      code_here = tell_mistakes(file, order.format, common);
    } else {
      std::string told = "start free";
      const System system(*file.model);
      const Instant instant = accelerations(system, file.model->start(file.run.from));
      for (int i = 0; i < system.conditions() && !instant.conditions.empty(); ++i) {
        if (instant.conditions[static_cast<std::size_t>(i)].standing != Standing::acting) continue;
        const Shape shape = shape_of(*file.model, system.condition(i)).shape;
        if (shape == Shape::string)
          told = "start taut";
        else if (told == "start free")
          told = "start acting";
      }
      for (const Error& error : start_mistakes(file))
        (name(error.code()).front() == 'W' ? warnings : file.mistakes).push_back(error);
      // a model that must fail says so itself
      const bool must_fail = std::ranges::any_of(
          file.expectations, [](const Expectation& e) { return !e.ends.empty(); });
      if (!file.mistakes.empty() && !must_fail) {
        code_here = tell_mistakes(file, order.format, common);
      } else {
        std::vector<std::string> unmet_ones;
        if (order.run) {
          const Trajectory motion = run(*file.model, file.run);
          for (const Expectation& expectation : file.expectations)
            if (const auto wrong = unmet(expectation, motion))
              unmet_ones.push_back(
                  fmt::format("{}:{}: {}", expectation.place.file, expectation.place.line, *wrong));
          if (!motion.usable() && !must_fail) {
            code_here = 3;
            fmt::print(stderr, "{}: {}\n", path, motion.brief());
          }
        }
        tell_warnings(file, warnings, common);
        const auto plural = [](std::size_t n, const char* word) {
          return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
        };
        if (!unmet_ones.empty()) {
          code_here = 5;
          for (const std::string& text : unmet_ones) fmt::print(stderr, "{}\n", text);
        } else if (code_here == 0 && common.quiet == 0) {
          fmt::print("{}: ok ({}, {}, {}, {}{})\n", path,
                     plural(file.model->coordinate_names().size(), "coordinate"),
                     plural(file.model->conditions().size(), "condition"), told,
                     plural(file.expectations.size(), "expectation"), order.run ? " met" : "");
        }
      }
    }
    if (result == 0) result = code_here;
  }
  return result;
}

}  // namespace zwang::apps

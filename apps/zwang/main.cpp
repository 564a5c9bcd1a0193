// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The command: arguments and words, no mechanics.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>

#include "apps/zwang/verbs.hpp"
#include "zwang/base/text.hpp"

namespace {

using namespace zwang;
using namespace zwang::apps;

constexpr const char* usage = R"(zwang {} - motion of systems under equations and inequalities

usage: zwang <verb> [files] [options]

  run       compute the motion and write a result file
  check     read a model, report mistakes, test the start and the expectations

start here:   zwang run examples/pendulum.toml
all options:  zwang <verb> --help
)";

constexpr const char* run_usage = R"(usage: zwang run MODEL... [options]

  -u, --until TIME       end of the motion (instead of [run] until)
  -s, --set NAME=VALUE   set a parameter; may be repeated
      --tolerance X      relative accuracy asked for                [1e-9]
  -o, --output FILE      the result, an SQLite database             [MODEL.zw]
      --project-start    move the start to the nearest allowed one
      --resume FILE      go on from the last state of a result (no MODEL needed)
      --events WHICH     fold | all                                 [fold]
      --json             one object
  -f, --force            overwrite what this program did not write
  -q                     errors only; twice: nothing
      --color WHEN       auto | always | never                      [auto]
)";

constexpr const char* check_usage = R"(usage: zwang check MODEL... [options]

      --run              also run and test [[expect]]
  -s, --set NAME=VALUE   set a parameter; may be repeated
      --format F         full | short | json | github               [full]
      --json             the same as --format json
  -q                     errors only; twice: nothing
)";

int wrong_use(const std::string& message, const std::string& hint) {
  fmt::print(stderr, "zwang: {}\n", message);
  if (!hint.empty()) fmt::print(stderr, "{}\n", hint);
  return 2;
}

// "L=1.2 m"
std::optional<std::pair<std::string, std::string>> setting(const std::string& text) {
  const auto at = text.find('=');
  if (at == std::string::npos || at == 0) return std::nullopt;
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    if (words.size() > 1 && words[0] == "help") {
      words = {words[1], "--help"};
    } else {
      fmt::print(fmt::runtime(usage), ZWANG_VERSION);
      return 0;
    }
  }
  if (words[0] == "--version") {
    fmt::print("zwang {}\n", ZWANG_VERSION);
    return 0;
  }
  if (words[0].ends_with(".toml")) words.insert(words.begin(), "run");

  CLI::App app;
  app.set_help_flag();
  app.require_subcommand(1, 1);
  Common common;
  RunOrder run_order;
  CheckOrder check_order;
  std::vector<std::string> set;
  std::string events = "fold";
  bool help = false;
  const auto shared = [&](CLI::App* verb, std::vector<std::string>& files) {
    verb->set_help_flag();
    verb->add_option("files", files);
    verb->add_option("-s,--set", set);
    verb->add_flag("--json", common.json);
    verb->add_flag("-q", common.quiet);
    verb->add_option("--color", common.colour)->check(CLI::IsMember({"auto", "always", "never"}));
    verb->add_flag("-h,--help", help);
  };
  CLI::App* const run_verb = app.add_subcommand("run");
  shared(run_verb, run_order.files);
  run_verb->add_option("-u,--until", run_order.until);
  run_verb->add_option("--tolerance", run_order.tolerance);
  run_verb->add_flag("--project-start", run_order.project_start);
  run_verb->add_option("-o,--output", run_order.output);
  run_verb->add_option("--resume", run_order.resume);
  run_verb->add_flag("-f,--force", run_order.force);
  run_verb->add_option("--events", events)->check(CLI::IsMember({"fold", "all"}));
  CLI::App* const check_verb = app.add_subcommand("check");
  shared(check_verb, check_order.files);
  check_verb->add_flag("--run", check_order.run);
  check_verb->add_option("--format", check_order.format)
      ->check(CLI::IsMember({"full", "short", "json", "github"}));

  const std::vector<std::string> verbs = {"run", "check"};
  if (std::ranges::find(verbs, words[0]) == verbs.end()) {
    const auto near = nearest(words[0], verbs);
    return wrong_use(fmt::format("unknown verb '{}'", words[0]),
                     near ? fmt::format("did you mean '{}'?", *near) : "see zwang --help");
  }
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    std::string hint = fmt::format("see zwang {} --help", words[0]);
    std::vector<std::string> options;
    for (const CLI::Option* option : app.get_subcommand(words[0])->get_options())
      for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
    for (const std::string& word : words)
      if (word.starts_with("--") &&
          std::ranges::find(options, word.substr(0, word.find('='))) == options.end())
        if (const auto near = nearest(word, options))
          hint = fmt::format("'{}': did you mean '{}'?", word, *near);
    return wrong_use(error.what(), hint);
  }
  const bool running = words[0] == "run";
  if (help) {
    fmt::print("{}", running ? run_usage : check_usage);
    return 0;
  }
  for (const std::string& text : set) {
    const auto one = setting(text);
    if (!one) return wrong_use(fmt::format("--set '{}' is not NAME=VALUE", text), "");
    run_order.set.push_back(*one);
    check_order.set.push_back(*one);
  }
  run_order.all_events = events == "all";
  if (running ? run_order.files.empty() && run_order.resume.empty() : check_order.files.empty())
    return wrong_use("no model file is given", fmt::format("see zwang {} --help", words[0]));
  try {
    return running ? run(run_order, common) : check(check_order, common);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 6;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error[E900]: an invariant broke: {}\n", error.what());
    return 70;
  }
}

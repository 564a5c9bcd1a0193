// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The command: arguments and words, no mechanics.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/version.h>
#include <sqlite3.h>

#include <CLI/CLI.hpp>
#include <Eigen/Core>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <system_error>

#include "apps/zwang/print.hpp"
#include "apps/zwang/usage.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/base/text.hpp"

namespace {

using namespace zwang;
using namespace zwang::apps;

// Which libraries this program was built with, and where below the prefix all of them are listed.
std::string versions() {
  const nlohmann::ordered_json out = {
      {"zwang", 1},
      {"version", ZWANG_VERSION},
      {"libraries",
       {{"eigen",
         fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
        {"sqlite", SQLITE_VERSION},
        {"fmt",
         fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
        {"cli11", CLI11_VERSION},
        {"spdlog", fmt::format("{}.{}.{}", SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH)}}},
      {"sbom", ZWANG_SBOM}};
  return out.dump();
}

int wrong_use(const std::string& message, const std::string& hint) {
  fmt::print(stderr, "zwang: {}\n", message);
  if (!hint.empty()) fmt::print(stderr, "{}\n", hint);
  return 2;
}

std::string see(const std::string& verb) { return fmt::format("see zwang {} --help", verb); }

// CLI11's complaint in our words, with the nearest option.
int wrong_words(const CLI::ParseError& error, const std::vector<std::string>& words,
                const CLI::App& verb) {
  std::vector<std::string> options;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (!word.starts_with("--") || std::ranges::find(options, name) != options.end()) continue;
    const auto near = nearest(name, options);
    return wrong_use(fmt::format("unknown option '{}'", name),
                     near ? fmt::format("did you mean '{}'?", *near) : see(words[0]));
  }
  const auto missing = dynamic_cast<const CLI::ArgumentMismatch*>(&error);
  const std::string text = error.what();
  return wrong_use(missing ? fmt::format("{} needs a value", text.substr(0, text.find(':'))) : text,
                   see(words[0]));
}

struct Verb {
  std::string name, usage;
  bool lacks_files = false;
  std::string wanted;  // if it does
  std::function<int()> act;
};

struct Choice {
  const char* option;
  std::string value;
  std::vector<std::string> allowed;
};

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
    if (words.size() > 1 && words[1] == "--json")
      fmt::print("{}\n", versions());
    else
      fmt::print("zwang {}\n", ZWANG_VERSION);
    return 0;
  }
  if (words[0].ends_with(".toml")) words.insert(words.begin(), "run");

  CLI::App app;
  app.set_help_flag();
  app.require_subcommand(1, 1);
  Common common;
  RunOrder run_order;
  ReportOrder report_order;
  CheckOrder check_order;
  ExplainOrder explain_order;
  ConvertOrder convert_order;
  AuditOrder audit_order;
  BenchOrder bench_order;
  NewOrder new_order;
  MinimumOrder minimum_order;
  PlotOrder plot_order;
  SweepCommand sweep_command;
  CompletionOrder completion_order;
  std::vector<std::string> set, rho, to;
  std::string events = "fold";
  bool help = false;
  const auto shared = [&](CLI::App* verb, std::vector<std::string>& files) {
    verb->set_help_flag();
    verb->add_option("files", files);
    verb->add_option("-s,--set", set)->allow_extra_args(false);
    verb->add_flag("--json", common.json);
    verb->add_flag("-q", common.quiet);
    verb->add_option("--color", common.colour);
    verb->add_flag("-h,--help", help);
  };
  CLI::App* const run_verb = app.add_subcommand("run");
  shared(run_verb, run_order.files);
  run_verb->add_option("-u,--until", run_order.until);
  run_verb->add_option("-m,--method", run_order.method);
  run_verb->add_option("--step", run_order.step);
  run_verb->add_option("--tolerance", run_order.tolerance);
  run_verb->add_option("--problem", run_order.problem);
  run_verb->add_option("--rho", rho)->allow_extra_args(false);
  run_verb->add_option("--to", to)->allow_extra_args(false)->delimiter(',');
  run_verb->add_flag("--project-start", run_order.project_start);
  run_verb->add_option("--branch", run_order.branch);
  run_verb->add_flag("--branches", run_order.branches);
  run_verb->add_flag("--equilibrium", run_order.equilibrium);
  run_verb->add_option("-o,--output", run_order.output);
  run_verb->add_option("--resume", run_order.resume);
  run_verb->add_flag("-f,--force", run_order.force);
  run_verb->add_option("-e,--every", run_order.every);
  run_verb->add_option("--stop-on", run_order.stop_on);
  run_verb->add_option("--max-time", run_order.max_time);
  run_verb->add_option("--max-memory", run_order.max_memory);
  run_verb->add_option("--sync", run_order.sync);
  run_verb->add_option("--log", common.log);
  run_verb->add_flag("-v", common.verbose);
  run_verb->add_option("--progress", common.progress);
  run_verb->add_option("--events", events);
  run_verb->add_flag("--compare", run_order.compare);
  run_verb->add_flag("--uncertainty", run_order.uncertainty);
  run_verb->add_option("--threads", run_order.threads);
  run_verb->add_flag_function("-r,--report", [&](std::int64_t) { run_order.report = true; });
  CLI::App* const report_verb = app.add_subcommand("report");
  report_verb->set_help_flag();
  report_verb->add_option("files", report_order.files);
  report_verb->add_flag("--json", common.json);
  report_verb->add_flag("-q", common.quiet);
  report_verb->add_option("--color", common.colour);
  report_verb->add_flag("-h,--help", help);
  report_verb->add_option("-o,--output", report_order.output);
  report_verb->add_option("--title", report_order.title);
  report_verb->add_option("--frames", report_order.frames);
  report_verb->add_flag("--full", report_order.full);
  report_verb->add_flag("-f,--force", report_order.force);
  CLI::App* const check_verb = app.add_subcommand("check");
  shared(check_verb, check_order.files);
  check_verb->add_flag("--run", check_order.run);
  check_verb->add_flag("--warnings-as-errors", check_order.warnings_as_errors);
  check_verb->add_option("--format", check_order.format);

  CLI::App* const explain_verb = app.add_subcommand("explain");
  shared(explain_verb, explain_order.files);
  explain_verb->add_flag("--equilibrium", explain_order.equilibrium);
  explain_verb->add_flag("--geometry", explain_order.geometry);
  explain_verb->add_option("--at", explain_order.at);
  explain_verb->add_flag("--trials", explain_order.trials);

  CLI::App* const convert_verb = app.add_subcommand("convert");
  convert_verb->set_help_flag();
  convert_verb->add_option("files", convert_order.files);
  convert_verb->add_option("-o,--output", convert_order.output);
  convert_verb->add_option("--quantity", convert_order.quantities);
  convert_verb->add_option("--frames", convert_order.frames);
  convert_verb->add_flag("--fix-root", convert_order.fix_root);
  convert_verb->add_flag("--strict", convert_order.strict);
  convert_verb->add_flag("-f,--force", convert_order.force);
  convert_verb->add_flag("--json", common.json);
  convert_verb->add_flag("-q", common.quiet);
  convert_verb->add_option("--color", common.colour);
  convert_verb->add_flag("-h,--help", help);

  CLI::App* const audit_verb = app.add_subcommand("audit");
  audit_verb->set_help_flag();
  audit_verb->add_option("files", audit_order.files);
  audit_verb->add_flag("--hash", audit_order.hash);
  audit_verb->add_flag("--json", common.json);
  audit_verb->add_flag("-q", common.quiet);
  audit_verb->add_option("--color", common.colour);
  audit_verb->add_flag("-h,--help", help);

  CLI::App* const new_verb = app.add_subcommand("new");
  new_verb->set_help_flag();
  new_verb->add_option("files", new_order.files);
  new_verb->add_flag("-f,--force", new_order.force);
  new_verb->add_flag("--json", common.json);
  new_verb->add_flag("-q", common.quiet);
  new_verb->add_option("--color", common.colour);
  new_verb->add_flag("-h,--help", help);
  shared(app.add_subcommand("minimum"), minimum_order.files);
  CLI::App* const bench_verb = app.add_subcommand("bench");
  bench_verb->set_help_flag();
  bench_verb->add_flag("--quick", bench_order.quick);
  bench_verb->add_flag("--json", common.json);
  bench_verb->add_flag("-q", common.quiet);
  bench_verb->add_option("--color", common.colour);
  bench_verb->add_flag("-h,--help", help);

  CLI::App* const plot_verb = app.add_subcommand("plot");
  plot_verb->set_help_flag();
  plot_verb->add_option("words", plot_order.words);
  plot_verb->add_option("-o,--output", plot_order.output);
  plot_verb->add_option("--from", plot_order.from);
  plot_verb->add_option("--to", plot_order.to);
  plot_verb->add_option("--against", plot_order.against);
  plot_verb->add_flag("--log-scale", plot_order.logarithmic);
  plot_verb->add_flag("-f,--force", plot_order.force);
  plot_verb->add_flag("--json", common.json);
  plot_verb->add_flag("-q", common.quiet);
  plot_verb->add_option("--color", common.colour);
  plot_verb->add_flag("-h,--help", help);

  CLI::App* const sweep_verb = app.add_subcommand("sweep");
  shared(sweep_verb, sweep_command.files);
  sweep_verb->add_option("--over", sweep_command.over)->allow_extra_args(false);
  sweep_verb->add_option("--want", sweep_command.want)->allow_extra_args(false);
  sweep_verb->add_option("--sample", sweep_command.sample)->check(CLI::Range(1L, 1'000'000'000L));
  sweep_verb->add_option("--seed", sweep_command.seed);
  sweep_verb->add_option("-u,--until", sweep_command.until);
  sweep_verb->add_option("-m,--method", sweep_command.method);
  sweep_verb->add_option("--step", sweep_command.step);
  sweep_verb->add_option("--tolerance", sweep_command.tolerance);
  sweep_verb->add_option("-o,--output", sweep_command.output);
  sweep_verb->add_option("--jobs", sweep_command.jobs)->check(CLI::Range(1, 1024));
  sweep_verb->add_flag("--resume", sweep_command.resume);
  sweep_verb->add_option("--part", sweep_command.part);
  sweep_verb->add_option("--keep", sweep_command.keep);
  sweep_verb->add_option("--dask", sweep_command.dask);
  sweep_verb->add_option("--sync", sweep_command.sync);
  sweep_verb->add_option("--progress", common.progress);
  sweep_verb->add_flag("-f,--force", sweep_command.force);

  CLI::App* const completion_verb = app.add_subcommand("completion");
  completion_verb->set_help_flag();
  completion_verb->add_option("shell", completion_order.shell);
  completion_verb->add_flag("--json", common.json);
  completion_verb->add_flag("-q", common.quiet);
  completion_verb->add_option("--color", common.colour);
  completion_verb->add_flag("-h,--help", help);

  // --report may carry a name, which is not the next word
  for (std::string& word : words)
    if (word.starts_with("--report=")) {
      run_order.report_file = word.substr(std::string("--report=").size());
      word = "--report";
    }
  const std::vector<std::string> verbs = {"new",    "run",     "check", "explain",
                                          "report", "plot",    "sweep", "convert",
                                          "audit",  "minimum", "bench", "completion"};
  if (std::ranges::find(verbs, words[0]) == verbs.end()) {
    const auto near = nearest(words[0], verbs);
    return wrong_use(
        fmt::format("unknown {} '{}'", words[0].starts_with("-") ? "option" : "verb", words[0]),
        near ? fmt::format("did you mean '{}'?", *near) : "see zwang --help");
  }
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    return wrong_words(error, words, *app.get_subcommand(words[0]));
  }
  for (const auto& [option, value, allowed] :
       {Choice{"--color", common.colour, {"auto", "always", "never"}},
        Choice{"--progress", common.progress, {"auto", "always", "never", "json"}},
        Choice{"--events", events, {"fold", "all"}},
        Choice{"--method",
               run_order.method.empty() ? "event-driven" : run_order.method,
               {"event-driven", "time-stepping"}},
        Choice{"--method",
               sweep_command.method.empty() ? "event-driven" : sweep_command.method,
               {"event-driven", "time-stepping"}},
        Choice{"--keep", sweep_command.keep, {"none", "failed"}},
        Choice{"--problem",
               run_order.problem.empty() ? "straightest" : run_order.problem,
               {"straightest", "geodesic", "mixed"}},
        Choice{"--format", check_order.format, {"full", "short", "json", "github"}}})
    if (std::ranges::find(allowed, value) == allowed.end())
      return wrong_use(fmt::format("{} {}: not one of {}", option, value, fmt::join(allowed, ", ")),
                       see(words[0]));
  for (const std::string& text : set) {
    const auto one = setting(text);
    if (!one) return wrong_use(fmt::format("--set '{}' is not NAME=VALUE", text), "");
    run_order.set.push_back(*one);
    check_order.set.push_back(*one);
    explain_order.set.push_back(*one);
    sweep_command.set.push_back(*one);
    minimum_order.set.push_back(*one);
  }
  for (const std::string& text : rho) {
    const auto one = setting(text);
    if (!one) return wrong_use(fmt::format("--rho '{}' is not NAME=VALUE", text), "");
    run_order.rho.push_back(*one);
  }
  for (std::string text : to) {
    std::erase(text, ' ');
    const auto one = setting(text);
    if (!one) return wrong_use(fmt::format("--to '{}' is not NAME=VALUE", text), "");
    run_order.to.push_back(*one);
  }
  sweep_command.words.assign(words.begin() + 1, words.end());
  run_order.all_events = events == "all";
  const std::string no_model = "no model file given";
  const std::vector<std::string> shells = {"bash", "zsh", "fish"};
  const std::vector<Verb> known = {
      {"run", std::string(run_usage) + run_limits,
       run_order.files.empty() && run_order.resume.empty(), no_model,
       [&] { return run(run_order, common); }},
      {"check", check_usage, check_order.files.empty(), no_model,
       [&] { return check(check_order, common); }},
      {"explain", explain_usage, explain_order.files.empty(),
       "expected a model, a result, a code or a topic",
       [&] { return explain(explain_order, common); }},
      {"report", report_usage, report_order.files.empty() || report_order.files.size() > 2,
       "expected one or two results", [&] { return report(report_order, common); }},
      {"plot", plot_usage, plot_order.words.empty(), "expected a result",
       [&] { return plot(plot_order, common); }},
      {"sweep", sweep_usage, sweep_command.files.size() != 1 || sweep_command.over.empty(),
       "expected one model file and --over", [&] { return sweep(sweep_command, common); }},
      {"convert", convert_usage, convert_order.files.size() != 1,
       "expected one result, mesh, table, robot or model",
       [&] { return convert(convert_order, common); }},
      {"audit", audit_usage, audit_order.files.empty(), "no result given",
       [&] { return audit(audit_order, common); }},
      {"minimum", minimum_usage, minimum_order.files.empty(), "no problem file given",
       [&] { return answer_minimum(minimum_order, common); }},
      {"bench", bench_usage, false, "", [&] { return bench(bench_order, common); }},
      {"new", new_usage, new_order.files.size() != 1, "expected the name of a model",
       [&] { return new_model(new_order, common); }},
      {"completion", completion_usage,
       completion_order.shell.size() != 1 ||
           std::ranges::find(shells, completion_order.shell[0]) == shells.end(),
       "expected bash, zsh or fish", [&] {
         std::vector<Usage> usages;
         for (const Verb& one : known) usages.push_back({one.name, one.usage + common_usage});
         return completion(completion_order, usage, usages);
       }}};
  const Verb& verb = *std::ranges::find(known, words[0], &Verb::name);
  if (help) {
    fmt::print("{}{}", verb.usage, common_usage);
    return 0;
  }
  if (verb.lacks_files) return wrong_use(verb.wanted, see(words[0]));
  try {
    const int result = verb.act();
    if (std::fflush(stdout) != 0) throw std::system_error(errno, std::generic_category());
    return result;
  } catch (const Error& error) {
    const std::string& file = error.place().file;
    return print_error(
        error.code(), file.empty() ? error.message() : fmt::format("{}: {}", file, error.message()),
        common);
  } catch (const std::bad_alloc&) {
    return print_error(Code::E501, "out of memory", common);
  } catch (const std::system_error& error) {
    // who read has seen enough
    if (error.code() == std::errc::broken_pipe) return 128 + SIGPIPE;
    return print_error(Code::E410, fmt::format("standard output: {}", error.code().message()),
                       common);
  } catch (const std::exception& error) {
    return print_error(Code::E900, fmt::format("an invariant broke: {}", error.what()), common);
  }
}

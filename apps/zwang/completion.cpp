// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Completion of the command for three shells. The scripts are plain text that never calls the
// program; they are made from the usage texts, so that a new option is in them by itself.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "apps/zwang/options.hpp"
#include "apps/zwang/verbs.hpp"

namespace zwang::apps {
namespace {

// What the first word may be besides a verb.
constexpr const char* first_options = "help --help --version";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

std::vector<std::string> names_of(const ListedOption& option) {
  std::vector<std::string> names;
  if (!option.letter.empty()) names.push_back(option.letter);
  if (!option.name.empty()) names.push_back(option.name);
  return names;
}

bool needs_value(const ListedOption& option) {
  return !option.value.empty() && !option.may_lack_value;
}

std::vector<std::string> verb_names(const std::vector<ListedVerb>& verbs) {
  std::vector<std::string> names;
  for (const ListedVerb& verb : verbs) names.push_back(verb.name);
  return names;
}

// --- bash

constexpr const char* bash_head = R"(# zwang: completion for bash
#   source <(zwang completion bash)
_zwang_files() {
  local ending
  compopt -o filenames
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$1")
  for ending in "${@:2}"; do
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -X "!*.$ending" -- "$1")
  done
}
_zwang_words() {
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$2" -- "$1")
}
_zwang() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  # --color=al comes as three words
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
)";

std::string bash_verb(const ListedVerb& verb) {
  std::string out = fmt::format("  {})\n    case $before in\n", verb.name);
  std::vector<std::string> all, silent, of_files;
  for (const ListedOption& option : verb.options) {
    const auto names = names_of(option);
    all.insert(all.end(), names.begin(), names.end());
    if (!option.choices.empty())
      out += fmt::format("    {}) _zwang_words \"$word\" \"{}\"; return ;;\n",
                         fmt::join(names, "|"), fmt::join(option.choices, " "));
    else if (needs_value(option)) {
      auto& kind = option.value == "FILE" ? of_files : silent;
      kind.insert(kind.end(), names.begin(), names.end());
    }
  }
  if (!of_files.empty())
    out += fmt::format(
        "    {}) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return "
        ";;\n",
        fmt::join(of_files, "|"));
  if (!silent.empty()) out += fmt::format("    {}) return ;;\n", fmt::join(silent, "|"));
  out += "    esac\n    case $word in\n";
  out += fmt::format("    -*) _zwang_words \"$word\" \"{}\" ;;\n    *) :\n", fmt::join(all, " "));
  if (!verb.endings.empty())
    out += fmt::format("      _zwang_files \"$word\" {}\n", fmt::join(verb.endings, " "));
  if (!verb.topics.empty())
    out += fmt::format("      _zwang_words \"$word\" \"{}\"\n", fmt::join(verb.topics, " "));
  return out + "      ;;\n    esac ;;\n";
}

std::string bash(const std::vector<ListedVerb>& verbs) {
  const std::string names = fmt::format("{}", fmt::join(verb_names(verbs), " "));
  std::string out = bash_head;
  out += fmt::format(R"(  if ((COMP_CWORD == 1)); then
    _zwang_words "$word" "{} {}"
    # a file without a verb is run
    ((${{#COMPREPLY[@]}})) || _zwang_files "$word" toml
    return
  fi
  case ${{COMP_WORDS[1]}} in
  help) _zwang_words "$word" "{}" ;;
)",
                     names, first_options, names);
  for (const ListedVerb& verb : verbs) out += bash_verb(verb);
  return out + "  esac\n}\ncomplete -F _zwang zwang\n";
}

// --- zsh

std::string zsh_quoted(std::string text) {
  for (const char* const sign : {"\\", "[", "]", ":"})
    text = replaced(text, sign, std::string("\\") + sign);
  return replaced(text, "'", "'\\''");
}

std::string zsh_option(const ListedOption& option) {
  std::string value;
  if (!option.value.empty())
    value =
        fmt::format("{}:{}:{}", option.may_lack_value ? ":" : "", option.value,
                    !option.choices.empty()  ? fmt::format("({})", fmt::join(option.choices, " "))
                    : option.value == "FILE" ? "_files"
                                             : " ");
  const std::string words =
      option.words.empty() ? "" : fmt::format("[{}]", zsh_quoted(option.words));
  std::string out;
  for (const std::string& name : names_of(option)) {
    const std::string taken =
        option.repeats ? "*" : fmt::format("({})", fmt::join(names_of(option), " "));
    const char* const sign = option.value.empty()     ? ""
                             : option.may_lack_value  ? "=-"
                             : name.starts_with("--") ? "="
                                                      : "+";
    out += fmt::format(" \\\n      '{}{}{}{}{}'", taken, name,
                       option.may_lack_value && !name.starts_with("--") ? "" : sign, words,
                       option.may_lack_value && !name.starts_with("--") ? "" : value);
  }
  return out;
}

// What a verb takes besides options, as a function: several kinds at once.
std::string zsh_words(const ListedVerb& verb) {
  if (verb.topics.empty() && verb.endings.empty()) return "";
  std::vector<std::string> files;
  for (const std::string& ending : verb.endings) files.push_back("*." + ending);
  std::string out = fmt::format("_zwang_{}() {{\n", verb.name);
  if (!verb.topics.empty()) out += fmt::format("  compadd -- {}\n", fmt::join(verb.topics, " "));
  if (!files.empty()) out += fmt::format("  _files -g '{}'\n", fmt::join(files, " "));
  return out + "}\n";
}

std::string zsh(const std::vector<ListedVerb>& verbs) {
  std::string out = R"(#compdef zwang
# zwang: completion for zsh
#   source <(zwang completion zsh)   after compinit, or as _zwang in a folder of fpath
)";
  for (const ListedVerb& verb : verbs) out += zsh_words(verb);
  out += R"(_zwang() {
  local -a verbs
  verbs=(
)";
  for (const ListedVerb& verb : verbs)
    out += fmt::format("    '{}:{}'\n", verb.name, zsh_quoted(verb.words));
  out += fmt::format(R"(  )
  if (( CURRENT == 2 )); then
    _describe -t verbs verb verbs
    compadd -- {}
    _files -g '*.toml'
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
  help) _describe -t verbs verb verbs ;;
)",
                     first_options);
  for (const ListedVerb& verb : verbs) {
    out += fmt::format("  {})\n    _arguments -s", verb.name);
    for (const ListedOption& option : verb.options) out += zsh_option(option);
    if (!verb.topics.empty() || !verb.endings.empty())
      out += fmt::format(" \\\n      '*: : _zwang_{}'", verb.name);
    out += " ;;\n";
  }
  return out + R"(  esac
}
if [[ $funcstack[1] == _zwang ]]; then
  _zwang "$@"
else
  compdef _zwang zwang
fi
)";
}

// --- fish

std::string fish_quoted(const std::string& text) {
  return fmt::format("'{}'", replaced(replaced(text, "\\", "\\\\"), "'", "\\'"));
}

std::string fish_option(const ListedOption& option, const std::string& when) {
  std::string out = when;
  if (!option.letter.empty()) out += fmt::format(" -s {}", option.letter.substr(1));
  if (!option.name.empty()) out += fmt::format(" -l {}", option.name.substr(2));
  if (!option.choices.empty())
    out += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
  else if (option.value == "FILE" && needs_value(option))
    out += " -r -F";
  else if (needs_value(option))
    out += " -x";
  if (!option.words.empty()) out += " -d " + fish_quoted(option.words);
  return out + "\n";
}

std::string fish(const std::vector<ListedVerb>& verbs) {
  const std::string names = fmt::format("{}", fmt::join(verb_names(verbs), " "));
  std::string out = R"(# zwang: completion for fish
#   zwang completion fish | source
function __zwang_first
  test (count (commandline -opc)) -eq 1
end
function __zwang_verb
  set -l words (commandline -opc)
  test (count $words) -gt 1; and contains -- $words[2] $argv
end
function __zwang_files
  set -l word (commandline -ct)
  for file in $word*
    if test -d $file
      echo $file/
    else
      for ending in $argv
        string match -q -- "*.$ending" $file; and echo $file
      end
    end
  end
end
complete -c zwang -f
complete -c zwang -n __zwang_first -a '(__zwang_files toml)'
complete -c zwang -n __zwang_first -l help -d 'the verbs'
complete -c zwang -n __zwang_first -l version -d 'the version'
)";
  out += fmt::format("complete -c zwang -n __zwang_first -a help\n");
  out += fmt::format("complete -c zwang -n '__zwang_verb help' -a '{}'\n", names);
  for (const ListedVerb& verb : verbs) {
    out += fmt::format("complete -c zwang -n __zwang_first -a {} -d {}\n", verb.name,
                       fish_quoted(verb.words));
    const std::string when = fmt::format("complete -c zwang -n '__zwang_verb {}'", verb.name);
    if (!verb.endings.empty())
      out += fmt::format("{} -a '(__zwang_files {})'\n", when, fmt::join(verb.endings, " "));
    if (!verb.topics.empty()) out += fmt::format("{} -a '{}'\n", when, fmt::join(verb.topics, " "));
    for (const ListedOption& option : verb.options) out += fish_option(option, when);
  }
  return out;
}

}  // namespace

int completion(const CompletionOrder& order, const std::string& short_help,
               const std::vector<Usage>& usages) {
  std::vector<ListedVerb> verbs;
  for (const Usage& usage : usages) {
    ListedVerb verb = listed(usage);
    std::istringstream lines(short_help);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("  " + verb.name + " "))
        verb.words = line.substr(line.find_first_not_of(' ', verb.name.size() + 2));
    verbs.push_back(std::move(verb));
  }
  fmt::print("{}", order.shell[0] == "bash"  ? bash(verbs)
                   : order.shell[0] == "zsh" ? zsh(verbs)
                                             : fish(verbs));
  return 0;
}

}  // namespace zwang::apps

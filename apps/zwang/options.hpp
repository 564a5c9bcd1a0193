// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What the usage text of a verb says, as a table: its options with their values, and what stands
// beside them. The text is the one place where options are listed.
#pragma once

#include <string>
#include <vector>

namespace zwang::apps {

// A verb and what `--help` says of it.
struct Usage {
  std::string verb, text;
};

struct ListedOption {
  std::string letter, name;          // "-u", "--until"; one of them may be ""
  std::string value;                 // "TIME", or "" if it takes none
  bool may_lack_value = false;       // "--report[=FILE]"
  bool repeats = false;              // may be given several times
  std::vector<std::string> choices;  // of the value, if they are fixed
  std::string words;                 // its line, without choices and default
};

struct ListedVerb {
  std::string name, words;  // and what the short help says of it
  std::vector<ListedOption> options;
  std::vector<std::string> endings;  // of the files it takes: "toml", "zw"
  std::vector<std::string> topics;   // other words it takes
};

// Lines that begin with an option are options; `a | b` beside one are its choices; MODEL and RESULT
// in the first line are files, CODE is any code of the register, `a|b` there and what follows
// "topics:" are words.
ListedVerb listed(const Usage& usage);

}  // namespace zwang::apps

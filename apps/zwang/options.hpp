// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The usage text of a verb as a table: its options, their values and descriptions. The text is the
// only place where options are listed.
#pragma once

#include <string>
#include <vector>

namespace zwang::apps {

// A verb and its `--help` text.
struct Usage {
  std::string verb, text;
};

struct ListedOption {
  std::string letter, name;          // "-u", "--until"; one of them may be ""
  std::string value;                 // "TIME", or "" if it takes none
  bool may_lack_value = false;       // "--report[=FILE]"
  bool repeats = false;              // may be repeated
  std::vector<std::string> choices;  // for the value, if fixed
  std::string words;                 // its description, without choices and default
};

struct ListedVerb {
  std::string name, words;  // and its line in the short help
  std::vector<ListedOption> options;
  std::vector<std::string> endings;  // of files it accepts: "toml", "zw"
  std::vector<std::string> topics;   // other words it accepts
};

// Lines that begin with an option are options; `a | b` next to one are its choices; MODEL,
// PROBLEM and RESULT in the first line are files, CODE is any registered code, `a|b` there and what
// follows "topics:" are words.
ListedVerb listed(const Usage& usage);

}  // namespace zwang::apps

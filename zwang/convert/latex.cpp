// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "zwang/base/text.hpp"
#include "zwang/convert/whole_file.hpp"
#include "zwang/report/families.hpp"

namespace zwang {
namespace {

std::string optional_number(const std::optional<double>& x) {
  return x ? fmt::format("{:.6g}", *x) : std::string();
}

// Its text where it has no formula.
std::string formula(const StoredConstraint& constraint) {
  return constraint.latex.empty() ? fmt::format("\\text{{{}}}", latex_text(constraint.text))
                                  : constraint.latex;
}

void write_constraints(const StoredRun& run, std::ostream& out) {
  if (run.reader.constraints().empty()) return;
  // of a crowd the first stands for all
  std::set<int> left_out;
  std::vector<std::size_t> size(run.reader.constraints().size(), 1);
  for (const Family& family : families_of(*run.system)) {
    if (!family.crowded()) continue;
    left_out.insert(family.members.begin() + 1, family.members.end());
    size[static_cast<std::size_t>(family.members.front())] = family.members.size();
  }
  out << "\\section*{Constraints}\n\\begin{itemize}\n";
  for (int i = 0; i < run.system->constraints(); ++i) {
    if (left_out.contains(i)) continue;
    const StoredConstraint& one = run.reader.constraints()[static_cast<std::size_t>(i)];
    const std::size_t members = size[static_cast<std::size_t>(i)];
    out << "  \\item " << latex_text(one.name);
    if (members > 1) out << fmt::format(" (and {} more of its kind)", members - 1);
    out << ": $\\displaystyle " << formula(one) << "$\n";
  }
  out << "\\end{itemize}\n";
}

void write_parameters(const StoredRun& run, std::ostream& out) {
  const auto& parameters = run.reader.description().parameters;
  if (parameters.empty()) return;
  out << "\\section*{Parameters}\n\\begin{longtable}{lll}\nname & value (SI) & as written "
         "\\\\\\hline\n";
  for (const ParameterValue& one : parameters)
    out << fmt::format("{} & {} & {} \\\\\n", latex_text(one.name), shortest(one.value),
                       latex_text(one.text));
  out << "\\end{longtable}\n";
}

void write_events(const StoredRun& run, std::ostream& out) {
  constexpr std::size_t most = 6;  // names in a line
  out << "\\section*{Events}\n\\begin{longtable}{rlp{0.4\\textwidth}rr}\n$t$ in s & kind & "
         "constraints & energy before & after, J \\\\\\hline\n";
  for (const StoredEvent& event : run.reader.events()) {
    std::string names;
    for (std::size_t k = 0; k < std::min(most, event.parts.size()); ++k)
      names +=
          (k == 0 ? "" : ", ") + latex_text(run.system->constraint(event.parts[k].constraint).name);
    if (event.parts.size() > most) names += fmt::format(" and {} more", event.parts.size() - most);
    out << fmt::format("{:.9g} & {} & {} & {} & {} \\\\\n", event.t, latex_text(name(event.kind)),
                       names, optional_number(event.energy_before),
                       optional_number(event.energy_after));
  }
  out << "\\end{longtable}\n";
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string out;
  for (const char c : without_controls(text)) {
    switch (c) {
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}': out += fmt::format("\\{}", c); break;
      case '\\': out += "\\textbackslash{}"; break;
      case '~': out += "\\textasciitilde{}"; break;
      case '^': out += "\\textasciicircum{}"; break;
      case '<': out += "\\textless{}"; break;
      case '>': out += "\\textgreater{}"; break;
      case '|': out += "\\textbar{}"; break;
      case '"': out += "\\textquotedbl{}"; break;
      // of an optional argument after \\ or \item
      case '[': out += "{[}"; break;
      case ']': out += "{]}"; break;
      default: out += c;
    }
  }
  return out;
}

void write_latex(const StoredRun& run, std::ostream& out) {
  const std::string title =
      run.file.title.empty() ? std::filesystem::path(run.path).filename().string() : run.file.title;
  out << "% " << own_mark
      << "\n\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n"
         "\\usepackage{amsmath,longtable}\n\\begin{document}\n"
      << "\\title{" << latex_text(title) << "}\n\\date{}\n\\maketitle\n"
      << fmt::format("Motion from {:.9g} to {:.9g} s, {} rows.\n",
                     run.rows.empty() ? 0.0 : run.rows.front().t,
                     run.rows.empty() ? 0.0 : run.rows.back().t, run.rows.size());
  write_constraints(run, out);
  write_parameters(run, out);
  write_events(run, out);
  out << "\\end{document}\n";
}

}  // namespace zwang

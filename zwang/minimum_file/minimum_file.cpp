// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum_file/minimum_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "zwang/calculus/derivative.hpp"
#include "zwang/model_file/includes.hpp"
#include "zwang/model_file/parameter_table.hpp"

namespace zwang {
namespace {

const Keys file_keys = {"zwang", "title", "notes", "source", "parameters", "minimum", "rows"};
const Keys minimum_keys = {"unknowns", "masses", "matrix",   "centre",
                           "linear",   "data",   "accuracy", "precision"};
const Keys row_keys = {"holds", "row", "equals", "at_most", "at_least"};

class MinimumReading {
 public:
  MinimumReading(Reading& reading, StatedMinimum& stated) : reading_(reading), stated_(stated) {}

  void read(const TomlNode& tree) {
    if (const TomlNode* const title = tree.get("title"))
      reading_.file.title = reading_.text(*title).value_or("");
    for (const char* const key : {"notes", "source"})
      if (const TomlNode* const node = tree.get(key)) reading_.text(*node);
    const TomlNode* const minimum = table(tree, "minimum");
    const TomlNode* const rows = table(tree, "rows");
    if (minimum) reading_.all_known(*minimum, minimum_keys, "[minimum]");
    if (!name_unknowns(minimum, rows)) return;
    if (minimum) read_minimum(*minimum);
    if (!rows) return;
    for (std::size_t i = 0; i < rows->items.size(); ++i) read_row(rows->keys[i], rows->items[i]);
  }

 private:
  int n() const { return static_cast<int>(stated_.unknowns.size()); }

  const TomlNode* table(const TomlNode& tree, const std::string& name) {
    const TomlNode* const node = tree.get(name);
    return node && reading_.is_table(*node, fmt::format("[{}]", name)) ? node : nullptr;
  }

  // Their names, or x1, x2, ... if only some list tells how many there are.
  bool name_unknowns(const TomlNode* minimum, const TomlNode* rows) {
    if (const TomlNode* const names = minimum ? minimum->get("unknowns") : nullptr) {
      if (!is_list(*names, "a list of names")) return false;
      for (const TomlNode& name : names->items) {
        const auto text = reading_.text(name);
        if (!text || !reading_.guarded(name, [&] { reading_.model().coordinate(*text); }))
          return false;
        stated_.unknowns.push_back(*text);
      }
      if (n() > 0) return true;
    }
    std::size_t count = 0;
    const auto counted = [&](const TomlNode* list) {
      if (count == 0 && list && list->is(TomlNode::Kind::list)) count = list->items.size();
    };
    if (minimum)
      for (const char* const key : {"matrix", "masses", "centre", "linear"})
        counted(minimum->get(key));
    if (rows)
      for (const TomlNode& row : rows->items) counted(row.get("row"));
    if (count == 0) {
      // an unknown key may be the cause
      if (reading_.right())
        reading_.add(Error(Code::E111, "the file has no unknowns",
                           {reading_.file.sources[0].path, 1, 1, 2},
                           "name them: [minimum] unknowns = [\"x\", \"y\"]"));
      return false;
    }
    for (std::size_t i = 1; i <= count; ++i) {
      stated_.unknowns.push_back(fmt::format("x{}", i));
      reading_.model().coordinate(stated_.unknowns.back());
    }
    return true;
  }

  bool is_list(const TomlNode& node, const std::string& what) {
    if (node.is(TomlNode::Kind::list)) return true;
    reading_.add(Error(Code::E113, fmt::format("expected {}", what), node.place));
    return false;
  }

  // A list with one number for each unknown; empty if it is a mistake.
  Vector numbers(const TomlNode& node, const std::string& what) {
    if (!is_list(node, "a list of numbers") || !is_long_enough(node, what, "numbers")) return {};
    Vector result(n());
    bool all = true;
    for (int i = 0; i < n(); ++i) {
      const auto one = reading_.number(node.items[static_cast<std::size_t>(i)]);
      all = all && one;
      result[i] = one.value_or(0.0);
    }
    return all ? result : Vector();
  }

  bool is_long_enough(const TomlNode& list, const std::string& what, const std::string& of) {
    if (static_cast<int>(list.items.size()) == n()) return true;
    reading_.add(
        Error(Code::E113,
              fmt::format("{} has {} {}, there are {} unknowns", what, list.items.size(), of, n()),
              list.place));
    return false;
  }

  void read_minimum(const TomlNode& table) {
    const TomlNode* const masses = table.get("masses");
    const TomlNode* const matrix = table.get("matrix");
    if (masses && matrix)
      reading_.add(Error(Code::E112, "'masses' and 'matrix' state the same", matrix->place,
                         "the masses are its diagonal"));
    if (masses) read_masses(*masses);
    if (matrix) read_matrix(*matrix);
    if (const TomlNode* const node = table.get("centre"))
      stated_.centre = numbers(*node, "'centre'");
    if (const TomlNode* const node = table.get("linear"))
      stated_.linear = numbers(*node, "'linear'");
    if (const TomlNode* const node = table.get("accuracy")) {
      stated_.accuracy = reading_.number(*node).value_or(stated_.accuracy);
      if (!(stated_.accuracy >= 1e-14 && stated_.accuracy <= 1e-2))
        reading_.add(
            Error(Code::E120,
                  fmt::format("the accuracy {} is not between 1e-14 and 1e-2", stated_.accuracy),
                  node->place));
    }
    read_choices(table);
  }

  void read_choices(const TomlNode& table) {
    const TomlNode* const data = table.get("data");
    const TomlNode* const precision = table.get("precision");
    if (data) {
      const auto word =
          reading_.one_of({"data", data->place}, *data, {"automatic", "exact", "rounded"});
      if (word == "exact") stated_.data = StatedData::exact;
      if (word == "rounded") stated_.data = StatedData::rounded;
    }
    if (!precision) return;
    stated_.precision = reading_
                            .one_of({"precision", precision->place}, *precision,
                                    {"machine", "quad", "octuple", "exact"})
                            .value_or("machine");
    if (stated_.precision == "exact" && stated_.data == StatedData::rounded)
      reading_.add(Error(Code::E120, "rounded numbers have no exact answer", precision->place,
                         "leave out 'data' or this"));
  }

  void read_masses(const TomlNode& node) {
    stated_.masses = numbers(node, "'masses'");
    for (int i = 0; i < stated_.masses.size(); ++i)
      if (stated_.masses[i] < 0.0)
        reading_.add(Error(Code::E120, fmt::format("the mass {} is below 0", stated_.masses[i]),
                           node.items[static_cast<std::size_t>(i)].place));
  }

  void read_matrix(const TomlNode& node) {
    if (!is_list(node, "a list of rows: [[2, 1], [1, 3]]") ||
        !is_long_enough(node, "'matrix'", "rows"))
      return;
    const std::size_t before = reading_.mistakes();
    Matrix matrix(n(), n());
    for (int i = 0; i < n(); ++i) {
      const Vector row = numbers(node.items[static_cast<std::size_t>(i)],
                                 fmt::format("row {} of 'matrix'", i + 1));
      if (row.size() == n()) matrix.row(i) = row;
    }
    if (reading_.mistakes() > before) return;
    for (int i = 0; i < n(); ++i)
      for (int j = 0; j < i; ++j)
        if (matrix(i, j) != matrix(j, i))
          return reading_.add(Error(
              Code::E120, "the matrix is not symmetric",
              node.items[static_cast<std::size_t>(i)].items[static_cast<std::size_t>(j)].place,
              fmt::format("row {}, column {} is {}", j + 1, i + 1, matrix(j, i))));
    stated_.blocks = {matrix};
  }

  void read_row(const TomlKey& key, const TomlNode& table) {
    const std::string where = fmt::format("[rows.{}]", key.name);
    if (!reading_.is_table(table, where) || !reading_.all_known(table, row_keys, where)) return;
    const TomlNode* const holds = table.get("holds");
    const TomlNode* const row = table.get("row");
    if (holds && table.keys.size() > 1)
      return reading_.add(Error(Code::E112, fmt::format("{} is stated twice", where), key.place,
                                "'holds' says it all"));
    if (holds) return read_statement(key, *holds);
    if (!row) return reading_.missing(table, "row", where);
    const auto entries =
        row->is(TomlNode::Kind::table) ? named_entries(*row) : listed_entries(*row);
    const TomlNode* const equals = table.get("equals");
    const TomlNode* const at_most = table.get("at_most");
    const TomlNode* const at_least = table.get("at_least");
    if (!equals && !at_most && !at_least)
      return reading_.add(Error(Code::E105, fmt::format("{} has no relation", where), key.place,
                                "add 'equals', 'at_most' or 'at_least'"));
    if (equals && (at_most || at_least))
      return reading_.add(Error(Code::E105, fmt::format("{} is an equation and more", where),
                                (at_most ? at_most : at_least)->place, "'equals' says it all"));
    const bool chain = at_most && at_least;
    if (at_least) add(key.name + (chain ? ".lower" : ""), entries, *at_least, -1.0);
    if (at_most) add(key.name + (chain ? ".upper" : ""), entries, *at_most, 1.0);
    if (equals) {
      add(key.name, entries, *equals, 1.0);
      stated_.rows.back().equation = true;
    }
  }

  // sign·(a·x − right) ≤ 0
  void add(const std::string& name, std::vector<std::pair<int, double>> entries,
           const TomlNode& right, double sign) {
    for (auto& [column, value] : entries) value *= sign;
    const double number = reading_.number(right).value_or(0.0);
    stated_.rows.push_back({name, std::move(entries), number == 0.0 ? 0.0 : -sign * number});
  }

  std::vector<std::pair<int, double>> listed_entries(const TomlNode& node) {
    const Vector row = numbers(node, "'row'");
    std::vector<std::pair<int, double>> entries;
    for (int i = 0; i < row.size(); ++i)
      if (row[i] != 0.0) entries.emplace_back(i, row[i]);
    return entries;
  }

  std::vector<std::pair<int, double>> named_entries(const TomlNode& node) {
    std::vector<std::pair<int, double>> entries;
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const TomlKey& key = node.keys[i];
      const auto column = reading_.model().find_coordinate(key.name);
      if (!column) {
        reading_.add(Error(Code::E103, fmt::format("unknown name '{}'", key.name), key.place,
                           near_hint(key.name, stated_.unknowns)));
        continue;
      }
      const double value = reading_.number(node.items[i]).value_or(0.0);
      if (value != 0.0) entries.emplace_back(*column, value);
    }
    std::ranges::sort(entries);
    return entries;
  }

  // A row as a formula of the unknowns: "x + 2*y >= 3".
  void read_statement(const TomlKey& key, const TomlNode& holds) {
    if (!reading_.text(holds)) return;
    Model& model = reading_.model();
    const std::size_t before = model.constraints().size();
    try {
      model.constraint(key.name, holds.text);
    } catch (const Error& error) {
      return reading_.add(error.code() == Code::E112 ? error.at(key.place)
                                                     : Reading::in_text(error, holds));
    }
    for (std::size_t i = before; i < model.constraints().size(); ++i)
      if (!add_linear(model.constraints()[i], holds)) return;
  }

  bool add_linear(const Constraint& constraint, const TomlNode& holds) {
    const Model& model = reading_.model();
    const Formula& f = *constraint.formula;
    const auto refuse = [&](Code code, const std::string& why) {
      reading_.add(Error(code, fmt::format("'{}' {}", constraint.name, why), holds.place));
      return false;
    };
    if (depends_on(model.graph(), f.node(), Symbol::Kind::velocity) ||
        depends_on(model.graph(), f.node(), Symbol::Kind::time))
      return refuse(Code::E113, "has rates or time: a minimum problem has neither");
    if (degrees(model.graph(), f.node(), Symbol::Kind::coordinate).at(f.node()) != 1)
      return refuse(Code::E113, "is not linear in the unknowns");
    const std::vector<double> zero(f.inputs().size());
    std::vector<double> gradient(zero.size());
    StatedRow row{.name = constraint.name, .equation = constraint.equation};
    row.offset = f.value_and_gradient(std::span<const double>(zero), std::span<double>(gradient));
    bool finite = std::isfinite(row.offset);
    for (std::size_t i = 0; i < zero.size(); ++i) {
      finite = finite && std::isfinite(gradient[i]);
      if (gradient[i] != 0.0)
        row.entries.emplace_back(Model::coordinate_at(model.place(f.inputs()[i])), gradient[i]);
    }
    if (!finite) return refuse(Code::E120, "has a number that is not finite");
    if (row.entries.empty()) return refuse(Code::E114, "has no unknown: they cancel");
    std::ranges::sort(row.entries);
    stated_.rows.push_back(std::move(row));
    return true;
  }

  Reading& reading_;
  StatedMinimum& stated_;
};

}  // namespace

MinimumFile read_minimum_text(std::string text, const std::string& path,
                              const FileOptions& options) {
  MinimumFile result;
  ModelFile& file = result.file;
  file.sources.push_back({path, std::move(text)});
  Reading reading(file);
  try {
    const Files files(reading, options, file_keys);
    file.model = std::make_unique<Model>(std::filesystem::path(path).stem().string());
    read_parameters(reading, files, options);
    MinimumReading(reading, result.stated).read(files.main());
  } catch (const Error& error) {
    file.mistakes.push_back(error);
  }
  sort_by_place(file);
  return result;
}

MinimumFile read_minimum(const std::string& path, const FileOptions& options) {
  try {
    Source source = read_source(path);
    return read_minimum_text(std::move(source.text), path, options);
  } catch (const Error& error) {
    MinimumFile result;
    result.file.sources.push_back({path, {}});
    result.file.mistakes.push_back(error);
    return result;
  }
}

}  // namespace zwang

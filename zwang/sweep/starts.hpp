// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Parameters that affect only the initial positions and velocities of a model, which is then read
// once for all runs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "zwang/model_file/model_file.hpp"

namespace zwang {

class Starts {
 public:
  // `file` was read with `set`, in which the swept parameters are plain numbers. Empty if the text
  // of the file does not prove that they affect the starts alone; the texts in `want` must not name
  // them either.
  static std::optional<Starts> of(const ModelFile& file, const std::vector<std::string>& swept,
                                  const std::vector<std::pair<std::string, std::string>>& set,
                                  const std::vector<std::string>& want);

  // The start that the file would have with these values of the swept parameters, bit for bit;
  // `start` is that of the file as read. Throws the errors that reading it would find.
  State at(std::span<const double> values, State start) const;

 private:
  struct Parameter {
    std::string name;
    Value value;
    int swept = -1;  // its index among the swept ones
  };
  struct Component {
    int coordinate = 0;
    bool rate = false;
    Value value;
  };

  bool with_units_ = false;
  std::vector<Parameter> parameters_;  // that the components need, in order of dependence
  std::vector<Component> components_;
};

}  // namespace zwang

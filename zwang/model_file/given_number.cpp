// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/given_number.hpp"

#include <fmt/format.h>

#include "zwang/base/error.hpp"
#include "zwang/base/text.hpp"
#include "zwang/model/model.hpp"

namespace zwang {

double given_number(const std::string& option, const std::string& text) {
  try {
    return Model().number(Value(text));
  } catch (const Error& error) {
    throw Error(error.code(),
                fmt::format("{} {}: {}", option, without_controls(text), error.message()));
  }
}

}  // namespace zwang

// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The numbers of a report: channels in one buffer, deflated, as base64.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace zwang {

class ReportBuffer {
 public:
  struct Name {
    std::string name, what, of, unit;
  };

  // Each returns the channel as FORMAT.md describes it.
  nlohmann::ordered_json exact(const Name& name, const std::vector<double>& values);   // f64
  nlohmann::ordered_json single(const Name& name, const std::vector<double>& values);  // f32
  nlohmann::ordered_json single(const Name& name, const std::vector<float>& values);
  nlohmann::ordered_json small(const Name& name, const std::vector<std::uint8_t>& values);   // u8
  nlohmann::ordered_json whole(const Name& name, const std::vector<std::uint32_t>& values);  // u32
  // 16 bits over the range, as differences along time (i16d).
  nlohmann::ordered_json steps(const Name& name, const std::vector<double>& values);
  // A text stored among the numbers: { offset, count } in bytes.
  nlohmann::ordered_json text(const std::string& text);

  std::string base64() const;

 private:
  std::size_t begin();  // of the next entry
  template <class T>
  nlohmann::ordered_json add(const Name& name, const char* type, const std::vector<T>& values);

  std::string bytes_;
};

}  // namespace zwang

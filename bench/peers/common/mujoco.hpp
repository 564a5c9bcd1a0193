// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Loads an MJCF template, replacing @KEY@ by values.
#pragma once
#include <mujoco/mujoco.h>

#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

inline mjModel* load_string(const std::string& s) {
  static mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_makeEmptyFileVFS(&vfs, "m.xml", s.size());
  int i = mj_findFileVFS(&vfs, "m.xml");
  std::memcpy(vfs.filedata[i], s.data(), s.size());
  char err[500] = "";
  mjModel* m = mj_loadXML("m.xml", &vfs, err, 500);
  mj_deleteFileVFS(&vfs, "m.xml");
  if (!m) throw std::runtime_error(err);
  return m;
}

inline mjModel* load_template(const std::string& file,
                              const std::map<std::string, std::string>& kv) {
  std::ifstream f(file);
  std::stringstream ss;
  ss << f.rdbuf();
  std::string s = ss.str();
  for (auto& p : kv)
    for (size_t i; (i = s.find("@" + p.first + "@")) != std::string::npos;)
      s.replace(i, p.first.size() + 2, p.second);
  return load_string(s);
}

inline std::string num(double x) {
  char b[40];
  std::snprintf(b, 40, "%.17g", x);
  return b;
}

// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/xdmf.hpp"

#include <fmt/format.h>

#include "zwang/base/text.hpp"
#include "zwang/convert/hdf5.hpp"
#include "zwang/convert/whole_file.hpp"
#include "zwang/report/xml.hpp"

namespace zwang {

void write_xdmf(const Scene& scene, const std::string& numbers, std::ostream& out) {
  const std::size_t n = scene.points.size(), lines = scene.links.size();
  const std::string file = xml_text(numbers);
  const auto item = [&](const std::string& sizes, const std::string& type, const std::string& at) {
    out << fmt::format("<DataItem Dimensions=\"{}\" {} Format=\"HDF\">{}:{}</DataItem>", sizes,
                       type, file, at);
  };
  const std::string real = "NumberType=\"Float\" Precision=\"8\"";
  const std::string small = "NumberType=\"Char\" Precision=\"1\"";
  out << "<?xml version=\"1.0\"?>\n<!-- " << own_mark << " -->\n<Xdmf Version=\"3.0\">\n<Domain>\n"
      << "<Grid Name=\"motion\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
  for (std::size_t f = 0; f < scene.rows.size(); ++f) {
    const std::string group = frame_group(f);
    out << fmt::format("<Grid Name=\"frame {}\" GridType=\"Uniform\">\n<Time Value=\"{}\"/>\n", f,
                       shortest(scene.times[f]));
    if (lines > 0) {
      out << fmt::format(
          "<Topology TopologyType=\"Polyline\" NumberOfElements=\"{}\" NodesPerElement=\"2\">",
          lines);
      item(fmt::format("{} 2", lines), "NumberType=\"Int\" Precision=\"4\"", "/links");
      out << "</Topology>\n";
    } else {
      out << fmt::format("<Topology TopologyType=\"Polyvertex\" NumberOfElements=\"{}\"/>\n", n);
    }
    out << "<Geometry GeometryType=\"XYZ\">";
    item(fmt::format("{} 3", n), real, group + "/points");
    out << "</Geometry>\n"
           "<Attribute Name=\"velocity\" AttributeType=\"Vector\" Center=\"Node\">";
    item(fmt::format("{} 3", n), real, group + "/velocity");
    out << "</Attribute>\n";
    if (lines > 0) {
      out << "<Attribute Name=\"multiplier\" AttributeType=\"Scalar\" Center=\"Cell\">";
      item(fmt::format("{}", lines), real, group + "/multiplier");
      out << "</Attribute>\n<Attribute Name=\"state\" AttributeType=\"Scalar\" Center=\"Cell\">";
      item(fmt::format("{}", lines), small, group + "/state");
      out << "</Attribute>\n";
    }
    out << "</Grid>\n";
  }
  out << "</Grid>\n</Domain>\n</Xdmf>\n";
}

}  // namespace zwang

// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What is taken over from a robot file and what is named, and files that are wrong.

#include "zwang/robot_file/robot_file.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace {

using namespace zwang;

std::string content(const std::string& name) {
  std::ifstream file(std::string(ZWANG_ROBOTS) + "/" + name);
  std::stringstream out;
  out << file.rdbuf();
  REQUIRE(!out.str().empty());
  return out.str();
}

// Elements and attributes of a file without comments, counted by their signs alone.
std::size_t pieces_of(const std::string& text) {
  std::size_t out = 0;
  bool in_tag = false;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '<' && text[i + 1] == '!') {
      i = text.find("-->", i) + 2;
    } else if (text[i] == '<' && text[i + 1] == '?') {
      i = text.find("?>", i) + 1;
    } else if (text[i] == '<' && text[i + 1] != '/') {
      ++out;
      in_tag = true;
    } else if (text[i] == '>') {
      in_tag = false;
    } else if (in_tag && text[i] == '=' && text[i + 1] == '"') {
      ++out;
    }
  }
  return out;
}

bool names(const TranslatedRobot& robot, int line, const std::string& words) {
  return std::ranges::any_of(robot.not_taken, [&](const Error& one) {
    return one.place().line == line && one.message().find(words) != std::string::npos;
  });
}

bool says(const TranslatedRobot& robot, const std::string& words) {
  return robot.text.find(words) != std::string::npos;
}

const std::string ball =
    R"(<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>)";

std::string urdf(const std::string& inside) { return "<robot name='r'>" + inside + "</robot>"; }
std::string link(const std::string& name) {
  return "<link name='" + name + "'>" + ball + "</link>";
}
std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                  const std::string& child, const std::string& inside = "") {
  return fmt::format("<joint name='{}' type='{}'><parent link='{}'/><child link='{}'/>{}</joint>",
                     name, type, parent, child, inside);
}
std::string mjcf(const std::string& bodies, const std::string& beside = "") {
  return "<mujoco>" + beside + "<worldbody>" + bodies + "</worldbody></mujoco>";
}
std::string body(const std::string& inside, const std::string& attributes = "name='b'") {
  return "<body " + attributes + "><geom size='1' contype='0' conaffinity='0'/>" + inside +
         "</body>";
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

Code code_of(const std::string& text) {
  try {
    (void)translate_robot("robot.urdf", text);
  } catch (const Error& error) {
    CHECK(error.place().file == "robot.urdf");
    return error.code();
  }
  return Code::E900;
}

TranslatedRobot good(const std::string& text) { return translate_robot("robot.xml", text); }

}  // namespace

TEST_CASE("everything in a robot file is taken over or named") {
  for (const char* name : {"all_elements.urdf", "all_elements.xml"}) {
    CAPTURE(name);
    const std::string text = content(name);
    const TranslatedRobot robot = translate_robot(name, text);
    const std::size_t words = std::string(name) == "all_elements.urdf" ? 1 : 0;  // "a word"
    CHECK(robot.pieces == pieces_of(text) + words);
    CHECK(robot.pieces == robot.taken + robot.named);
    for (const Error& one : robot.not_taken) {
      CHECK(one.code() == Code::W401);
      CHECK(one.place().line > 0);
    }
  }
  const TranslatedRobot robot = translate_robot("r", content("all_elements.urdf"));
  CHECK(names(robot, 15, "<visual>"));
  CHECK(names(robot, 20, "<collision>"));
  CHECK(names(robot, 28, "the text in <link>"));
  CHECK(names(robot, 40, "<inertial>"));  // the second one
  CHECK(robot.text.find("_friction]\nbound = ") != std::string::npos);
  CHECK(names(robot, 58, "lower of <limit> is not taken over: limits of an angle"));
  CHECK(names(robot, 58, "effort"));
  CHECK(names(robot, 86, "<transmission>"));
  CHECK(names(robot, 98, "xacro"));
  const TranslatedRobot other = translate_robot("r", content("all_elements.xml"));
  CHECK(names(other, 34, "<include>"));
  CHECK(names(other, 46, "armature"));
  CHECK(names(other, 57, "contact of <geom>"));
  CHECK(names(other, 60, "meshes are not read"));
  CHECK(names(other, 81, "apart at the start"));
  CHECK(names(other, 82, "not active"));
  CHECK(names(other, 88, "<actuator>"));
}

TEST_CASE("the traps of URDF: default axis, place of the child, turned inertia, free root") {
  const TranslatedRobot robot = translate_robot("r", content("cart_pole.urdf"), {.fix_root = true});
  CHECK(says(robot, "axis = [1, 0, 0]"));
  CHECK(says(robot, "# do not move, part of the world: rail"));
  const TranslatedRobot arm = translate_robot("r", content("two_link_arm.urdf"));
  CHECK(says(arm, "inertia = [0.005, 0.06, 0.06]"));
  CHECK(says(arm, "[bodies.upper_arm]"));
  CHECK(says(arm, "# in the file 'upper arm'"));
  CHECK(says(arm, "points = { tool = [0.8, 0, 0] }"));
  CHECK(says(arm, "on = [\"world\", \"upper_arm\"]"));  // its root is called world
  CHECK(says(arm, "names none: z is up"));
  const std::string two =
      urdf(link("a") + link("b") + joint("j", "fixed", "a", "b", "<origin xyz='0 0 2'/>"));
  const TranslatedRobot lumped = good(two);
  // two balls of 1 kg and 1 kg m², 2 m apart: 2 + 2 1/2 2 (1 m)² about their middle
  CHECK(says(lumped, "mass = 2\ninertia = [4, 4, 2]\ncom = [0, 0, 1]"));
  CHECK(says(lumped, "moves freely"));
  CHECK(says(translate_robot(
                 "r", urdf("<link name='o'/>" + link("a") + joint("j", "continuous", "o", "a")),
                 {.fix_root = true}),
             "on = [\"world\", \"a\"]"));
}

TEST_CASE("the start of a robot obeys its limits and what mimics another joint") {
  const TranslatedRobot robot = translate_robot("r", content("gripper.urdf"));
  CHECK(says(robot, "start = 0.03\nlimits = [0.01, 0.05]"));
  CHECK(
      says(robot, "thumb_mimic = { holds = \"thumb_joint.angle = 20*left_joint.length - 0.1\" }"));
  CHECK(says(robot, "start = 0.5\nlimits = [-1, 3]"));
  const std::string still =
      urdf(link("world") + link("a") +
           joint("j", "prismatic", "world", "a", "<limit lower='0.2' upper='0.2'/>"));
  CHECK(says(good(still), "motor = { length = 0.2 }"));
  CHECK(says(good(still), "at = [0.2, 0, 0]"));
}

TEST_CASE("the traps of MJCF: degrees, default classes, limits, welded bodies, orders of letters") {
  const TranslatedRobot robot = translate_robot("r", content("pendulum.xml"));
  CHECK(says(robot, "limits = [\"-170 deg\", \"120 deg\"]"));
  CHECK(says(robot, "rest = 0.698131700797"));  // 40 degrees
  CHECK(says(robot, "damper = 0.05"));
  const std::string hinge = "<joint name='h' axis='0 0 1' range='-10 20'/>";
  CHECK(says(good(mjcf(body(hinge))), "limits"));
  CHECK_FALSE(says(good(mjcf(body(hinge), "<compiler autolimits='false'/>")), "limits"));
  CHECK(says(good(mjcf(body("<joint name='h' range='-1 2' limited='true'/>"),
                       "<compiler autolimits='false' angle='radian'/>")),
             "limits = [-1, 2]"));
  CHECK_FALSE(says(good(mjcf(body("<joint range='-190 20'/>"))), "limits ="));
  // the class around, that of the element, and its own word
  const std::string classes =
      "<default><joint damping='1'/><default class='a'><joint damping='2'/><default class='b'>"
      "<joint stiffness='3'/></default></default></default>";
  CHECK(says(good(mjcf(body("<joint/>"), classes)), "damper = 1"));
  CHECK(says(good(mjcf(body("<joint/>", "childclass='a'"), classes)), "damper = 2"));
  const TranslatedRobot inner = good(mjcf(body("<joint class='b'/>", "childclass='a'"), classes));
  CHECK(says(inner, "damper = 2"));
  CHECK(says(inner, "stiffness = 3"));
  CHECK(says(good(mjcf(body("<joint class='b' damping='5'/>"), classes)), "damper = 5"));
  // a ball of 4/3 pi 1000 kg, scaled to 10 kg: 2/5 10 1
  CHECK(says(good(mjcf(body("<joint/>"), "<compiler settotalmass='10'/>")),
             "mass = 10\ninertia = [4, 4, 4]"));
  CHECK(says(good(mjcf(body("<joint range='10 20'/>"))), "# starts outside its limits"));
  // by hand: x about z, then y about x' = turning axes; large letters are fixed ones
  const auto turned = [](const std::string& order) {
    return good(mjcf(body("<joint/>", "name='b' euler='90 90 0'"),
                     "<compiler eulerseq='" + order + "'/>"))
        .text;
  };
  CHECK(turned("xyz").find("[0.5, 0.5, 0.5, 0.5]") != std::string::npos);
  CHECK(turned("XYZ").find("[0.5, 0.5, 0.5, -0.5]") != std::string::npos);
  CHECK(says(
      good(mjcf("<body name='p' pos='0 0 1'><joint/><geom size='1'/><body name='q' pos='0 0 1'/>"
                "</body>")),
      "points = { q = [0, 0, 1] }"));
}

TEST_CASE("joints of MJCF with nothing between them are one joint, if there is one like that") {
  const auto series = [](const std::string& joints) { return mjcf(body(joints)); };
  const std::string x = "<joint name='x' type='slide' axis='1 0 0'/>",
                    z = "<joint name='z' type='slide'/>",
                    y = "<joint name='y' type='slide' axis='0 1 0'/>", turn = "<joint name='t'/>",
                    tilt = "<joint name='u' axis='0 1 0'/>",
                    roll = "<joint name='w' axis='1 0 0'/>";
  CHECK(says(good(series(x + y + turn)), "kind = \"planar\""));
  CHECK(says(good(series(z + turn)), "kind = \"cylindrical\""));
  CHECK(says(good(series(turn + tilt)), "kind = \"universal\""));
  CHECK(says(good(series(turn + tilt + roll)), "kind = \"spherical\""));
  CHECK(says(good(series(x + y + z + "<joint name='b' type='ball'/>")), "a free body"));
  // the same in URDF, where the links between have no mass
  const auto dummies = [](const std::string& limit) {
    return urdf("<link name='world'/><link name='p'/><link name='q'/>" + link("b") +
                joint("x", "prismatic", "world", "p", limit) +
                joint("y", "prismatic", "p", "q", "<axis xyz='0 1 0'/>") +
                joint("t", "continuous", "q", "b", "<axis xyz='0 0 1'/>"));
  };
  CHECK(says(good(dummies("")), "kind = \"planar\""));
  CHECK(names(good(dummies("<limit lower='-1'/>")), 1, "lower of <limit> is not taken over"));
  CHECK(code_of(series(x + y)) == Code::E119);
  CHECK(code_of(series(turn + "<joint name='far' axis='0 1 0' pos='0.1 0 0'/>" + roll)) ==
        Code::E119);
  CHECK(code_of(series(x + z + turn)) == Code::E119);
}

TEST_CASE("an equality of joints in MJCF is a formula of their coordinates") {
  const std::string two = mjcf(body("<joint name='a' range='-90 90'/>", "name='p'") +
                               body("<joint name='c' range='-90 90'/>", "name='q'"));
  const auto equal = [&](const std::string& attributes) {
    std::string text = two;
    text.insert(text.rfind("</mujoco>"),
                "<equality><joint name='e' joint1='a' " + attributes + "/></equality>");
    return good(text);
  };
  CHECK(says(equal("joint2='c' polycoef='0 -2'"), "a.angle = -2*c.angle"));
  CHECK(says(equal("joint2='c'"), "a.angle = c.angle"));
  CHECK(says(equal("joint2='c' polycoef='0 0 3 0 0'"), "a.angle = 0 + 3*c.angle^2"));
  CHECK(says(equal(""), "a.angle = 0"));
  CHECK(says(equal("joint2='c' polycoef='0.1 1'"), "--project-start"));
}

TEST_CASE("what no robot can be is refused with its place") {
  CHECK(code_of("") == Code::E401);
  CHECK(code_of("no XML") == Code::E401);
  CHECK(code_of("<robot") == Code::E401);
  CHECK(code_of("<robot></bot>") == Code::E401);
  CHECK(code_of(std::string("<robot>\0</robot>", 16)) == Code::E401);
  CHECK(code_of("<robot/><robot/>") == Code::E401);
  CHECK(code_of("<sdf><model/></sdf>") == Code::E401);
  CHECK(code_of(urdf("")) == Code::E119);
  CHECK(code_of(mjcf("")) == Code::E119);
  const std::string a = link("a"), b = link("b"), c = link("c");
  CHECK(code_of(urdf(a + a)) == Code::E112);
  CHECK(code_of(urdf(a + b + joint("j", "fixed", "a", "a"))) == Code::E119);
  CHECK(code_of(urdf(a + b + joint("j", "fixed", "a", "none"))) == Code::E103);
  CHECK(code_of(urdf(a + b + joint("j", "fixed", "a", "b") + joint("k", "fixed", "a", "b"))) ==
        Code::E119);
  CHECK(code_of(urdf(a + b + joint("j", "fixed", "a", "b") + joint("k", "fixed", "b", "a"))) ==
        Code::E119);
  CHECK(code_of(urdf(a + b + c + joint("j", "fixed", "b", "c") + joint("k", "fixed", "c", "b"))) ==
        Code::E119);
  CHECK(code_of(urdf(a + b + c + joint("j", "fixed", "a", "b") + joint("j", "fixed", "a", "c"))) ==
        Code::E112);
  CHECK(code_of(urdf(a + b + joint("j", "hinge", "a", "b"))) == Code::E119);
  CHECK(code_of(urdf(a + b + joint("j", "continuous", "a", "b", "<axis xyz='0 0 0'/>"))) ==
        Code::E120);
  CHECK(code_of(urdf(a + b + joint("j", "continuous", "a", "b", "<axis xyz='0 nan 0'/>"))) ==
        Code::E120);
  CHECK(code_of(urdf(a + b + joint("j", "continuous", "a", "b", "<axis xyz='0 0'/>"))) ==
        Code::E113);
  CHECK(code_of(urdf(a + b + joint("j", "continuous", "a", "b", "<axis xyz='0 0 ${z}'/>"))) ==
        Code::E113);
  CHECK(code_of(urdf(a + b + joint("j", "revolute", "a", "b", "<limit lower='1' upper='-1'/>"))) ==
        Code::E120);
  CHECK(code_of(urdf(a + b + joint("j", "continuous", "a", "b", "<mimic joint='j'/>"))) ==
        Code::E119);
  CHECK(code_of(urdf(a + b + c + joint("j", "continuous", "a", "b", "<mimic joint='k'/>") +
                     joint("k", "continuous", "b", "c", "<mimic joint='j'/>"))) == Code::E119);
  CHECK(code_of(urdf(a + b + joint("j", "continuous", "a", "b", "<mimic joint='none'/>"))) ==
        Code::E103);
  CHECK(code_of(urdf(a + "<link name='b'/>" + joint("j", "continuous", "a", "b"))) == Code::E119);
  CHECK(code_of(urdf("<link name='b'/>")) == Code::E119);
  const auto inertial = [](const char* mass, const char* moments) {
    return urdf(
        fmt::format("<link name='a'><inertial><mass value='{}'/><inertia {}/></inertial></link>",
                    mass, moments));
  };
  CHECK(code_of(inertial("-1", "ixx='1' iyy='1' izz='1'")) == Code::E120);
  CHECK(code_of(inertial("1e999", "ixx='1' iyy='1' izz='1'")) == Code::E120);
  CHECK(code_of(inertial("1", "ixx='1' iyy='1' izz='3'")) == Code::E120);
  CHECK(code_of(inertial("1", "ixx='1' iyy='1' izz='1' ixy='5'")) == Code::E120);
  CHECK(code_of(inertial("1", "")) == Code::E120);
  CHECK(code_of(inertial("1e308", "ixx='1e308' iyy='1e308' izz='1e308' ixy='1e308'")) ==
        Code::E120);
  for (const char* turn : {"quat='0 0 0 0'", "quat='nan 0 0 0'", "quat='1 0 0'",
                           "axisangle='0 0 0 1'", "zaxis='0 0 0'", "xyaxes='1 0 0 2 0 0'"}) {
    CAPTURE(turn);
    const Code code = code_of(mjcf(body("<joint/>", turn)));
    CHECK((code == Code::E120 || code == Code::E113));
  }
  CHECK(code_of(mjcf(body("<joint/>", "quat='1 0 0 0' euler='0 0 0'"))) == Code::E119);
  CHECK(code_of(mjcf(body("<joint axis='0 0 0'/>"))) == Code::E120);
  CHECK(code_of(mjcf(body("<joint class='none'/>"))) == Code::E103);
  CHECK(code_of(mjcf(body("<joint type='screw'/>"))) == Code::E119);
  CHECK(code_of(mjcf("<body><joint/></body>")) == Code::E119);
  CHECK(code_of(mjcf("<body><joint/><geom size='0'/></body>")) == Code::E120);
  CHECK(
      code_of(mjcf("<body><joint/><geom type='capsule' size='1' fromto='0 0 0 0 0 0'/></body>")) ==
      Code::E120);
  CHECK(code_of(mjcf(body("") + body(""))) == Code::E112);
  CHECK(code_of(mjcf(body(body("<freejoint/>")))) == Code::E119);
  CHECK(code_of(mjcf(body("<joint/>"), "<compiler coordinate='global'/>")) == Code::E119);
}

TEST_CASE("files that mean harm end with a code") {
  const std::string bomb =
      "<!DOCTYPE robot [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'>]><robot name='&b;'><link "
      "name='a'/></robot>";
  CHECK(code_of(bomb) == Code::E401);
  CHECK(code_of("<!DOCTYPE robot [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><robot name='&a;'/>") ==
        Code::E401);
  // no file is read for it, and the name stays as it stands
  CHECK(says(good("<!DOCTYPE robot SYSTEM 'file:///etc/passwd'>" + urdf(link("&passwd;"))),
             "in the file '&passwd;'"));
  constexpr int many = 1000000;
  CHECK(code_of("<robot>" + repeated("<a>", many) + repeated("</a>", many) + "</robot>") ==
        Code::E110);
  CHECK(code_of("<robot>" + repeated("<a>", many)) == Code::E401);
  CHECK(code_of("<mujoco><worldbody>" + repeated("<body>", 600) + repeated("</body>", 600) +
                "</worldbody></mujoco>") == Code::E110);
  // a chain of links is no nesting
  std::string chain = link("l0");
  for (int i = 0; i < 20000; ++i)
    chain +=
        fmt::format("<link name='l{}'/>", i + 1) +
        joint(fmt::format("j{}", i), "fixed", fmt::format("l{}", i), fmt::format("l{}", i + 1));
  CHECK(says(good(urdf(chain)), "[bodies.l0]"));
  // names that would be something else in a model file
  const TranslatedRobot names_of_all =
      good(urdf(link("sin") + link("a\n[x]&#10;\"&#xD800;") + link("1") + link("1_") + link("b") +
                link("a__x____") + link("com") + link("")));
  CHECK(says(names_of_all, "[bodies.sin_body]"));
  CHECK(says(names_of_all, "[bodies.n1]"));
  CHECK_FALSE(says(names_of_all, "\n[x]"));
  CHECK(code_of(std::string(65 << 20, ' ')) == Code::E110);
}

// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/random-trees/newton_euler.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <numbers>

namespace trees {
namespace {

using Six = Eigen::Matrix<double, 6, 1>;  // angular, then linear at the origin of the world
using Inertia6 = Eigen::Matrix<double, 6, 6>;

Six six(const Vector3d& angular, const Vector3d& linear) {
  Six out;
  out << angular, linear;
  return out;
}

Six turning(const Vector3d& axis, const Vector3d& through) {
  return six(axis, through.cross(axis));
}
Six sliding(const Vector3d& along) { return six(Vector3d::Zero(), along); }

Matrix3d cross(const Vector3d& v) {
  Matrix3d out;
  out << 0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0;
  return out;
}

// The derivative of what moves with a body of velocity v: a motion, or a force.
Six carried(const Six& v, const Six& motion) {
  const Vector3d w = v.head<3>(), o = v.tail<3>(), mw = motion.head<3>(), mo = motion.tail<3>();
  return six(w.cross(mw), w.cross(mo) + o.cross(mw));
}
Six carried_force(const Six& v, const Six& force) {
  const Vector3d w = v.head<3>(), o = v.tail<3>(), n = force.head<3>(), f = force.tail<3>();
  return six(w.cross(n) + o.cross(f), w.cross(f));
}

// Joints as chains of single freedoms, each fixed in what comes before it.
std::vector<Six> chain(const Link& link) {
  using enum zwang::JointKind;
  const Vector3d a = link.axis, p = link.point;
  std::vector<Six> out;
  if (!link.joint) {
    for (int k = 0; k < 3; ++k) out.push_back(sliding(Vector3d::Unit(k)));
    for (int k = 0; k < 3; ++k) out.push_back(turning(Vector3d::Unit(k), link.com));
    return out;
  }
  switch (*link.joint) {
    case revolute: return {turning(a, p)};
    case prismatic: return {sliding(a)};
    case screw: return {turning(a, p) + sliding(link.pitch / (2.0 * std::numbers::pi) * a)};
    case cylindrical: return {sliding(a), turning(a, p)};
    case universal: return {turning(a, p), turning(link.axis2, p)};
    case spherical:
      for (int k = 0; k < 3; ++k) out.push_back(turning(Vector3d::Unit(k), p));
      return out;
    case planar: {
      const Vector3d one = a.unitOrthogonal();
      return {sliding(one), sliding(a.cross(one)), turning(a, p)};
    }
    default: return {};
  }
}

Inertia6 inertia(const Link& link) {
  const Matrix3d r = link.attitude.toRotationMatrix(), c = cross(link.com);
  Inertia6 out;
  out.topLeftCorner<3, 3>() = r * link.inertia * r.transpose() - link.mass * c * c;
  out.topRightCorner<3, 3>() = link.mass * c;
  out.bottomLeftCorner<3, 3>() = -link.mass * c;
  out.bottomRightCorner<3, 3>() = link.mass * Matrix3d::Identity();
  return out;
}

class NewtonEuler {
 public:
  explicit NewtonEuler(const Tree& tree) : tree_(tree) {
    for (const Link& link : tree.links) {
      chains_.push_back(chain(link));
      first_.push_back(freedoms_);
      freedoms_ += static_cast<Eigen::Index>(chains_.back().size());
      inertias_.push_back(inertia(link));
      const Six before = link.parent < 0 ? Six::Zero() : velocities_[at(link.parent)];
      Six v = before;
      for (std::size_t k = 0; k < chains_.back().size(); ++k)
        v += chains_.back()[k] * link.rates[k];
      velocities_.push_back(v);
    }
  }

  Eigen::Index freedoms() const { return freedoms_; }
  const std::vector<Six>& velocities() const { return velocities_; }
  const std::vector<Six>& accelerations() const { return accelerations_; }
  const std::vector<Six>& forces() const { return forces_; }

  // The generalised forces that these accelerations need; with `at_rest` without velocities and
  // given forces.
  Eigen::VectorXd needed(const Eigen::VectorXd& second, bool at_rest) {
    const std::size_t n = tree_.links.size();
    accelerations_.assign(n, Six::Zero());
    forces_.assign(n, Six::Zero());
    for (std::size_t i = 0; i < n; ++i) {
      const Link& link = tree_.links[i];
      Six a = link.parent < 0 ? Six::Zero() : accelerations_[at(link.parent)];
      Six v = link.parent < 0 || at_rest ? Six::Zero() : velocities_[at(link.parent)];
      for (std::size_t k = 0; k < chains_[i].size(); ++k) {
        const Six& s = chains_[i][k];
        a += s * second[first_[i] + static_cast<Eigen::Index>(k)];
        if (at_rest) continue;
        a += carried(v, s) * link.rates[k];
        v += s * link.rates[k];
      }
      accelerations_[i] = a;
      forces_[i] = inertias_[i] * a;
      if (at_rest) continue;
      forces_[i] += carried_force(v, inertias_[i] * v);
      const Vector3d force = link.mass * tree_.gravity + link.force;
      forces_[i] -= six(link.torque + link.com.cross(force), force);
    }
    Eigen::VectorXd out(freedoms_);
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t k = 0; k < chains_[i].size(); ++k)
        out[first_[i] + static_cast<Eigen::Index>(k)] = chains_[i][k].dot(forces_[i]);
      if (tree_.links[i].parent >= 0) forces_[at(tree_.links[i].parent)] += forces_[i];
    }
    return out;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  const Tree& tree_;
  std::vector<std::vector<Six>> chains_;
  std::vector<Eigen::Index> first_;
  std::vector<Inertia6> inertias_;
  std::vector<Six> velocities_, accelerations_, forces_;
  Eigen::Index freedoms_ = 0;
};

void write_velocity(const Six& v, const Link& link, Moving& moving) {
  moving.spin = v.head<3>();
  moving.velocity = v.tail<3>() + moving.spin.cross(link.com);
}

}  // namespace

std::vector<Moving> velocities(const Tree& tree) {
  const NewtonEuler way(tree);
  std::vector<Moving> out(tree.links.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    write_velocity(way.velocities()[i], tree.links[i], out[i]);
  return out;
}

Motion accelerations(const Tree& tree) {
  NewtonEuler way(tree);
  const Eigen::Index n = way.freedoms();
  Motion motion;
  Eigen::VectorXd second = Eigen::VectorXd::Zero(n);
  if (n > 0) {
    Eigen::MatrixXd h(n, n);
    for (Eigen::Index k = 0; k < n; ++k) h.col(k) = way.needed(Eigen::VectorXd::Unit(n, k), true);
    const Eigen::VectorXd scale = h.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd even = scale.asDiagonal() * h * scale.asDiagonal();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(even, Eigen::EigenvaluesOnly);
    motion.condition = spectrum.eigenvalues().maxCoeff() / spectrum.eigenvalues().minCoeff();
    const Eigen::LLT<Eigen::MatrixXd> factors(even);
    // twice: what the first leaves is needed still
    for (int turn = 0; turn < 2; ++turn) {
      const Eigen::VectorXd left = scale.asDiagonal() * way.needed(second, false);
      second -= scale.asDiagonal() * factors.solve(left);
    }
  }
  way.needed(second, false);
  motion.links.resize(tree.links.size());
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    Moving& one = motion.links[i];
    write_velocity(way.velocities()[i], link, one);
    const Six& a = way.accelerations()[i];
    one.spinning = a.head<3>();
    // that of the matter now at the centre of mass, not of the field at the origin
    one.acceleration = a.tail<3>() + one.spinning.cross(link.com) + one.spin.cross(one.velocity);
    const Six& f = way.forces()[i];
    one.force = f.tail<3>();
    one.torque = f.head<3>() - link.point.cross(one.force);
  }
  return motion;
}

}  // namespace trees

// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Truth of a chain of N uniform rigid links (together 1 m and 1 kg), released at rest at 45
// degrees: its tip at some times. Angles are the only unknowns, so no constraint drifts; joint
// forces come from a symmetric block-tridiagonal solve, O(N) a call. Gragg's midpoint rule,
// extrapolated in equal steps, twice: with one column less and steps shorter by a fifth the second
// time; `check` is how far the two tips are apart, `energy_drift` is relative to the weight times 1
// m.
//
//   g++ -std=gnu++20 -O2 -pthread rigid_chain.cpp -o rigid_chain -lquadmath
//   ./rigid_chain quad 100 0.1 1     prints rows of rigid_chain.csv in 113 bits, `long` in 64
//
// Rows with 22 digits are of 113 bits, with 15 or 16 of 64; that of 1,000 links after 1 s has 12
// digits and is of the same equations with DOP853, tolerance 1e-9.
#include <math.h>
#include <quadmath.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <string>
#include <vector>

namespace {

template <class Real>
using Numbers = std::vector<Real>;

void sine_and_cosine(long double x, long double& s, long double& c) { sincosl(x, &s, &c); }
void sine_and_cosine(__float128 x, __float128& s, __float128& c) { sincosq(x, &s, &c); }

template <class Real>
class Chain {
 public:
  using Vector = Numbers<Real>;

  explicit Chain(int links)
      : n_(static_cast<std::size_t>(links)), length_(1 / Real(links)), mass_(1 / Real(links)) {
    for (Vector* v : {&c_, &s_, &xx_, &xy_, &yy_, &bx_, &by_, &oxx_, &oxy_, &oyx_, &oyy_, &det_})
      v->assign(n_ + 1, 0);
  }

  Vector start() const {
    Vector y(2 * n_, 0);
    for (std::size_t i = 0; i < n_; ++i) y[i] = static_cast<Real>(M_PI_4q);
    return y;
  }

  // Angles, then their rates. F_i is the force on link i at its upper joint: with the unit vector
  // t along increasing angle, the ends of link i accelerate by (F_i − F_{i+1})/m and 3/m t tᵀ(F_i +
  // F_{i+1}), and the joints stay together.
  void rates(const Vector& y, Vector& dy) {
    const Real k = 3 / mass_, one = 1 / mass_;
    for (std::size_t i = 0; i < n_; ++i) sine_and_cosine(y[i], s_[i], c_[i]);
    for (std::size_t i = 0; i < n_; ++i) {
      const Real half = y[n_ + i] * y[n_ + i] * length_ / 2;
      const Real ex = s_[i] * half, ey = -c_[i] * half;
      const Real txx = k * c_[i] * c_[i], txy = k * c_[i] * s_[i], tyy = k * s_[i] * s_[i];
      // of the joint above: added to what the link above left there
      if (i == 0) xx_[0] = xy_[0] = yy_[0] = bx_[0] = by_[0] = 0, by_[0] = weight;
      xx_[i] += txx + one, xy_[i] += txy, yy_[i] += tyy + one;
      bx_[i] -= ex, by_[i] -= ey;
      // of the joint below
      xx_[i + 1] = txx + one, xy_[i + 1] = txy, yy_[i + 1] = tyy + one;
      bx_[i + 1] = -ex, by_[i + 1] = -ey;
      // the block between both, eliminated: O D⁻¹
      const Real pxx = txx - one, pxy = txy, pyy = tyy - one;
      const Real det = det_[i] = 1 / (xx_[i] * yy_[i] - xy_[i] * xy_[i]);
      oxx_[i] = (pxx * yy_[i] - pxy * xy_[i]) * det, oxy_[i] = (pxy * xx_[i] - pxx * xy_[i]) * det;
      oyx_[i] = (pxy * yy_[i] - pyy * xy_[i]) * det, oyy_[i] = (pyy * xx_[i] - pxy * xy_[i]) * det;
      if (i + 1 == n_) break;  // the tip is free
      xx_[i + 1] -= oxx_[i] * pxx + oxy_[i] * pxy;
      xy_[i + 1] -= oxx_[i] * pxy + oxy_[i] * pyy;
      yy_[i + 1] -= oyx_[i] * pxy + oyy_[i] * pyy;
      bx_[i + 1] -= oxx_[i] * bx_[i] + oxy_[i] * by_[i];
      by_[i + 1] -= oyx_[i] * bx_[i] + oyy_[i] * by_[i];
    }
    Real fx = 0, fy = 0;  // of the joint below
    for (std::size_t i = n_; i-- > 0;) {
      const Real det = det_[i];
      const Real x = (bx_[i] * yy_[i] - by_[i] * xy_[i]) * det - oxx_[i] * fx - oyx_[i] * fy;
      const Real y_ = (by_[i] * xx_[i] - bx_[i] * xy_[i]) * det - oxy_[i] * fx - oyy_[i] * fy;
      dy[i] = y[n_ + i];
      dy[n_ + i] = -6 / (mass_ * length_) * (c_[i] * (x + fx) + s_[i] * (y_ + fy));
      fx = x, fy = y_;
    }
  }

  // Its place, and the energy.
  std::array<Real, 3> tip(const Vector& y) const {
    Real sum = 0, x = 0, height = 0, vx = 0, vy = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      Real s, c;
      sine_and_cosine(y[i], s, c);
      const Real ex = s * length_, ey = -c * length_, w = y[n_ + i];
      const Real cx = vx - ey * w / 2, cy = vy + ex * w / 2;
      sum += mass_ * ((cx * cx + cy * cy) / 2 + length_ * length_ * w * w / 24 +
                      weight * (height + ey / 2));
      x += ex, height += ey, vx -= ey * w, vy += ex * w;
    }
    return {x, height, sum};
  }

 private:
  static constexpr Real weight = 981 / Real(100);
  std::size_t n_;
  Real length_, mass_;
  Vector c_, s_, xx_, xy_, yy_, bx_, by_, oxx_, oxy_, oyx_, oyy_, det_;
};

// Steps of the midpoint rule in a row of the table: with fewer, long chains were not stable.
int row(int j) { return 6 + 2 * j; }

// One step.
template <class Real>
void advance(Chain<Real>& chain, Numbers<Real>& y, Real whole, int columns) {
  const std::size_t n = y.size();
  Numbers<Real> first(n), rate(n), before(n), now(n);
  std::vector<Numbers<Real>> table(static_cast<std::size_t>(columns), Numbers<Real>(n));
  chain.rates(y, first);
  for (int j = 0; j < columns; ++j) {
    const Real h = whole / row(j);
    before = y;
    for (std::size_t i = 0; i < n; ++i) now[i] = y[i] + h * first[i];
    for (int m = 1; m < row(j); ++m) {
      chain.rates(now, rate);
      for (std::size_t i = 0; i < n; ++i) {
        const Real next = before[i] + 2 * h * rate[i];
        before[i] = now[i];
        now[i] = next;
      }
    }
    chain.rates(now, rate);
    // Aitken and Neville in h²: table[0] becomes the best of what there is
    for (std::size_t i = 0; i < n; ++i)
      table[static_cast<std::size_t>(j)][i] = (now[i] + before[i] + h * rate[i]) / 2;
    for (std::size_t l = static_cast<std::size_t>(j); l-- > 0;) {
      const Real ratio = Real(row(j)) / Real(row(static_cast<int>(l)));
      for (std::size_t i = 0; i < n; ++i)
        table[l][i] = table[l + 1][i] + (table[l + 1][i] - table[l][i]) / (ratio * ratio - 1);
    }
  }
  y = table[0];
}

// The tip at the start and at each time.
template <class Real>
std::vector<std::array<Real, 3>> tips(int links, const std::vector<__float128>& times, Real longest,
                                      int columns) {
  Chain<Real> chain(links);
  Numbers<Real> y = chain.start();
  std::vector<std::array<Real, 3>> found = {chain.tip(y)};
  Real before = 0;
  for (const __float128 time : times) {
    const Real until = static_cast<Real>(time);
    const int steps = 1 + static_cast<int>((until - before) / longest);
    for (int k = 0; k < steps; ++k) advance(chain, y, (until - before) / steps, columns);
    found.push_back(chain.tip(y));
    before = until;
  }
  return found;
}

std::string text(__float128 x, const char* format) {
  char out[64];
  quadmath_snprintf(out, sizeof out, format, x);
  return out;
}

template <class Real>
void print(int links, char** times, int columns, const char* format) {
  std::vector<__float128> read;
  for (char** t = times; *t != nullptr; ++t) read.push_back(strtoflt128(*t, nullptr));
  const Real longest = Real(8) / Real(100 * links);
  auto other = std::async(std::launch::async, tips<Real>, links, read, longest, columns);
  const auto best = tips<Real>(links, read, longest * 4 / 5, columns - 1), also = other.get();
  for (std::size_t k = 1; k < best.size(); ++k) {
    const __float128 x = best[k][0], y = best[k][1];
    std::printf("%d,%s,%s,%s,%s,%s\n", links, times[k - 1], text(x, format).c_str(),
                text(y, format).c_str(),
                text(hypotq(x - also[k][0], y - also[k][1]), "%.1Qe").c_str(),
                text((best[k][2] - best[0][2]) * 100 / 981, "%.1Qe").c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string bits = argc < 4 ? "" : argv[1];
  if (bits == "quad")
    print<__float128>(std::atoi(argv[2]), argv + 3, 10, "%.22Qf");
  else if (bits == "long")
    print<long double>(std::atoi(argv[2]), argv + 3, 7, "%.16Qf");
  else
    return 1;
}

// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Dormand and Prince's method of order 8 with error estimates of order 5 and 3 and dense output of
// order 7 (Hairer, Norsett, Wanner, Solving ODEs I, II.5 and II.6: coefficients of DOP853).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace zwang {

namespace dormand_prince {

// Nodes c, one per stage; stages 13 to 15 are for the dense output.
inline constexpr std::array<double, 16> c = {0.0,
                                             0.05260015195876773,
                                             0.0789002279381516,
                                             0.1183503419072274,
                                             0.2816496580927726,
                                             0.3333333333333333,
                                             0.25,
                                             0.3076923076923077,
                                             0.6512820512820513,
                                             0.6,
                                             0.8571428571428571,
                                             1.0,
                                             1.0,
                                             0.1,
                                             0.2,
                                             0.7777777777777778};

// A coefficient of the tableau: stage `from` enters with `a`.
struct Term {
  int from;
  double a;
};

inline constexpr std::array<Term, 1> a2 = {{{0, 0.05260015195876773}}};
inline constexpr std::array<Term, 2> a3 = {{{0, 0.0197250569845379}, {1, 0.0591751709536137}}};
inline constexpr std::array<Term, 2> a4 = {{{0, 0.02958758547680685}, {2, 0.08876275643042054}}};
inline constexpr std::array<Term, 3> a5 = {
    {{0, 0.2413651341592667}, {2, -0.8845494793282861}, {3, 0.924834003261792}}};
inline constexpr std::array<Term, 3> a6 = {
    {{0, 0.037037037037037035}, {3, 0.17082860872947386}, {4, 0.12546768756682242}}};
inline constexpr std::array<Term, 4> a7 = {
    {{0, 0.037109375}, {3, 0.17025221101954405}, {4, 0.06021653898045596}, {5, -0.017578125}}};
inline constexpr std::array<Term, 5> a8 = {{{0, 0.03709200011850479},
                                            {3, 0.17038392571223998},
                                            {4, 0.10726203044637328},
                                            {5, -0.015319437748624402},
                                            {6, 0.008273789163814023}}};
inline constexpr std::array<Term, 6> a9 = {{{0, 0.6241109587160757},
                                            {3, -3.3608926294469414},
                                            {4, -0.868219346841726},
                                            {5, 27.59209969944671},
                                            {6, 20.154067550477894},
                                            {7, -43.48988418106996}}};
inline constexpr std::array<Term, 7> a10 = {{{0, 0.47766253643826434},
                                             {3, -2.4881146199716677},
                                             {4, -0.590290826836843},
                                             {5, 21.230051448181193},
                                             {6, 15.279233632882423},
                                             {7, -33.28821096898486},
                                             {8, -0.020331201708508627}}};
inline constexpr std::array<Term, 8> a11 = {{{0, -0.9371424300859873},
                                             {3, 5.186372428844064},
                                             {4, 1.0914373489967295},
                                             {5, -8.149787010746927},
                                             {6, -18.52006565999696},
                                             {7, 22.739487099350505},
                                             {8, 2.4936055526796523},
                                             {9, -3.0467644718982196}}};
inline constexpr std::array<Term, 9> a12 = {{{0, 2.273310147516538},
                                             {3, -10.53449546673725},
                                             {4, -2.0008720582248625},
                                             {5, -17.9589318631188},
                                             {6, 27.94888452941996},
                                             {7, -2.8589982771350235},
                                             {8, -8.87285693353063},
                                             {9, 12.360567175794303},
                                             {10, 0.6433927460157636}}};
inline constexpr std::array<Term, 8> a14 = {{{0, 0.056167502283047954},
                                             {6, 0.25350021021662483},
                                             {7, -0.2462390374708025},
                                             {8, -0.12419142326381637},
                                             {9, 0.15329179827876568},
                                             {10, 0.00820105229563469},
                                             {11, 0.007567897660545699},
                                             {12, -0.008298}}};
inline constexpr std::array<Term, 8> a15 = {{{0, 0.03183464816350214},
                                             {5, 0.028300909672366776},
                                             {6, 0.053541988307438566},
                                             {7, -0.05492374857139099},
                                             {10, -0.00010834732869724932},
                                             {11, 0.0003825710908356584},
                                             {12, -0.00034046500868740456},
                                             {13, 0.1413124436746325}}};
inline constexpr std::array<Term, 8> a16 = {{{0, -0.42889630158379194},
                                             {5, -4.697621415361164},
                                             {6, 7.683421196062599},
                                             {7, 4.06898981839711},
                                             {8, 0.3567271874552811},
                                             {12, -0.0013990241651590145},
                                             {13, 2.9475147891527724},
                                             {14, -9.15095847217987}}};
inline constexpr std::array<Term, 8> b = {{{0, 0.054293734116568765},
                                           {5, 4.450312892752409},
                                           {6, 1.8915178993145003},
                                           {7, -5.801203960010585},
                                           {8, 0.3111643669578199},
                                           {9, -0.1521609496625161},
                                           {10, 0.20136540080403034},
                                           {11, 0.04471061572777259}}};
inline constexpr std::array<Term, 8> error3 = {{{0, -0.18980075407240762},
                                                {5, 4.450312892752409},
                                                {6, 1.8915178993145003},
                                                {7, -5.801203960010585},
                                                {8, -0.4226823213237919},
                                                {9, -0.1521609496625161},
                                                {10, 0.20136540080403034},
                                                {11, 0.02265179219836082}}};
inline constexpr std::array<Term, 8> error5 = {{{0, 0.01312004499419488},
                                                {5, -1.2251564463762044},
                                                {6, -0.4957589496572502},
                                                {7, 1.6643771824549864},
                                                {8, -0.35032884874997366},
                                                {9, 0.3341791187130175},
                                                {10, 0.08192320648511571},
                                                {11, -0.022355307863886294}}};
inline constexpr std::array<Term, 12> dense0 = {{{0, -8.428938276109013},
                                                 {5, 0.5667149535193777},
                                                 {6, -3.0689499459498917},
                                                 {7, 2.38466765651207},
                                                 {8, 2.117034582445028},
                                                 {9, -0.871391583777973},
                                                 {10, 2.2404374302607883},
                                                 {11, 0.6315787787694688},
                                                 {12, -0.08899033645133331},
                                                 {13, 18.148505520854727},
                                                 {14, -9.194632392478356},
                                                 {15, -4.436036387594894}}};
inline constexpr std::array<Term, 12> dense1 = {{{0, 10.427508642579134},
                                                 {5, 242.28349177525817},
                                                 {6, 165.20045171727028},
                                                 {7, -374.5467547226902},
                                                 {8, -22.113666853125306},
                                                 {9, 7.733432668472264},
                                                 {10, -30.674084731089398},
                                                 {11, -9.332130526430229},
                                                 {12, 15.697238121770845},
                                                 {13, -31.139403219565178},
                                                 {14, -9.35292435884448},
                                                 {15, 35.81684148639408}}};
inline constexpr std::array<Term, 12> dense2 = {{{0, 19.985053242002433},
                                                 {5, -387.0373087493518},
                                                 {6, -189.17813819516758},
                                                 {7, 527.8081592054236},
                                                 {8, -11.57390253995963},
                                                 {9, 6.8812326946963},
                                                 {10, -1.0006050966910838},
                                                 {11, 0.7777137798053443},
                                                 {12, -2.778205752353508},
                                                 {13, -60.19669523126412},
                                                 {14, 84.32040550667716},
                                                 {15, 11.99229113618279}}};
inline constexpr std::array<Term, 12> dense3 = {{{0, -25.69393346270375},
                                                 {5, -154.18974869023643},
                                                 {6, -231.5293791760455},
                                                 {7, 357.6391179106141},
                                                 {8, 93.40532418362432},
                                                 {9, -37.45832313645163},
                                                 {10, 104.0996495089623},
                                                 {11, 29.8402934266605},
                                                 {12, -43.53345659001114},
                                                 {13, 96.32455395918828},
                                                 {14, -39.17726167561544},
                                                 {15, -149.72683625798564}}};

}  // namespace dormand_prince

// The course of a step: y(theta) for theta in [0, 1], a polynomial of degree 7 in each component.
struct DenseStep {
  double t = 0.0;  // where it begins
  double h = 0.0;
  int size = 0;
  std::vector<double> y;  // beginning
  std::vector<double> f;  // seven more rows of `size`

  double value(int i, double theta) const {
    const double rest = 1.0 - theta;
    const auto row = [&](int k) {
      return f[static_cast<std::size_t>(k) * static_cast<std::size_t>(size) +
               static_cast<std::size_t>(i)];
    };
    double sum = row(6) * theta;
    sum = (sum + row(5)) * rest;
    sum = (sum + row(4)) * theta;
    sum = (sum + row(3)) * rest;
    sum = (sum + row(2)) * theta;
    sum = (sum + row(1)) * rest;
    return y[static_cast<std::size_t>(i)] + (sum + row(0)) * theta;
  }

  // Coefficients of 1, theta, ..., theta^7 of component i.
  std::array<double, 8> powers(int i) const;
  // The largest contribution of the last row: an estimate of the interpolation error.
  double last(int i) const {
    constexpr double most = 0.00833;  // of theta^4 (1 - theta)^3
    return most * std::abs(f[6 * static_cast<std::size_t>(size) + static_cast<std::size_t>(i)]);
  }
};

// One step at a time; the caller keeps time, state and rates.
// Thread safety: one per thread, as it owns its stages.
class DormandPrince {
 public:
  explicit DormandPrince(int size)
      : size_(static_cast<std::size_t>(size)), k_(16 * size_), stage_(size_), next_(size_) {}

  // The rates at the beginning must be in first(). False if `field` rejects a stage.
  // `field(t, y, dy)` returns a bool.
  template <class Field>
  bool attempt(Field&& field, double t, const double* y, double h);

  double* first() { return k(0); }
  const double* first() const { return k(0); }
  double* last() { return k(12); }
  double* next() { return next_.data(); }

  // Error of the attempt in units of `scale`: accept below 1.
  double error(std::span<const double> scale, double h) const;

  // With the rates at the end in last(): the course of the step. Three more stages; `seen(theta)`
  // is called after each.
  template <class Field, class Seen>
  bool interpolate(Field&& field, double t, const double* y, double h, DenseStep& dense,
                   Seen&& seen);

 private:
  double* k(int stage) { return k_.data() + static_cast<std::size_t>(stage) * size_; }
  const double* k(int stage) const { return k_.data() + static_cast<std::size_t>(stage) * size_; }

  // y + h sum a k
  template <std::size_t N>
  void add(const std::array<dormand_prince::Term, N>& terms, const double* y, double h,
           double* to) const {
    for (std::size_t i = 0; i < size_; ++i) {
      double sum = 0.0;
      for (const auto& term : terms) sum += term.a * k(term.from)[i];
      to[i] = y[i] + h * sum;
    }
  }
  template <class Field, std::size_t N>
  bool stage(Field&& field, int number, const std::array<dormand_prince::Term, N>& terms, double t,
             const double* y, double h) {
    add(terms, y, h, stage_.data());
    return field(t + dormand_prince::c[static_cast<std::size_t>(number)] * h, stage_.data(),
                 k(number));
  }

  std::size_t size_;
  std::vector<double> k_, stage_, next_;
};

template <class Field>
bool DormandPrince::attempt(Field&& field, double t, const double* y, double h) {
  namespace dp = dormand_prince;
  if (!stage(field, 1, dp::a2, t, y, h) || !stage(field, 2, dp::a3, t, y, h) ||
      !stage(field, 3, dp::a4, t, y, h) || !stage(field, 4, dp::a5, t, y, h) ||
      !stage(field, 5, dp::a6, t, y, h) || !stage(field, 6, dp::a7, t, y, h) ||
      !stage(field, 7, dp::a8, t, y, h) || !stage(field, 8, dp::a9, t, y, h) ||
      !stage(field, 9, dp::a10, t, y, h) || !stage(field, 10, dp::a11, t, y, h) ||
      !stage(field, 11, dp::a12, t, y, h))
    return false;
  add(dp::b, y, h, next_.data());
  return true;
}

template <class Field, class Seen>
bool DormandPrince::interpolate(Field&& field, double t, const double* y, double h,
                                DenseStep& dense, Seen&& seen) {
  namespace dp = dormand_prince;
  if (!stage(field, 13, dp::a14, t, y, h)) return false;
  seen(dp::c[13]);
  if (!stage(field, 14, dp::a15, t, y, h)) return false;
  seen(dp::c[14]);
  if (!stage(field, 15, dp::a16, t, y, h)) return false;
  seen(dp::c[15]);
  dense.t = t;
  dense.h = h;
  dense.size = static_cast<int>(size_);
  dense.y.assign(y, y + size_);
  dense.f.resize(7 * size_);
  const auto row = [&](int r) { return dense.f.data() + static_cast<std::size_t>(r) * size_; };
  for (std::size_t i = 0; i < size_; ++i) {
    const double change = next_[i] - y[i];
    row(0)[i] = change;
    row(1)[i] = h * k(0)[i] - change;
    row(2)[i] = 2.0 * change - h * (k(12)[i] + k(0)[i]);
  }
  const auto fill = [&](int r, const auto& terms) {
    for (std::size_t i = 0; i < size_; ++i) {
      double sum = 0.0;
      for (const auto& term : terms) sum += term.a * k(term.from)[i];
      row(r)[i] = h * sum;
    }
  };
  fill(3, dp::dense0);
  fill(4, dp::dense1);
  fill(5, dp::dense2);
  fill(6, dp::dense3);
  return true;
}

}  // namespace zwang

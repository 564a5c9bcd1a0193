// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows of many constraints at once, and Φ = A M⁻¹ Aᵀ between them: sparse, since a constraint
// involves few masses. The pattern is built once for a set of constraints, the numbers are filled
// in at every state; sums run in a fixed order. Rows that can be lined up so that each meets only
// those near it are factored as a band.
#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "zwang/system/band.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

class SparseDelassus {
 public:
  SparseDelassus(const System& system, const std::vector<int>& constraints, const MassMatrix& mass);

  // Φ at the rows of the snapshot, and its factors. False if a row depends on the others, or the
  // mass has a direction without inertia.
  bool factor(const Snapshot& snapshot);

  // Whether the rows of the last factor(), each scaled to length 1, have no singular value up to
  // `least`.
  bool is_above(double least) const;

  // For the last factor(): the least sine of a row against those eliminated before it, or its
  // length relative to `longest` if that is less; `longest` grows with the rows seen.
  double independence(std::vector<double>& longest) const;

  void along(const double* x, std::vector<double>& y) const;           // adds Ax
  void solve(std::vector<double>& x) const;                            // x becomes Φ⁻¹x
  void push_back(const std::vector<double>& x, double* change) const;  // adds M⁻¹Aᵀx
  double square(const std::vector<double>& x) const;                   // xᵀΦx
  double diagonal(std::size_t i) const { return own_[i]; }             // Φ_ii
  // the part of Φ_ii that does not depend on rows eliminated before
  double pivot(std::size_t i) const { return pivots_[i]; }

 private:
  using Sparse = Eigen::SparseMatrix<double>;
  // A number of A times one of M⁻¹Aᵀ.
  struct Product {
    int a, turned;
  };
  // Entries of Φ that are sums of the same number of products.
  struct Sums {
    int products, entries;
  };

  void order(const std::vector<std::vector<int>>& neighbours);
  void find_inverse(const MassMatrix& mass);
  void turn(const Snapshot& snapshot);
  template <int N>
  void add_up(const Sums& sums, const Product*& product, const int*& at, double* phi) const;
  void add_up(double* phi) const;
  Sparse phi() const;

  std::vector<int> constraints_;
  // M⁻¹Aᵀ: for constraint k the unknowns from places_[first_[k]] on, which are whole blocks.
  std::vector<int> first_, places_;
  std::vector<double> turned_;
  // The same by unknowns: from pushes_[push_first_[i]] on, what moves unknown i.
  struct Push {
    int turned, constraint;
  };
  std::vector<int> push_first_;
  std::vector<Push> pushes_;
  bool plain_ = false;           // every block is one mass; then turned_ is laid out like a_
  bool constant_ = false;        // and these masses do not change
  std::vector<double> inverse_;  // 1/mass for each number of a_, where plain
  std::vector<int> block_first_, block_,
      block_at_;                     // of constraint k: blocks, and where they begin
  std::vector<int> a_first_, a_at_;  // A in turned_, by constraint
  std::vector<int> columns_;         // unknowns of A
  std::vector<double> a_;
  // Φ, its upper half in elimination order. A band keeps its own numbers and only the pattern is
  // here.
  Sparse phi_;
  std::vector<int> at_;               // of entry e of phi_ among the numbers of phi_ or band_
  std::vector<Sums> sums_;            // short before long
  std::vector<int> sum_at_;           // of each sum among the same numbers
  std::vector<Product> products_;     // sum by sum
  std::vector<int> order_;            // the position of constraint k in phi_
  std::vector<int> diagonal_;         // of Φ_kk among those numbers
  std::vector<double> own_, pivots_;  // Φ_kk, and what remains of it
  int width_ = 0;                     // of phi_, from its diagonal
  Band band_;                         // if that is small; otherwise the next two
  Eigen::SimplicialLDLT<Sparse, Eigen::Upper, Eigen::NaturalOrdering<int>> factors_;
  Vector divisors_;  // its D
  mutable Vector right_;
};

}  // namespace zwang

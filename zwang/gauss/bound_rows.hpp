// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows of many conditions at once, and Φ = A M⁻¹ Aᵀ between them: sparse, since a condition
// knows few masses. The pattern is made once for a set of conditions, numbers are written into it
// at every state; sums run in a fixed order. Rows that can be put in a line, each meeting only
// those near it, are factored as a band.
#pragma once

#include <Eigen/SparseCholesky>
#include <vector>

#include "zwang/gauss/band.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

class BoundRows {
 public:
  BoundRows(const System& system, const std::vector<int>& conditions, const MassMatrix& mass);

  // Φ at the rows of the snapshot, and its factors. False if a row depends on the others, or the
  // mass has a direction without inertia.
  bool factor(const Snapshot& snapshot);

  // Whether the rows of the last factor(), each of length 1, have no singular value up to `least`.
  bool is_above(double least) const;

  // Of the last factor(): the least sine of a row against those eliminated before it, or its length
  // against `longest` if that is less; those grow with the rows seen.
  double independence(std::vector<double>& longest) const;

  void along(const double* x, std::vector<double>& y) const;           // adds Ax
  void solve(std::vector<double>& x) const;                            // x becomes Φ⁻¹x
  void push_back(const std::vector<double>& x, double* change) const;  // adds M⁻¹Aᵀx
  double square(const std::vector<double>& x) const;                   // xᵀΦx
  double diagonal(std::size_t i) const { return own_[i]; }             // Φ_ii
  // what of Φ_ii does not depend on rows eliminated before
  double pivot(std::size_t i) const { return pivots_[i]; }

 private:
  using Sparse = Eigen::SparseMatrix<double>;
  // A number of A times one of M⁻¹Aᵀ.
  struct Product {
    int a, turned;
  };
  // Entries of Φ that are sums of equally many products.
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

  std::vector<int> conditions_;
  // M⁻¹Aᵀ: of condition k the unknowns from places_[first_[k]] on, which are whole blocks.
  std::vector<int> first_, places_;
  std::vector<double> turned_;
  // The same by unknowns: pushes_[push_first_[i]] on move unknown i.
  struct Push {
    int turned, condition;
  };
  std::vector<int> push_first_;
  std::vector<Push> pushes_;
  bool plain_ = false;           // every block is one mass; then turned_ stands as a_ does
  bool constant_ = false;        // and these masses do not change
  std::vector<double> inverse_;  // 1/mass for each number of a_, where plain
  std::vector<int> block_first_, block_, block_at_;  // of condition k: blocks, and where they begin
  std::vector<int> a_first_, a_at_;                  // A in turned_, by condition
  std::vector<int> columns_;                         // unknowns of A
  std::vector<double> a_;
  // Φ, its upper half in the order of elimination. A band keeps its own numbers and only the
  // pattern is here.
  Sparse phi_;
  std::vector<int> at_;               // of entry e of phi_ among the numbers of phi_ or band_
  std::vector<Sums> sums_;            // the short before the long
  std::vector<int> sum_at_;           // of each sum among the same numbers
  std::vector<Product> products_;     // sum by sum
  std::vector<int> order_;            // the place of condition k in phi_
  std::vector<int> diagonal_;         // of Φ_kk among those numbers
  std::vector<double> own_, pivots_;  // Φ_kk, and what is left of it
  int width_ = 0;                     // of phi_, from its diagonal
  Band band_;                         // where it is small; otherwise the next two
  Eigen::SimplicialLDLT<Sparse, Eigen::Upper, Eigen::NaturalOrdering<int>> factors_;
  Vector divisors_;  // its D
  mutable Vector right_;
};

}  // namespace zwang

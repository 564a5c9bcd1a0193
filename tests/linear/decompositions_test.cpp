// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Matrices whose answers are known by hand.

#include <doctest/doctest.h>

#include <cmath>

#include "zwang/linear/pivoted_qr.hpp"
#include "zwang/linear/svd.hpp"
#include "zwang/linear/symmetric_eigen.hpp"

using namespace zwang;

namespace {

double off(const Matrix& a, const Matrix& b) { return (a - b).cwiseAbs().maxCoeff(); }

// Tall, of rank 2: the third column is the sum of the others.
Matrix tall() {
  Matrix a(4, 3);
  a << 1, 2, 3, 0, 1, 1, 2, -1, 1, 1, 1, 2;
  return a;
}

}  // namespace

TEST_CASE("singular values of (3 0; 4 5) are the roots of 45 and 5, by both methods") {
  Matrix a(2, 2);
  a << 3, 0, 4, 5;
  for (const Svd& found : {svd(a, Directions::thin), svd_of_large(a, Directions::thin)}) {
    CHECK(std::abs(found.values[0] - std::sqrt(45.0)) < 1e-14);
    CHECK(std::abs(found.values[1] - std::sqrt(5.0)) < 1e-14);
    CHECK(off(found.u * found.values.asDiagonal() * found.v.transpose(), a) < 1e-14);
  }
}

TEST_CASE("all singular vectors of one side are available, those of the null space too") {
  const Svd left = svd(tall(), Directions::left);
  CHECK(left.v.size() == 0);
  REQUIRE(left.u.cols() == 4);
  CHECK((tall().transpose() * left.u.rightCols(2)).cwiseAbs().maxCoeff() < 1e-14);
  const Svd right = svd(tall(), Directions::right);
  CHECK(right.u.size() == 0);
  CHECK((tall() * right.v.rightCols(1)).cwiseAbs().maxCoeff() < 1e-14);
  CHECK(svd(tall()).values.size() == 3);
}

TEST_CASE("complex matrices have their singular values") {
  // a unitary matrix times diag(3, 2, 0)
  const std::complex<double> i(0.0, 1.0);
  Eigen::MatrixXcd unitary(3, 3);
  unitary << 0.6, 0.8 * i, 0, 0.8 * i, 0.6, 0, 0, 0, i;
  const Eigen::Vector3cd sizes(3.0, 2.0, 0.0);
  const Vector values = singular_values(unitary * sizes.asDiagonal());
  REQUIRE(values.size() == 3);
  CHECK(off(values, Eigen::Vector3d(3.0, 2.0, 0.0)) < 1e-14);
}

TEST_CASE("a rank comes with orthogonal directions, the first of which span the columns") {
  const PivotedQr found = pivoted_qr(tall());
  CHECK(found.rank == 2);
  CHECK(off(found.q.transpose() * found.q, Matrix::Identity(4, 4)) < 1e-14);
  CHECK((found.q.rightCols(2).transpose() * tall()).cwiseAbs().maxCoeff() < 1e-14);
  Matrix nearly = tall();
  nearly(0, 2) += 1e-8;
  CHECK(pivoted_qr(nearly).rank == 3);
  CHECK(pivoted_qr(nearly, 1e-6).rank == 2);
}

TEST_CASE("least squares and the shortest of many solutions are found") {
  Matrix a(3, 2);
  a << 1, 0, 1, 1, 1, 2;
  const Vector line = least_squares(a, Eigen::Vector3d(6, 0, 0));  // y = 5 - 3x
  CHECK(off(line, Eigen::Vector2d(5, -3)) < 1e-14);
  const Vector short_one = shortest_solution(Matrix::Ones(1, 3), Vector::Constant(1, 6.0));
  CHECK(off(short_one, Eigen::Vector3d(2, 2, 2)) < 1e-14);
}

TEST_CASE("rows that depend on each other have a rank, an inverse and idle combinations") {
  Matrix rows(3, 4);
  rows << 1, 0, 0, 0, 0, 2, 0, 0, 1, 2, 0, 0;  // the third is the sum of the others
  const auto found = dependence(rows, 1e-9, 1e-7);
  REQUIRE(found);
  CHECK(found->rank == 2);
  const Matrix gram = rows * rows.transpose(), inverse = found->root * found->root.transpose();
  CHECK(off(gram * inverse * gram, gram) < 1e-13);
  CHECK(off(inverse * gram * inverse, inverse) < 1e-13);
  CHECK(off(gram * inverse, (gram * inverse).transpose()) < 1e-14);
  const Vector idle = found->idle.col(0) / found->idle(2, 0);
  CHECK(off(idle, Eigen::Vector3d(-1, -1, 1)) < 1e-14);
  rows(2, 3) = 1e-8;  // neither nothing nor something
  CHECK_FALSE(dependence(rows, 1e-9, 1e-7));
}

TEST_CASE("a triangular factor has the lengths and angles of its columns") {
  const Matrix two = tall().leftCols(2), small = triangle(two), q = orthonormal(two);
  CHECK(small(1, 0) == 0.0);
  CHECK(off(small.transpose() * small, two.transpose() * two) < 1e-13);
  CHECK(off(q.transpose() * q, Matrix::Identity(2, 2)) < 1e-14);
  CHECK(off(q * (q.transpose() * two), two) < 1e-14);
}

TEST_CASE("the eigenvalues of (2 1; 1 2) are 1 and 3") {
  Matrix a(2, 2);
  a << 2, 1, 1, 2;
  const auto [values, vectors] = symmetric_eigen(a);
  CHECK(off(values, Eigen::Vector2d(1, 3)) < 1e-14);
  CHECK(off(a * vectors, vectors * values.asDiagonal()) < 1e-14);
  CHECK(off(symmetric_eigenvalues(a), Eigen::Vector2d(1, 3)) < 1e-14);
}

// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Everything a program needs.
#pragma once

#include "zwang/analysis/boundary.hpp"
#include "zwang/analysis/conjugate.hpp"
#include "zwang/analysis/conserved.hpp"
#include "zwang/analysis/curve.hpp"
#include "zwang/analysis/explanation.hpp"
#include "zwang/analysis/first_integral.hpp"
#include "zwang/analysis/integrability.hpp"
#include "zwang/analysis/last_multiplier.hpp"
#include "zwang/analysis/oscillation.hpp"
#include "zwang/analysis/rest.hpp"
#include "zwang/analysis/variation.hpp"
#include "zwang/analysis/variational_run.hpp"
#include "zwang/analysis/volume.hpp"
#include "zwang/base/error.hpp"
#include "zwang/calculus/form.hpp"
#include "zwang/calculus/formula.hpp"
#include "zwang/calculus/function.hpp"
#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/statement.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/gauss/reduced.hpp"
#include "zwang/gauss/shock.hpp"
#include "zwang/minimum/solve.hpp"
#include "zwang/model/model.hpp"
#include "zwang/model/shape.hpp"
#include "zwang/model/system.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/page/page.hpp"

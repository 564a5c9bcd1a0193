# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A model as functions of numbers: M(q) a = h(q, v, t), and of each constraint f, f', A, b1, b2.

The words are those of docs/theory.md, sections 1 and 2: f' = A v + b1 and f'' = A a + b2. Of a constraint on velocities
`rate` is the constraint itself and `gap` repeats it. All derivatives are sympy's.
"""
import functools
import warnings

import numpy
import sympy

from independent.model import TIME


class Row:
    """One constraint at one instant."""

    def __init__(self, gap, rate, b1, b2, gradient):
        self.gap, self.rate, self.b1, self.b2, self.gradient = gap, rate, b1, b2, gradient


def along(formula, model):
    """d/dt of a formula of q, v, t with v kept."""
    return sum((sympy.diff(formula, q) * v for q, v in zip(model.q, model.v)), sympy.diff(formula, TIME))


class System:
    """Functions of a Model, each compiled when it is asked for. `constraints` are numbered as in the model."""

    def __init__(self, model):
        self.model = model
        self.size = len(model.q)
        self.constraints = model.constraints
        self.equations = [i for i, c in enumerate(model.constraints) if not c.inequality]
        self.inequalities = [i for i, c in enumerate(model.constraints) if c.inequality]
        self.momenta = [sympy.diff(model.kinetic, v) for v in model.v]
        matrix = [[sympy.diff(p, v) for v in model.v] for p in self.momenta]
        self.fixed_matrix = None
        if not any(entry.free_symbols for line in matrix for entry in line):
            self.fixed_matrix = numpy.array(matrix, float)
            self.fixed_root = numpy.linalg.inv(numpy.linalg.cholesky(self.fixed_matrix))
        else:
            self.matrix_function = self.compiled([entry for line in matrix for entry in line])
        self.row_functions = {}

    def compiled(self, formulas):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return sympy.lambdify([[*self.model.q, *self.model.v, TIME]], formulas, "math", cse=True)

    @functools.cached_property
    def pull_function(self):
        model = self.model
        return self.compiled([force - sympy.diff(model.potential, q) + sympy.diff(model.kinetic, q) - along(p, model)
                              for force, q, p in zip(model.forces, model.q, self.momenta)])

    def rate(self, constraint):
        return constraint.f if constraint.of_velocities else along(constraint.f, self.model)

    @functools.cached_property
    def gap_function(self):
        return self.compiled([formula for c in self.constraints for formula in (c.f, self.rate(c))])

    def row_function(self, i):
        if i not in self.row_functions:
            model, constraint = self.model, self.constraints[i]
            rate = self.rate(constraint)
            if constraint.of_velocities:
                gradient = [sympy.diff(rate, v) for v in model.v]
                b1 = rate.subs({v: 0 for v in model.v})
            else:
                gradient = [sympy.diff(constraint.f, q) for q in model.q]
                b1 = sympy.diff(constraint.f, TIME)
            self.row_functions[i] = self.compiled([constraint.f, rate, b1, along(rate, model), *gradient])
        return self.row_functions[i]

    def row(self, i, q, v, t):
        """Everything of constraint i."""
        gap, rate, b1, b2, *gradient = self.row_function(i)([*q, *v, t])
        return Row(gap, rate, b1, b2, numpy.array(gradient, float))

    def gaps(self, q, v, t):
        """(f, f') of every constraint, as two arrays."""
        values = numpy.array(self.gap_function([*q, *v, t]), float)
        return values[0::2], values[1::2]

    def root(self, q, t):
        """W with M^-1 = W^T W: in y = W^-T x the metric of the masses is Euclid's, and a row A becomes A W^T."""
        if self.fixed_matrix is not None:
            return self.fixed_root
        values = self.matrix_function([*q, *numpy.zeros(self.size), t])
        return numpy.linalg.inv(numpy.linalg.cholesky(numpy.array(values, float).reshape(self.size, self.size)))

    def pull(self, q, v, t):
        """h: what the forces, and the change of M along the way, would give as M a."""
        return numpy.array(self.pull_function([*q, *v, t]), float)

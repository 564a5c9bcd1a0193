# SPDX-FileCopyrightText: The zwang authors
# SPDX-License-Identifier: Apache-2.0
"""A second simulator of motions under constraints, by other means, and what it says of zwang."""

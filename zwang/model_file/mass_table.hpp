// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Bodies: [masses], [coordinates] and their [energy].
#pragma once

#include "zwang/model_file/includes.hpp"

namespace zwang {

void read_masses(Reading& reading, const Files& files);
void read_coordinates(Reading& reading, const Files& files);
void read_quasi_velocities(Reading& reading, const Files& files);
void read_energy(Reading& reading, const Files& files);
// Coordinates have no inertia of their own: E111 if none is given and nothing else is wrong.
void demand_kinetic(Reading& reading, const Files& files);

}  // namespace zwang

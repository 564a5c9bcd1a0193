// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Small helpers for the Simbody benchmarks.
#pragma once
#include <Simbody.h>
using namespace SimTK;

struct SbWorld {
  MultibodySystem sys;
  SimbodyMatterSubsystem matter{sys};
  GeneralForceSubsystem forces{sys};
  SbWorld(Vec3 grav) {
    sys.setUseUniformBackground(true);
    if (grav.norm() > 0) Force::Gravity(forces, matter, grav);
  }
  // a particle free to translate (3 degrees of freedom)
  MobilizedBody::Translation particle(Real mass) {
    Body::Rigid b(MassProperties(mass, Vec3(0), UnitInertia(1)));
    return MobilizedBody::Translation(matter.Ground(), Transform(), b, Transform());
  }
};

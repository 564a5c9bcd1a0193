// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Written by truth.py. Exact answers of the scenes.
#pragma once
namespace truth {
constexpr double g = 9.81;
constexpr double S_L = 1.0;
constexpr double S_v0 = 5.8596074953873830268;
constexpr double S_tslack = 0.48199428346142193671;
constexpr double S_ttaut = 1.2640561704671969721;
constexpr double S_T = 2.0;
constexpr double S_x = -0.26522274206736878966;
constexpr double S_y = -0.96418716911721344777;
constexpr double S_xslack = 0.86602540378443864676;
constexpr double S_yslack = 0.5;
constexpr double P_R = 1.0;
constexpr double P_a0 = 0.1;
constexpr double P_tleave = 0.9071101110462694341;
constexpr double P_aleave = 0.8455282018568607425;
constexpr double P_T = 1.2;
constexpr double P_x = 1.2439307725933452321;
constexpr double P_y = -0.31654257543344777683;
constexpr double B_h = 1.0;
constexpr double B_e = 0.8;
constexpr double B_t1 = 0.45152364098573090445;
constexpr double B_tinf = 4.0637127688715781401;
constexpr double B_T = 2.0;
constexpr double B_nT = 3.0;
constexpr double B_y = 0.26074172832705719667;
constexpr double B_v = -0.16586913583647140167;
constexpr double R_R = 1.0;
constexpr double R_w = 1.0;
constexpr double R_px = -0.5;
constexpr double R_py = 0.6;
constexpr double R_t1 = 0.3;
constexpr double R_T = 2.0;
constexpr double R_x = 1.0700424258290625899;
constexpr double R_y = -0.36766684680850059696;
constexpr double O_c0 = -2.0;
constexpr double O_qx = 0.0;
constexpr double O_qy = 0.6;
constexpr double O_t2 = 1.2;
constexpr double O_T = 2.0;
constexpr double O_x = 0.512;
constexpr double O_y = 0.984;
constexpr double C_m = 1.0;
constexpr double C_I = 0.5;
constexpr double C_a = 0.3;
constexpr double C_v0 = 0.2;
constexpr double C_w0 = 1.5;
constexpr double C_T = 10.0;
constexpr double C_v = 1.1693902261084268858;
constexpr double C_w = 0.0067017683072812729166;
constexpr double C_th = 3.5705081493384981813;
constexpr double C_x = -8.6008421054802050133;
constexpr double C_y = -0.43065171156500537826;
}  // namespace truth

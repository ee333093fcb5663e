/* The row kernels of minitorch/ops/kernels/row_kernels.py. Generated: python -m minitorch.static.writers.row_kernels */

void gelu_by_erf_f32(long rows, long columns, const float *A, float *R, float *U) {
    #pragma omp simd
    for (long at = 0; at < rows * columns; at++) {
        float a = A[at];
        float b = fabsf(a);
        float c = b + (-3.7593768f);
        float d = 46.388527f / c;
        float e = d + b;
        float f = e + 9.065919f;
        float g = (-1.6538689f) / f;
        float h = g + b;
        float i = h + 0.30659747f;
        float j = 0.40591347f / i;
        float k = a * a;
        float l = k * (-0.5f);
        float m = exp_f32(l);
        float n = j * m;
        int o = a > 0.0f;
        float p = (float)o - n;
        float q = fabsf(p);
        float r = a * q;
        float s = m * a;
        float t = s * 0.3989423f;
        float u = t + q;
        R[at] = r;
        U[at] = u;
    }
}

void gelu_by_erf_f64(long rows, long columns, const double *A, double *V3, double *Y3) {
    #pragma omp simd
    for (long at = 0; at < rows * columns; at++) {
        double a = A[at];
        double b = a * 0.7071067811865476;
        double c = fabs(b);
        double d = a * a;
        double e = d * (-0.5);
        double f = exp_f64(e);
        double g = (c <= 28.0) | (c != c) ? c : 28.0;
        double h = (g <= 4.0) | (g != g) ? g : 4.0;
        double i = h * 2.1531153547440383e-08;
        double j = i + 0.5641884969886701;
        double k = h * 1.0;
        double l = k + 15.744926110709835;
        double m = j * h;
        double n = m + 8.883149794388377;
        double o = l * h;
        double p = o + 117.6939508913125;
        double q = n * h;
        double r = q + 66.11919063714163;
        double s = p * h;
        double t = s + 537.1811018620099;
        double u = r * h;
        double v = u + 298.6351381974001;
        double w = t * h;
        double x = w + 1621.3895745666903;
        double y = v * h;
        double z = y + 881.952221241769;
        double a1 = x * h;
        double b1 = a1 + 3290.7992357334597;
        double c1 = z * h;
        double d1 = c1 + 1712.0476126340707;
        double e1 = b1 * h;
        double f1 = e1 + 4362.619090143247;
        double g1 = d1 * h;
        double h1 = g1 + 2051.0783778260716;
        double i1 = f1 * h;
        double j1 = i1 + 3439.3676741437216;
        double k1 = h1 * h;
        double l1 = k1 + 1230.3393547979972;
        double m1 = j1 * h;
        double n1 = m1 + 1230.3393548037495;
        double o1 = l1 / n1;
        double p1 = (g >= 4.0) | (g != g) ? g : 4.0;
        double q1 = p1 * p1;
        double r1 = 1.0 / q1;
        double s1 = r1 * 0.016315387137302097;
        double t1 = s1 + 0.30532663496123236;
        double u1 = r1 * 1.0;
        double v1 = u1 + 2.568520192289822;
        double w1 = t1 * r1;
        double x1 = w1 + 0.36034489994980445;
        double y1 = v1 * r1;
        double z1 = y1 + 1.8729528499234673;
        double a2 = x1 * r1;
        double b2 = a2 + 0.12578172611122926;
        double c2 = z1 * r1;
        double d2 = c2 + 0.5279051029514285;
        double e2 = b2 * r1;
        double f2 = e2 + 0.016083785148742275;
        double g2 = d2 * r1;
        double h2 = g2 + 0.06051834131244132;
        double i2 = f2 * r1;
        double j2 = i2 + 0.0006587491615298378;
        double k2 = h2 * r1;
        double l2 = k2 + 0.0023352049762686918;
        double m2 = j2 / l2;
        double n2 = r1 * m2;
        double o2 = 0.5641895835477563 - n2;
        double p2 = o2 / p1;
        int q2 = c > 4.0;
        double r2 = q2 ? p2 : o1;
        double s2 = r2 * f;
        double t2 = s2 * 0.5;
        int u2 = c <= 0.46875;
        double v2 = (c <= 0.5) | (c != c) ? c : 0.5;
        double w2 = v2 * v2;
        double x2 = w2 * 0.18577770618460315;
        double y2 = x2 + 3.1611237438705655;
        double z2 = w2 * 1.0;
        double a3 = z2 + 23.601290952344122;
        double b3 = y2 * w2;
        double c3 = b3 + 113.86415415105016;
        double d3 = a3 * w2;
        double e3 = d3 + 244.02463793444417;
        double f3 = c3 * w2;
        double g3 = f3 + 377.485237685302;
        double h3 = e3 * w2;
        double i3 = h3 + 1282.6165260773723;
        double j3 = g3 * w2;
        double k3 = j3 + 3209.3775891384694;
        double l3 = i3 * w2;
        double m3 = l3 + 2844.236833439171;
        double n3 = k3 / m3;
        double o3 = b * n3;
        double p3 = o3 * 0.5;
        double q3 = p3 + 0.5;
        int r3 = a > 0.0;
        double s3 = (double)r3 - t2;
        double t3 = fabs(s3);
        double u3 = u2 ? q3 : t3;
        double v3 = a * u3;
        double w3 = a * f;
        double x3 = w3 * 0.3989422804014327;
        double y3 = u3 + x3;
        V3[at] = v3;
        Y3[at] = y3;
    }
}

void gelu_by_tanh_f32(long rows, long columns, const float *A, float *M, float *O) {
    #pragma omp simd
    for (long at = 0; at < rows * columns; at++) {
        float a = A[at];
        float b = a * a;
        float c = b * 0.035677407f;
        float d = c + 0.7978846f;
        float e = d * a;
        float f = tanh_f32(e);
        float g = b * 0.107032225f;
        float h = g + 0.7978846f;
        float i = 1.0f - f;
        float j = h * i;
        float k = f * 0.5f;
        float l = k + 0.5f;
        float m = a * l;
        float n = j * m;
        float o = n + l;
        M[at] = m;
        O[at] = o;
    }
}

void gelu_by_tanh_f64(long rows, long columns, const double *A, double *M, double *O) {
    #pragma omp simd
    for (long at = 0; at < rows * columns; at++) {
        double a = A[at];
        double b = a * a;
        double c = b * 0.035677408136300125;
        double d = c + 0.7978845608028654;
        double e = d * a;
        double f = tanh_f64(e);
        double g = b * 0.10703222440890038;
        double h = g + 0.7978845608028654;
        double i = 1.0 - f;
        double j = h * i;
        double k = f * 0.5;
        double l = k + 0.5;
        double m = a * l;
        double n = j * m;
        double o = n + l;
        M[at] = m;
        O[at] = o;
    }
}

void layer_norm_gradients_of_rows_f32(long rows, long columns, const float *E, const float *A, const float *F, const float *C, const float *D, const float *B, float *S, float *U, float *V) {
    double u_row[columns]; memset(u_row, 0, sizeof u_row);
    float u_part[columns]; memset(u_part, 0, sizeof u_part);
    double v_row[columns]; memset(v_row, 0, sizeof v_row);
    float v_part[columns]; memset(v_part, 0, sizeof v_part);
    int added = 0;
    for (long row_1 = 0; row_1 < rows; row_1++) {
        float b = B[row_1];
        float c = C[row_1];
        float d = D[row_1];
        float k_sum = 0;
        float o_sum = 0;
        #pragma omp simd reduction(+:k_sum) reduction(+:o_sum)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float e = E[row_1 * columns + at];
            float f = F[at];
            float g = a - b;
            float h = g * c;
            float i = h - d;
            float j = e * f;
            k_sum += j;
            float n = j * i;
            o_sum += n;
            float t = e * i;
            u_part[at] += t;
            v_part[at] += e;
        }
        float k = (float)k_sum;
        float o = (float)o_sum;
        float l = k / (float)columns;
        float p = o / (float)columns;
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float e = E[row_1 * columns + at];
            float f = F[at];
            float g = a - b;
            float h = g * c;
            float i = h - d;
            float j = e * f;
            float m = j - l;
            float q = i * p;
            float r = m - q;
            float s = r * c;
            S[row_1 * columns + at] = s;
        }
        if (++added == 32) {
            #pragma omp simd
            for (long at = 0; at < columns; at++) {
                u_row[at] += u_part[at];
                u_part[at] = 0;
                v_row[at] += v_part[at];
                v_part[at] = 0;
            }
            added = 0;
        }
    }
    #pragma omp simd
    for (long at = 0; at < columns; at++) {
        u_row[at] += u_part[at];
        u_part[at] = 0;
        v_row[at] += v_part[at];
        v_part[at] = 0;
    }
    for (long at = 0; at < columns; at++) {
        U[at] = (float)u_row[at];
        V[at] = (float)v_row[at];
    }
}

void layer_norm_gradients_of_rows_f64(long rows, long columns, const double *E, const double *A, const double *F, const double *C, const double *D, const double *B, double *S, double *U, double *V) {
    double u_row[columns]; memset(u_row, 0, sizeof u_row);
    double v_row[columns]; memset(v_row, 0, sizeof v_row);
    for (long row_1 = 0; row_1 < rows; row_1++) {
        double b = B[row_1];
        double c = C[row_1];
        double d = D[row_1];
        double k_sum = 0;
        double o_sum = 0;
        #pragma omp simd reduction(+:k_sum) reduction(+:o_sum)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double e = E[row_1 * columns + at];
            double f = F[at];
            double g = a - b;
            double h = g * c;
            double i = h - d;
            double j = e * f;
            k_sum += j;
            double n = j * i;
            o_sum += n;
            double t = e * i;
            u_row[at] += t;
            v_row[at] += e;
        }
        double k = (double)k_sum;
        double o = (double)o_sum;
        double l = k / (double)columns;
        double p = o / (double)columns;
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double e = E[row_1 * columns + at];
            double f = F[at];
            double g = a - b;
            double h = g * c;
            double i = h - d;
            double j = e * f;
            double m = j - l;
            double q = i * p;
            double r = m - q;
            double s = r * c;
            S[row_1 * columns + at] = s;
        }
    }
    for (long at = 0; at < columns; at++) {
        U[at] = (double)u_row[at];
        V[at] = (double)v_row[at];
    }
}

void layer_norm_of_rows_f32(long rows, long columns, double eps, const float *A, const float *B, const float *C, float *T, float *O, float *P, float *E) {
    for (long row_1 = 0; row_1 < rows; row_1++) {
        float d_sum = 0;
        #pragma omp simd reduction(+:d_sum)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            d_sum += a;
        }
        float d = (float)d_sum;
        float e = d / (float)columns;
        float g_sum = 0;
        #pragma omp simd reduction(+:g_sum)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float f = a - e;
            g_sum += f;
        }
        float g = (float)g_sum;
        float h = g / (float)columns;
        float k_sum = 0;
        #pragma omp simd reduction(+:k_sum)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float f = a - e;
            float i = f - h;
            float j = i * i;
            k_sum += j;
        }
        float k = (float)k_sum;
        float l = k / (float)columns;
        float m = l + (float)eps;
        float n = sqrtf(m);
        float o = 1.0f / n;
        float p = h * o;
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float b = B[at];
            float c = C[at];
            float f = a - e;
            float q = f * o;
            float r = q - p;
            float s = r * b;
            float t = s + c;
            T[row_1 * columns + at] = t;
        }
        E[row_1] = e;
        O[row_1] = o;
        P[row_1] = p;
    }
}

void layer_norm_of_rows_f64(long rows, long columns, double eps, const double *A, const double *B, const double *C, double *T, double *O, double *P, double *E) {
    for (long row_1 = 0; row_1 < rows; row_1++) {
        double d_sum = 0;
        #pragma omp simd reduction(+:d_sum)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            d_sum += a;
        }
        double d = (double)d_sum;
        double e = d / (double)columns;
        double g_sum = 0;
        #pragma omp simd reduction(+:g_sum)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double f = a - e;
            g_sum += f;
        }
        double g = (double)g_sum;
        double h = g / (double)columns;
        double k_sum = 0;
        #pragma omp simd reduction(+:k_sum)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double f = a - e;
            double i = f - h;
            double j = i * i;
            k_sum += j;
        }
        double k = (double)k_sum;
        double l = k / (double)columns;
        double m = l + (double)eps;
        double n = sqrt(m);
        double o = 1.0 / n;
        double p = h * o;
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double b = B[at];
            double c = C[at];
            double f = a - e;
            double q = f * o;
            double r = q - p;
            double s = r * b;
            double t = s + c;
            T[row_1 * columns + at] = t;
        }
        E[row_1] = e;
        O[row_1] = o;
        P[row_1] = p;
    }
}

void log_softmax_of_rows_f32(long rows, long columns, const float *A, float *G) {
    for (long row_1 = 0; row_1 < rows; row_1++) {
        float b = -INFINITY;
        #pragma omp simd reduction(max:b)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            b = a > b ? a : b;
        }
        float e_sum = 0;
        #pragma omp simd reduction(+:e_sum)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float c = a - b;
            float d = exp_f32(c);
            e_sum += d;
        }
        float e = (float)e_sum;
        float f = log_f32(e);
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float c = a - b;
            float g = c - f;
            G[row_1 * columns + at] = g;
        }
    }
}

void log_softmax_of_rows_f64(long rows, long columns, const double *A, double *G) {
    for (long row_1 = 0; row_1 < rows; row_1++) {
        double b = -INFINITY;
        #pragma omp simd reduction(max:b)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            b = a > b ? a : b;
        }
        double e_sum = 0;
        #pragma omp simd reduction(+:e_sum)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double c = a - b;
            double d = exp_f64(c);
            e_sum += d;
        }
        double e = (double)e_sum;
        double f = log_f64(e);
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double c = a - b;
            double g = c - f;
            G[row_1 * columns + at] = g;
        }
    }
}

void masked_softmax_of_rows_f32(long rows, long columns, const float *A, float *K) {
    float b_row[columns];
    float e_row[columns];
    for (long row_1 = 0; row_1 < rows; row_1++) {
        float c = -INFINITY;
        #pragma omp simd reduction(max:c)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float b = (a >= (-3.4028235e+38f)) | (a != a) ? a : (-3.4028235e+38f);
            b_row[at] = b;
            c = b > c ? b : c;
        }
        float f_sum = 0;
        #pragma omp simd reduction(+:f_sum)
        for (long at = 0; at < columns; at++) {
            float b = b_row[at];
            float d = b - c;
            float e = exp_f32(d);
            e_row[at] = e;
            f_sum += e;
        }
        float f = (float)f_sum;
        float g = 1.0f / f;
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            float e = e_row[at];
            float a = A[row_1 * columns + at];
            float h = e * g;
            int i = a != (-INFINITY);
            float j = i;
            float k = h * j;
            K[row_1 * columns + at] = k;
        }
    }
}

void masked_softmax_of_rows_f64(long rows, long columns, const double *A, double *K) {
    double b_row[columns];
    double e_row[columns];
    for (long row_1 = 0; row_1 < rows; row_1++) {
        double c = -INFINITY;
        #pragma omp simd reduction(max:c)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double b = (a >= (-1.7976931348623157e+308)) | (a != a) ? a : (-1.7976931348623157e+308);
            b_row[at] = b;
            c = b > c ? b : c;
        }
        double f_sum = 0;
        #pragma omp simd reduction(+:f_sum)
        for (long at = 0; at < columns; at++) {
            double b = b_row[at];
            double d = b - c;
            double e = exp_f64(d);
            e_row[at] = e;
            f_sum += e;
        }
        double f = (double)f_sum;
        double g = 1.0 / f;
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            double e = e_row[at];
            double a = A[row_1 * columns + at];
            double h = e * g;
            int i = a != (-INFINITY);
            double j = i;
            double k = h * j;
            K[row_1 * columns + at] = k;
        }
    }
}

void softmax_and_log_f32(long rows, long columns, double samples, const float *A, float *H, float *N) {
    float d_row[columns];
    for (long row_1 = 0; row_1 < rows; row_1++) {
        float b = -INFINITY;
        float i = -INFINITY;
        #pragma omp simd reduction(max:b) reduction(max:i)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            b = a > b ? a : b;
            i = a > i ? a : i;
        }
        float e_sum = 0;
        float l_sum = 0;
        #pragma omp simd reduction(+:e_sum) reduction(+:l_sum)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float c = a - b;
            float d = exp_f32(c);
            d_row[at] = d;
            e_sum += d;
            float j = a - i;
            float k = exp_f32(j);
            l_sum += k;
        }
        float e = (float)e_sum;
        float l = (float)l_sum;
        float f = 1.0f / e;
        float m = log_f32(l);
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float d = d_row[at];
            float j = a - i;
            float g = d * f;
            float h = g / (float)samples;
            H[row_1 * columns + at] = h;
            float n = j - m;
            N[row_1 * columns + at] = n;
        }
    }
}

void softmax_and_log_f64(long rows, long columns, double samples, const double *A, double *H, double *N) {
    double d_row[columns];
    for (long row_1 = 0; row_1 < rows; row_1++) {
        double b = -INFINITY;
        double i = -INFINITY;
        #pragma omp simd reduction(max:b) reduction(max:i)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            b = a > b ? a : b;
            i = a > i ? a : i;
        }
        double e_sum = 0;
        double l_sum = 0;
        #pragma omp simd reduction(+:e_sum) reduction(+:l_sum)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double c = a - b;
            double d = exp_f64(c);
            d_row[at] = d;
            e_sum += d;
            double j = a - i;
            double k = exp_f64(j);
            l_sum += k;
        }
        double e = (double)e_sum;
        double l = (double)l_sum;
        double f = 1.0 / e;
        double m = log_f64(l);
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double d = d_row[at];
            double j = a - i;
            double g = d * f;
            double h = g / (double)samples;
            H[row_1 * columns + at] = h;
            double n = j - m;
            N[row_1 * columns + at] = n;
        }
    }
}

void softmax_gradient_of_rows_f32(long rows, long columns, const float *A, const float *B, float *F) {
    for (long row_1 = 0; row_1 < rows; row_1++) {
        float d_sum = 0;
        #pragma omp simd reduction(+:d_sum)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float b = B[row_1 * columns + at];
            float c = a * b;
            d_sum += c;
        }
        float d = (float)d_sum;
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float b = B[row_1 * columns + at];
            float e = a - d;
            float f = e * b;
            F[row_1 * columns + at] = f;
        }
    }
}

void softmax_gradient_of_rows_f64(long rows, long columns, const double *A, const double *B, double *F) {
    for (long row_1 = 0; row_1 < rows; row_1++) {
        double d_sum = 0;
        #pragma omp simd reduction(+:d_sum)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double b = B[row_1 * columns + at];
            double c = a * b;
            d_sum += c;
        }
        double d = (double)d_sum;
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double b = B[row_1 * columns + at];
            double e = a - d;
            double f = e * b;
            F[row_1 * columns + at] = f;
        }
    }
}

void softmax_of_rows_f32(long rows, long columns, const float *A, float *G) {
    float d_row[columns];
    for (long row_1 = 0; row_1 < rows; row_1++) {
        float b = -INFINITY;
        #pragma omp simd reduction(max:b)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            b = a > b ? a : b;
        }
        float e_sum = 0;
        #pragma omp simd reduction(+:e_sum)
        for (long at = 0; at < columns; at++) {
            float a = A[row_1 * columns + at];
            float c = a - b;
            float d = exp_f32(c);
            d_row[at] = d;
            e_sum += d;
        }
        float e = (float)e_sum;
        float f = 1.0f / e;
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            float d = d_row[at];
            float g = d * f;
            G[row_1 * columns + at] = g;
        }
    }
}

void softmax_of_rows_f64(long rows, long columns, const double *A, double *G) {
    double d_row[columns];
    for (long row_1 = 0; row_1 < rows; row_1++) {
        double b = -INFINITY;
        #pragma omp simd reduction(max:b)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            b = a > b ? a : b;
        }
        double e_sum = 0;
        #pragma omp simd reduction(+:e_sum)
        for (long at = 0; at < columns; at++) {
            double a = A[row_1 * columns + at];
            double c = a - b;
            double d = exp_f64(c);
            d_row[at] = d;
            e_sum += d;
        }
        double e = (double)e_sum;
        double f = 1.0 / e;
        #pragma omp simd
        for (long at = 0; at < columns; at++) {
            double d = d_row[at];
            double g = d * f;
            G[row_1 * columns + at] = g;
        }
    }
}

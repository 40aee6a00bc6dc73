"""The law of q·k at high precision, by means that differ from the engine's: Bessel functions for the density, a fine fixed
step for the tail, and for even d the finite sum."""

import mpmath as mp

STEP = mp.mpf("0.2")  # of the integrand's width; the engine takes 0.57


def log_bessel_k(nu, x):
    """ln K_nu(x), by mpmath where that converges, otherwise by its integral over exp(nu t − x cosh t)/2."""
    nu, x = mp.mpf(nu), mp.mpf(x)
    if x < 150:
        try:
            return mp.log(mp.besselk(nu, x))
        except (ValueError, mp.NoConvergence):
            pass
    top = mp.asinh(nu / x)
    step = min(mp.mpf("0.04"), STEP / mp.sqrt(mp.sqrt(nu * nu + x * x)))
    return log_trapezoid(lambda t: nu * t - x * mp.cosh(t), top, step) - mp.log(2)


def log_trapezoid(log_term, start, step):
    """ln ∫ exp(log_term); walks from `start` until terms fall and are negligible on both sides."""
    first = log_term(start)
    total = mp.mpf(1)
    for sign in (1, -1):
        previous, i = mp.mpf(1), 1
        while True:
            term = mp.e ** (log_term(start + sign * i * step) - first)
            total += term
            if term < previous and term < total * mp.mpf(10) ** (-mp.mp.dps):
                break
            previous, i = term, i + 1
    return first + mp.log(total * step)


def log_pdf(d, x):
    x = abs(mp.mpf(x))
    if x == 0:
        return mp.inf if d == 1 else mp.loggamma(mp.mpf(d - 1) / 2) - mp.loggamma(mp.mpf(d) / 2) - mp.log(2 * mp.sqrt(mp.pi))
    nu = mp.mpf(d - 1) / 2
    return nu * mp.log(x) + log_bessel_k(nu, x) - mp.log(mp.sqrt(mp.pi)) - mp.loggamma(mp.mpf(d) / 2) - nu * mp.log(2)


def log_normal_sf(z):
    return mp.log(mp.erfc(z / mp.sqrt(2)) / 2)


def log_mixture(d, x, log_given_z, width=1):
    """ln E_R[g(x/R)], R ~ chi_d, for log g given; `width` < 1 refines the step."""
    d, x = mp.mpf(d), mp.mpf(x)
    total = mp.sqrt(d * d + 4 * x * x)
    start = mp.log((d + total) / 2) / 2
    step = width * min(mp.mpf("0.04"), STEP / mp.sqrt(2 * total))

    def log_term(u):
        r = mp.e**u
        return d * u - r * r / 2 + log_given_z(x / r)

    return log_trapezoid(log_term, start, step) - (d / 2 - 1) * mp.log(2) - mp.loggamma(d / 2)


def log_tail_even(d, x):
    """The finite sum: exact."""
    n, x = d // 2 - 1, mp.mpf(x)
    gamma, total = mp.mpf(1), mp.mpf(0)  # e^x Γ(m + 1, x)
    a = [mp.mpf(1)]
    for k in range(1, n + 1):
        a.append(a[-1] * (n + k) * (n - k + 1) / (2 * k))
    power = mp.mpf(1)
    for m in range(n + 1):
        if m > 0:
            power *= x
            gamma = m * gamma + power
        total += a[n - m] * gamma
    return mp.log(total) - x - mp.loggamma(n + 1) - (n + 1) * mp.log(2)


def log_sf(d, x):
    x = mp.mpf(x)
    if x == 0:
        return -mp.log(2)
    if x < 0:
        return mp.log(1 - mp.e ** log_sf(d, -x))
    return log_tail_even(d, x) if d % 2 == 0 else log_mixture(d, x, log_normal_sf)


def log_row(d, x, n):
    """ln P(at least one of n scores that share q exceeds x)."""
    def log_given_z(z):
        q = mp.erfc(z / mp.sqrt(2)) / 2
        return mp.log(-mp.expm1(n * mp.log1p(-q)))

    return log_mixture(d, x, log_given_z, width=1 / (1 + mp.log(n)))

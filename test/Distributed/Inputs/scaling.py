"""Predicts the time of a step on up to 1,024 ranks from the measured times of its pieces.

    scaling.py MEASURED... [--parameters=D] [--rows=N] [--rows-of-rank=N] [--latency=S] [--bandwidth=B]

MEASURED has the lines that `train --measure` prints on one rank and on two. A step on p ranks takes

    T(p) = T_gradient(N / p) + Σ S(m / 2ᵏ) for k = 0, ..., log₂ p - 1

where S(m) is what the sum of m bytes on two ranks takes: a sum by halving and doubling has log₂ p such steps, each of
half the size of the one before (Thakur, Rabenseifner & Gropp, Optimization of Collective Communication
Operations in MPICH, IJHPCA 2005, section 4). Times between those that were measured lie on lines. With --latency,
in seconds, and --bandwidth, in bytes a second, S(m) = 2 latency + m / bandwidth instead, as for a network.
"""
import argparse
import re


def read(paths):
    """Seconds by rows, and by bytes summed on two ranks."""
    gradients, sums = {}, {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if match := re.match(r"gradient (\d+) rows (\S+) s", line):
                    gradients[int(match[1])] = float(match[2])
                elif match := re.match(r"allreduce 2 ranks (\d+) bytes (\S+) s", line):
                    sums[int(match[1])] = float(match[2])
    return sorted(gradients.items()), sorted(sums.items())


def interpolate(points, x):
    """Interpolates linearly between the two points around x, or extrapolates from the last two points; the
    result is at least 0.
    """
    at = next((i for i in range(1, len(points) - 1) if x <= points[i][0]), len(points) - 1)
    (x0, y0), (x1, y1) = points[at - 1], points[at]
    return max(y0 + (y1 - y0) * (x - x0) / (x1 - x0), 0.0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("measured", nargs="+")
    parser.add_argument("--parameters", type=int, default=20)
    parser.add_argument("--rows", type=int, default=1 << 20, help="in all, where the rows are divided")
    parser.add_argument("--rows-of-rank", type=int, default=1024, help="of each rank, where ranks bring rows")
    parser.add_argument("--latency", type=float)
    parser.add_argument("--bandwidth", type=float)
    options = parser.parse_args()
    gradients, sums = read(options.measured)
    is_given = options.latency is not None and options.bandwidth is not None
    if len(gradients) < 2 or (len(sums) < 2 and not is_given):
        parser.error("times of gradients, or of sums, are missing")
    size = 8 * (options.parameters + 1)

    def sum_of_two(size):
        return 2 * options.latency + size / options.bandwidth if is_given else interpolate(sums, max(size, 8))

    print(f"{size} bytes are summed, by two ranks in {sum_of_two(size) * 1e3:.3g} ms")
    print(f"{'':6}{'--- rows divided ---':^38}{'--- rows for each rank ---':^38}")
    print(f"{'ranks':>6}" + 2 * f"{'gradient':>12}{'sum':>10}{'faster':>8}{'used':>8}")
    one = [interpolate(gradients, rows) for rows in (options.rows, options.rows_of_rank)]
    for p in (1, 2, 4, 16, 64, 256, 1024):
        total = sum(sum_of_two(size / 2**k) for k in range(p.bit_length() - 1))
        line = f"{p:6}"
        for rows, alone, work in ((options.rows / p, one[0], 1), (options.rows_of_rank, one[1], p)):
            gradient = interpolate(gradients, rows)
            faster = work * alone / (gradient + total)
            line += f"{gradient * 1e3:10.3g}ms{total * 1e3:8.3g}ms{faster:8.4g}{100 * faster / p:7.0f}%"
        print(line)


if __name__ == "__main__":
    main()

"""Checks the derivatives of every op of the linalg dialect.

  linalg_ops.py NAMES

NAMES is a file with the names of all registered ops. A function below uses each op, and its derivatives,
forward and reverse, are compared with differences. Ops without a derivative are listed here, too.
"""

import sys

import derivatives

# Operands: the inputs, then the init.
ELEMENTWISE = {
    1: "abs ceil copy erf exp floor log negf reciprocal round rsqrt sqrt square tanh",
    2: "add div max min mul sub powf",
}
SHAPES = {
    "matmul": "2x3 3x4 2x4",
    "batch_matmul": "2x2x3 2x3x4 2x2x4",
    "batch_reduce_matmul": "2x2x3 2x3x4 2x4",
    "matvec": "2x3 3 2",
    "vecmat": "2 2x3 3",
    "batch_matvec": "2x2x3 2x3 2x2",
    "batch_vecmat": "2x2 2x2x3 2x3",
    "dot": "3 3 f64",
    "mmt4d": "2x3x1x2 1x3x2x2 2x1x1x2",
    "batch_mmt4d": "2x2x3x1x2 2x1x3x2x2 2x2x1x1x2",
    "conv_1d": "6 3 4",
    "conv_2d": "5x6 2x3 4x4",
    "conv_3d": "4x4x3 2x2x2 3x3x2",
    "conv_1d_nwc_wcf": "2x6x2 3x2x3 2x4x3",
    "conv_1d_ncw_fcw": "2x2x6 3x2x3 2x3x4",
    "conv_2d_nhwc_hwcf": "1x5x4x2 2x2x2x3 1x4x3x3",
    "conv_2d_nhwc_fhwc": "1x5x4x2 3x2x2x2 1x4x3x3",
    "conv_2d_nchw_fchw": "1x2x5x4 3x2x2x2 1x3x4x3",
    "conv_2d_ngchw_fgchw": "1x2x2x3x4 3x2x2x2x2 1x2x3x2x3",
    "conv_2d_ngchw_gfchw": "1x2x2x3x4 2x3x2x2x2 1x2x3x2x3",
    "conv_2d_nhwgc_gfhwc": "1x3x4x2x2 2x3x2x2x2 1x2x3x2x3",
    "conv_3d_ndhwc_dhwcf": "1x3x3x3x2 2x2x2x2x3 1x2x2x2x3",
    "conv_3d_ncdhw_fcdhw": "1x2x3x3x3 3x2x2x2x2 1x3x2x2x2",
    "depthwise_conv_1d_ncw_cw": "1x2x5 2x3 1x2x3",
    "depthwise_conv_1d_nwc_wc": "1x5x2 3x2 1x3x2",
    "depthwise_conv_1d_nwc_wcm": "1x5x2 3x2x3 1x3x2x3",
    "depthwise_conv_2d_nchw_chw": "1x2x4x3 2x2x2 1x2x3x2",
    "depthwise_conv_2d_nhwc_hwc": "1x4x3x2 2x2x2 1x3x2x2",
    "depthwise_conv_2d_nhwc_hwcm": "1x4x3x2 2x2x2x3 1x3x2x2x3",
    "depthwise_conv_3d_ncdhw_cdhw": "1x2x3x3x3 2x2x2x2 1x2x2x2x2",
    "depthwise_conv_3d_ndhwc_dhwc": "1x3x3x3x2 2x2x2x2 1x2x2x2x2",
    "depthwise_conv_3d_ndhwc_dhwcm": "1x3x3x3x2 2x2x2x2x3 1x2x2x2x2x3",
    "pooling_nchw_max pooling_nchw_sum": "1x2x4x3 2x2 1x2x3x2",
    "pooling_ncw_max pooling_ncw_sum": "1x2x5 3 1x2x3",
    "pooling_ndhwc_max pooling_ndhwc_min pooling_ndhwc_sum": "1x3x3x3x2 2x2x2 1x2x2x2x2",
    "pooling_nhwc_max pooling_nhwc_min pooling_nhwc_sum": "1x4x3x2 2x2 1x3x2x2",
    "pooling_nwc_max pooling_nwc_min pooling_nwc_sum": "1x5x2 3 1x3x2",
}
# With two zero points behind the inputs.
QUANTIZED = {
    "quantized_matmul": "2x3 3x4 2x4",
    "quantized_batch_matmul": "2x2x3 2x3x4 2x2x4",
    "conv_2d_nhwc_hwcf_q": "1x5x4x2 2x2x2x3 1x4x3x3",
    "conv_2d_nhwc_fhwc_q": "1x5x4x2 3x2x2x2 1x4x3x3",
    "conv_2d_nchw_fchw_q": "1x2x5x4 3x2x2x2 1x3x4x3",
    "conv_2d_ngchw_gfchw_q": "1x2x2x3x4 2x3x2x2x2 1x2x3x2x3",
    "conv_2d_nhwgc_gfhwc_q": "1x3x4x2x2 2x3x2x2x2 1x2x3x2x3",
    "conv_3d_ndhwc_dhwcf_q": "1x3x3x3x2 2x2x2x2x3 1x2x2x2x3",
    "depthwise_conv_2d_nhwc_hwc_q": "1x4x3x2 2x2x2 1x3x2x2",
    "depthwise_conv_2d_nhwc_hwcm_q": "1x4x3x2 2x2x2x3 1x3x2x2x3",
}
OTHERS = {
    "broadcast": (
        "%a: tensor<2xf64>, %b: tensor<3x2xf64>",
        "tensor<3x2xf64>",
        "linalg.broadcast ins(%a : tensor<2xf64>) outs(%b : tensor<3x2xf64>) dimensions = [0]",
    ),
    "contract": (
        "%a: tensor<2x3x2xf64>, %b: tensor<3x2xf64>, %c: tensor<2xf64>",
        "tensor<2xf64>",
        "linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i)>]"
        " ins(%a, %b : tensor<2x3x2xf64>, tensor<3x2xf64>) outs(%c : tensor<2xf64>) -> tensor<2xf64>",
    ),
    "elementwise": (
        "%a: tensor<2x3xf64>, %b: tensor<2x3xf64>",
        "tensor<2x3xf64>",
        "linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<2x3xf64>) outs(%b : tensor<2x3xf64>) -> tensor<2x3xf64>",
    ),
    "fill": (
        "%a: f64, %b: tensor<2x3xf64>",
        "tensor<2x3xf64>",
        "linalg.fill ins(%a : f64) outs(%b : tensor<2x3xf64>) -> tensor<2x3xf64>",
    ),
    "fill_rng_2d": (
        "%a: f64, %b: f64, %c: tensor<2x3xf64>",
        "tensor<2x3xf64>",
        "linalg.fill_rng_2d ins(%a, %b, %seed : f64, f64, i32) outs(%c : tensor<2x3xf64>) -> tensor<2x3xf64>",
    ),
    "generic": (
        "%a: tensor<2x3xf64>, %b: tensor<3xf64>",
        "tensor<3xf64>",
        "linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ['reduction', 'parallel']}"
        " ins(%a : tensor<2x3xf64>) outs(%b : tensor<3xf64>) {\n  ^bb0(%x: f64, %y: f64):\n    %s = arith.mulf %x, %y : f64\n    linalg.yield %s : f64\n  } -> tensor<3xf64>",
    ),
    "map": (
        "%a: tensor<2x3xf64>, %b: tensor<2x3xf64>",
        "tensor<2x3xf64>",
        "linalg.map { arith.mulf } ins(%a, %b : tensor<2x3xf64>, tensor<2x3xf64>) outs(%b : tensor<2x3xf64>)",
    ),
    "pack": (
        "%a: tensor<3x4xf64>, %b: tensor<2x2x2x2xf64>, %p: f64",
        "tensor<2x2x2x2xf64>",
        "linalg.pack %a padding_value(%p : f64) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %b : tensor<3x4xf64> -> tensor<2x2x2x2xf64>",
    ),
    "reduce": (
        "%a: tensor<2x3xf64>, %b: tensor<2xf64>",
        "tensor<2xf64>",
        "linalg.reduce { arith.mulf } ins(%a : tensor<2x3xf64>) outs(%b : tensor<2xf64>) dimensions = [1]",
    ),
    "select": (
        "%a: tensor<3xf64>, %b: tensor<3xf64>",
        "tensor<3xf64>",
        "linalg.select ins(%choice, %a, %b : tensor<3xi1>, tensor<3xf64>, tensor<3xf64>) outs(%a : tensor<3xf64>) -> tensor<3xf64>",
    ),
    "softmax": (
        "%a: tensor<2x3xf64>",
        "tensor<2x3xf64>",
        "linalg.softmax dimension(0) ins(%a : tensor<2x3xf64>) outs(%a : tensor<2x3xf64>) -> tensor<2x3xf64>",
    ),
    "transpose": (
        "%a: tensor<2x3x1xf64>, %b: tensor<3x1x2xf64>",
        "tensor<3x1x2xf64>",
        "linalg.transpose ins(%a : tensor<2x3x1xf64>) outs(%b : tensor<3x1x2xf64>) permutation = [1, 2, 0]",
    ),
    "unpack": (
        "%a: tensor<2x2x2x2xf64>, %b: tensor<3x4xf64>",
        "tensor<3x4xf64>",
        "linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %b : tensor<2x2x2x2xf64> -> tensor<3x4xf64>",
    ),
}
# What has no floats, is part of another op, or has no meaning for the interpreter.
WITHOUT = {
    "div_unsigned": "of integers",
    "pooling_nhwc_max_unsigned": "of integers",
    "pooling_nhwc_min_unsigned": "of integers",
    "pooling_nwc_max_unsigned": "of integers",
    "pooling_nwc_min_unsigned": "of integers",
    "index": "part of a region",
    "yield": "part of a region",
    "winograd_filter_transform": "compiled only",
    "winograd_input_transform": "compiled only",
    "winograd_output_transform": "compiled only",
}


def function(name, arguments, result, op):
    return (
        f"func.func @{name}({arguments}) -> {result} {{\n"
        "  %seed = arith.constant 3 : i32\n  %point = arith.constant 1 : i32\n"
        "  %choice = arith.constant dense<[true, false, true]> : tensor<3xi1>\n"
        f"  %r = {op.replace(chr(39), chr(34))}\n  return %r : {result}\n}}\n"
    )


def plain(name, shapes, extra=""):
    types = [f"tensor<{shape}xf64>" if shape != "f64" else "tensor<f64>" for shape in shapes.split()]
    values = [f"%a{i}" for i in range(len(types))]
    arguments = ", ".join(f"{value}: {type}" for value, type in zip(values, types))
    inputs = ", ".join(values[:-1]) + (", %seed, %point" if extra else "")
    input_types = ", ".join(types[:-1]) + extra
    op = f"linalg.{name} ins({inputs} : {input_types}) outs({values[-1]} : {types[-1]}) -> {types[-1]}"
    return function(name, arguments, types[-1], op)


def functions():
    for count, names in ELEMENTWISE.items():
        for name in names.split():
            yield name, plain(name, " ".join(["2x3"] * (count + 1)))
    for names, shapes in SHAPES.items():
        for name in names.split():
            yield name, plain(name, shapes)
    for name, shapes in QUANTIZED.items():
        yield name, plain(name, shapes, ", i32, i32")
    for name, (arguments, result, op) in OTHERS.items():
        yield name, function(name, arguments, result, op)


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        names = {line.strip().removeprefix("linalg.") for line in file}
    programs = dict(functions())
    missing = names - set(programs) - set(WITHOUT)
    unknown = (set(programs) | set(WITHOUT)) - names
    if missing or unknown:
        sys.exit(f"error: not tried: {sorted(missing)}, not registered: {sorted(unknown)}")
    sys.exit(1 if derivatives.check("".join(programs.values()), 1e-8, compiled=False) else 0)

func.func @main(%xs: tensor<?xf16>, %ys: tensor<?xbf16>) -> (tensor<?xf16>, tensor<?xbf16>) {
  %r = chad.map (%x in %xs : tensor<?xf16>) -> tensor<?xf16> {
    %p = math.exp %x : f16
    chad.yield %p : f16
  }
  %s = chad.map (%y in %ys : tensor<?xbf16>) -> tensor<?xbf16> {
    %p = math.sin %y : bf16
    chad.yield %p : bf16
  }
  return %r, %s : tensor<?xf16>, tensor<?xbf16>
}

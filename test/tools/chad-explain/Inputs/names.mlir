// Names that have a special meaning in HTML or in Graphviz.
func.func @"a<b> & \22c\22"(%x: f64 {test.note = "<script>alert(1)</script>"}) -> f64 {
  %y = math.exp %x {note = "</pre>\22];"} : f64
  return %y : f64
}

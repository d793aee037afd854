// A pipe or a device to which a result is written stays a pipe or a device.

// RUN: %python -c "import os, stat, subprocess, sys; pipe = sys.argv[1]; \
// RUN:   os.path.lexists(pipe) and os.remove(pipe); os.mkfifo(pipe); \
// RUN:   reader = os.open(pipe, os.O_RDWR); \
// RUN:   subprocess.run(['chad-run', sys.argv[2], '--arg=[1, 2]', '--out=' + pipe], check=True); \
// RUN:   print(stat.S_ISFIFO(os.stat(pipe).st_mode), os.read(reader, 9999)[1:6])" %t %s | FileCheck %s
// CHECK: True b'NUMPY'
func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = arith.addf %x, %x : tensor<2xf64>
  return %y : tensor<2xf64>
}

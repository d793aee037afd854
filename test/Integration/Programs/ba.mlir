// RUN: %python %S/check.py %s

// Bundle adjustment (Šrajer, Kukelova & Fitzgibbon 2018, "A benchmark of selected
// algorithmic differentiation tools"): how far from its feature m each observation's
// point X appears in the picture of its camera, weighted,
//
//   w (project(camera, X) - m)        and 1 - w² for each weight
//
// A camera is a rotation r (axis times angle), a centre C, a focal length f, a
// principal point x₀, and radial distortion k₁, k₂:
//
//   Y = R(r) (X - C),    p = (Y₁, Y₂) / Y₃,    project = f (1 + k₁‖p‖² + k₂‖p‖⁴) p + x₀
//
// %cameras: C×11; %points: P×3; %weights: O; %camera_of, %point_of: O; %features: O×2.
//
// The Jacobian is sparse: @ba_jacobian gives, for each observation, its derivatives
// by its camera, its point and its weight, and then that of the weight's error.

func.func private @cross(%ax: f64, %ay: f64, %az: f64, %bx: f64, %by: f64, %bz: f64)
    -> (f64, f64, f64) {
  %0 = arith.mulf %ay, %bz : f64
  %1 = arith.mulf %az, %by : f64
  %x = arith.subf %0, %1 : f64
  %2 = arith.mulf %az, %bx : f64
  %3 = arith.mulf %ax, %bz : f64
  %y = arith.subf %2, %3 : f64
  %4 = arith.mulf %ax, %by : f64
  %5 = arith.mulf %ay, %bx : f64
  %z = arith.subf %4, %5 : f64
  return %x, %y, %z : f64, f64, f64
}

func.func private @dot(%ax: f64, %ay: f64, %az: f64, %bx: f64, %by: f64, %bz: f64) -> f64 {
  %x = arith.mulf %ax, %bx : f64
  %y = arith.mulf %ay, %by : f64
  %z = arith.mulf %az, %bz : f64
  %xy = arith.addf %x, %y : f64
  %s = arith.addf %xy, %z : f64
  return %s : f64
}

// Rodrigues' formula: with θ = ‖r‖ and the axis a = r / θ,
//   R(r) v = v cos θ + (a × v) sin θ + a (a · v) (1 - cos θ)
// and to the first order, which is exact at 0, v + r × v.
func.func private @rotate(%rx: f64, %ry: f64, %rz: f64, %vx: f64, %vy: f64, %vz: f64)
    -> (f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %square = func.call @dot(%rx, %ry, %rz, %rx, %ry, %rz)
      : (f64, f64, f64, f64, f64, f64) -> f64
  %turns = arith.cmpf ogt, %square, %zero : f64
  %x, %y, %z = scf.if %turns -> (f64, f64, f64) {
    %angle = math.sqrt %square : f64
    %cos = math.cos %angle : f64
    %sin = math.sin %angle : f64
    %inverse = arith.divf %one, %angle : f64
    %ax = arith.mulf %rx, %inverse : f64
    %ay = arith.mulf %ry, %inverse : f64
    %az = arith.mulf %rz, %inverse : f64
    %cx, %cy, %cz = func.call @cross(%ax, %ay, %az, %vx, %vy, %vz)
        : (f64, f64, f64, f64, f64, f64) -> (f64, f64, f64)
    %along = func.call @dot(%ax, %ay, %az, %vx, %vy, %vz)
        : (f64, f64, f64, f64, f64, f64) -> f64
    %versine = arith.subf %one, %cos : f64
    %k = arith.mulf %along, %versine : f64
    %x0 = arith.mulf %vx, %cos : f64
    %x1 = arith.mulf %cx, %sin : f64
    %x2 = arith.mulf %ax, %k : f64
    %x3 = arith.addf %x0, %x1 : f64
    %x4 = arith.addf %x3, %x2 : f64
    %y0 = arith.mulf %vy, %cos : f64
    %y1 = arith.mulf %cy, %sin : f64
    %y2 = arith.mulf %ay, %k : f64
    %y3 = arith.addf %y0, %y1 : f64
    %y4 = arith.addf %y3, %y2 : f64
    %z0 = arith.mulf %vz, %cos : f64
    %z1 = arith.mulf %cz, %sin : f64
    %z2 = arith.mulf %az, %k : f64
    %z3 = arith.addf %z0, %z1 : f64
    %z4 = arith.addf %z3, %z2 : f64
    scf.yield %x4, %y4, %z4 : f64, f64, f64
  } else {
    %cx, %cy, %cz = func.call @cross(%rx, %ry, %rz, %vx, %vy, %vz)
        : (f64, f64, f64, f64, f64, f64) -> (f64, f64, f64)
    %x0 = arith.addf %vx, %cx : f64
    %y0 = arith.addf %vy, %cy : f64
    %z0 = arith.addf %vz, %cz : f64
    scf.yield %x0, %y0, %z0 : f64, f64, f64
  }
  return %x, %y, %z : f64, f64, f64
}

func.func private @reprojection(%camera: tensor<11xf64>, %point: tensor<3xf64>, %weight: f64,
                                %feature: tensor<2xf64>) -> tensor<2xf64> {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %i5 = arith.constant 5 : index
  %i6 = arith.constant 6 : index
  %i7 = arith.constant 7 : index
  %i8 = arith.constant 8 : index
  %i9 = arith.constant 9 : index
  %i10 = arith.constant 10 : index
  %one = arith.constant 1.0 : f64
  %rx = tensor.extract %camera[%i0] : tensor<11xf64>
  %ry = tensor.extract %camera[%i1] : tensor<11xf64>
  %rz = tensor.extract %camera[%i2] : tensor<11xf64>
  %cx = tensor.extract %camera[%i3] : tensor<11xf64>
  %cy = tensor.extract %camera[%i4] : tensor<11xf64>
  %cz = tensor.extract %camera[%i5] : tensor<11xf64>
  %focal = tensor.extract %camera[%i6] : tensor<11xf64>
  %x0 = tensor.extract %camera[%i7] : tensor<11xf64>
  %y0 = tensor.extract %camera[%i8] : tensor<11xf64>
  %k1 = tensor.extract %camera[%i9] : tensor<11xf64>
  %k2 = tensor.extract %camera[%i10] : tensor<11xf64>
  %px = tensor.extract %point[%i0] : tensor<3xf64>
  %py = tensor.extract %point[%i1] : tensor<3xf64>
  %pz = tensor.extract %point[%i2] : tensor<3xf64>
  %mx = tensor.extract %feature[%i0] : tensor<2xf64>
  %my = tensor.extract %feature[%i1] : tensor<2xf64>

  // Y = R(r) (X - C), p = (Y₁, Y₂) / Y₃.
  %vx = arith.subf %px, %cx : f64
  %vy = arith.subf %py, %cy : f64
  %vz = arith.subf %pz, %cz : f64
  %yx, %yy, %yz = func.call @rotate(%rx, %ry, %rz, %vx, %vy, %vz)
      : (f64, f64, f64, f64, f64, f64) -> (f64, f64, f64)
  %u = arith.divf %yx, %yz : f64
  %v = arith.divf %yy, %yz : f64

  // Distortion: f (1 + k₁‖p‖² + k₂‖p‖⁴).
  %uu = arith.mulf %u, %u : f64
  %vv = arith.mulf %v, %v : f64
  %r2 = arith.addf %uu, %vv : f64
  %d0 = arith.mulf %k2, %r2 : f64
  %d1 = arith.addf %k1, %d0 : f64
  %d2 = arith.mulf %d1, %r2 : f64
  %d3 = arith.addf %one, %d2 : f64
  %scale = arith.mulf %focal, %d3 : f64

  %su = arith.mulf %scale, %u : f64
  %sv = arith.mulf %scale, %v : f64
  %imagex = arith.addf %su, %x0 : f64
  %imagey = arith.addf %sv, %y0 : f64
  %ex = arith.subf %imagex, %mx : f64
  %ey = arith.subf %imagey, %my : f64
  %wx = arith.mulf %weight, %ex : f64
  %wy = arith.mulf %weight, %ey : f64
  %error = tensor.from_elements %wx, %wy : tensor<2xf64>
  return %error : tensor<2xf64>
}

func.func private @weight_error(%weight: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %square = arith.mulf %weight, %weight : f64
  %error = arith.subf %one, %square : f64
  return %error : f64
}

func.func @ba(%cameras: tensor<?x11xf64>, %points: tensor<?x3xf64>, %weights: tensor<?xf64>,
              %camera_of: tensor<?xindex>, %point_of: tensor<?xindex>,
              %features: tensor<?x2xf64>) -> (tensor<?x2xf64>, tensor<?xf64>) {
  %camera = chad.gather %cameras[%camera_of]
      : tensor<?x11xf64>, tensor<?xindex> -> tensor<?x11xf64>
  %point = chad.gather %points[%point_of] : tensor<?x3xf64>, tensor<?xindex> -> tensor<?x3xf64>
  %errors, %weight_errors = chad.map (%c in %camera : tensor<?x11xf64>, %p in %point : tensor<?x3xf64>,
                                      %w in %weights : tensor<?xf64>,
                                      %f in %features : tensor<?x2xf64>)
      -> (tensor<?x2xf64>, tensor<?xf64>) {
    %error = func.call @reprojection(%c, %p, %w, %f)
        : (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>) -> tensor<2xf64>
    %weight_error = func.call @weight_error(%w) : (f64) -> f64
    chad.yield %error, %weight_error : tensor<2xf64>, f64
  }
  return %errors, %weight_errors : tensor<?x2xf64>, tensor<?xf64>
}

func.func @ba_jacobian(%cameras: tensor<?x11xf64>, %points: tensor<?x3xf64>,
                       %weights: tensor<?xf64>, %camera_of: tensor<?xindex>,
                       %point_of: tensor<?xindex>, %features: tensor<?x2xf64>)
    -> (tensor<?x2x11xf64>, tensor<?x2x3xf64>, tensor<?x2xf64>, tensor<?xf64>) {
  %camera = chad.gather %cameras[%camera_of]
      : tensor<?x11xf64>, tensor<?xindex> -> tensor<?x11xf64>
  %point = chad.gather %points[%point_of] : tensor<?x3xf64>, tensor<?xindex> -> tensor<?x3xf64>
  %0:4 = chad.map (%c in %camera : tensor<?x11xf64>, %p in %point : tensor<?x3xf64>,
                   %w in %weights : tensor<?xf64>, %f in %features : tensor<?x2xf64>)
      -> (tensor<?x2x11xf64>, tensor<?x2x3xf64>, tensor<?x2xf64>, tensor<?xf64>) {
    %by_camera, %by_point, %by_weight = chad.jacobian @reprojection(%c, %p, %w, %f) wrt [0, 1, 2]
        : (tensor<11xf64>, tensor<3xf64>, f64, tensor<2xf64>)
        -> (tensor<2x11xf64>, tensor<2x3xf64>, tensor<2xf64>)
    %slope = chad.grad @weight_error(%w) : (f64) -> f64
    chad.yield %by_camera, %by_point, %by_weight, %slope
        : tensor<2x11xf64>, tensor<2x3xf64>, tensor<2xf64>, f64
  }
  return %0#0, %0#1, %0#2, %0#3
      : tensor<?x2x11xf64>, tensor<?x2x3xf64>, tensor<?x2xf64>, tensor<?xf64>
}

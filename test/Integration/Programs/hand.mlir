// RUN: %python %S/check.py %s

// Fitting a hand to points by linear blend skinning (the model of Taylor et al. 2014,
// "User-specific hand modeling from monocular depth sequences", as in Šrajer, Kukelova &
// Fitzgibbon 2018, "A benchmark of selected algorithmic differentiation tools").
//
// 22 bones: a root, a palm on it, and on the palm five fingers, each a chain of four. A
// bone's place is that of the bone it stands on times its own transform at rest times
// the rotation of its joint,
//
//   A(bone) = A(parent) B(bone) Rz(abduction) Rx(flexion)
//
// and a vertex v, whose weights w say which bones move it, goes to
//
//   position(v) = R(θ₀..₂) (Σ_bones w A(bone) A_rest(bone)⁻¹ v) + θ₃..₅
//
// Each finger f has flexions θ of its first three joints and one abduction, of the
// first: (flexion, abduction, flexion, flexion) = θ₆₊₄f..θ₉₊₄f.
//
// @hand: the differences of given points from the vertices that correspond to them.
// @hand_complicated: the same from points u₀ v₀ + u₁ v₁ + (1 - u₀ - u₁) v₂ of triangles.
//
// %theta: 26 parameters; %us: N×2, the parameters of the points on their triangles;
// %palm, %fingers: transforms B of the root and the palm, and of the fingers' bones;
// %inverses: the inverses of all bones' transforms at rest; %rest: V×4, vertices at rest
// (x, y, z, 1); %skin: V×22, their weights; %corners: F×3, the vertices of the triangles;
// %of: N, the vertex or triangle of each point; %points: N×3.
//
// @hand_complicated_jacobian is sparse: 3×26 by θ for each point and 3×2 by its u.

// Affine transforms as 4×4 matrices.
func.func private @compose(%a: tensor<4x4xf64>, %b: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %c4 = arith.constant 4 : index
  %columns = chad.build %j < %c4 -> tensor<4x4xf64> {
    %column = chad.map (%row in %b : tensor<4x4xf64>) -> tensor<4xf64> {
      %e = tensor.extract %row[%j] : tensor<4xf64>
      chad.yield %e : f64
    }
    chad.yield %column : tensor<4xf64>
  }
  %c = chad.map (%row in %a : tensor<4x4xf64>) -> tensor<4x4xf64> {
    %entries = chad.map (%column in %columns : tensor<4x4xf64>) -> tensor<4xf64> {
      %d = func.call @dot4(%row, %column) : (tensor<4xf64>, tensor<4xf64>) -> f64
      chad.yield %d : f64
    }
    chad.yield %entries : tensor<4xf64>
  }
  return %c : tensor<4x4xf64>
}

func.func private @dot4(%x: tensor<4xf64>, %y: tensor<4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %products = chad.map (%a in %x : tensor<4xf64>, %b in %y : tensor<4xf64>) -> tensor<4xf64> {
    %p = arith.mulf %a, %b : f64
    chad.yield %p : f64
  }
  %sum = chad.reduce (%a, %b in %products from %zero : tensor<4xf64>) {
    %s = arith.addf %a, %b : f64
    chad.yield %s : f64
  }
  return %sum : f64
}

// Rz(abduction) Rx(flexion).
func.func private @joint(%flexion: f64, %abduction: f64) -> tensor<4x4xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %ca = math.cos %flexion : f64
  %sa = math.sin %flexion : f64
  %cb = math.cos %abduction : f64
  %sb = math.sin %abduction : f64
  %nsa = arith.negf %sa : f64
  %nsb = arith.negf %sb : f64
  %m01 = arith.mulf %nsb, %ca : f64
  %m02 = arith.mulf %sb, %sa : f64
  %m11 = arith.mulf %cb, %ca : f64
  %m12 = arith.mulf %cb, %nsa : f64
  %m = tensor.from_elements %cb, %m01, %m02, %zero,
                            %sb, %m11, %m12, %zero,
                            %zero, %sa, %ca, %zero,
                            %zero, %zero, %zero, %one : tensor<4x4xf64>
  return %m : tensor<4x4xf64>
}

// The rotation about r by the angle φ = ‖r‖ (Rodrigues): with the axis (x, y, z) = r/φ,
// s = sin φ and v = 1 - cos φ, it has 1 - v (y² + z²), ... on its diagonal and
// v x y - s z, v x y + s z, ... beside it; to the first order, 1 + [r]×.
func.func private @rotation(%rx: f64, %ry: f64, %rz: f64) -> tensor<3x3xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %xx = arith.mulf %rx, %rx : f64
  %yy = arith.mulf %ry, %ry : f64
  %zz = arith.mulf %rz, %rz : f64
  %xxyy = arith.addf %xx, %yy : f64
  %square = arith.addf %xxyy, %zz : f64
  %turns = arith.cmpf ogt, %square, %zero : f64
  // s/φ and v/φ².
  %k, %l = scf.if %turns -> (f64, f64) {
    %angle = math.sqrt %square : f64
    %sin = math.sin %angle : f64
    %cos = math.cos %angle : f64
    %versine = arith.subf %one, %cos : f64
    %p = arith.divf %sin, %angle : f64
    %q = arith.divf %versine, %square : f64
    scf.yield %p, %q : f64, f64
  } else {
    scf.yield %one, %zero : f64, f64
  }
  %yyzz = arith.addf %yy, %zz : f64
  %xxzz = arith.addf %xx, %zz : f64
  %d0 = arith.mulf %l, %yyzz : f64
  %d1 = arith.mulf %l, %xxzz : f64
  %d2 = arith.mulf %l, %xxyy : f64
  %m00 = arith.subf %one, %d0 : f64
  %m11 = arith.subf %one, %d1 : f64
  %m22 = arith.subf %one, %d2 : f64
  %lx = arith.mulf %l, %rx : f64
  %ly = arith.mulf %l, %ry : f64
  %xy = arith.mulf %lx, %ry : f64
  %xz = arith.mulf %lx, %rz : f64
  %yz = arith.mulf %ly, %rz : f64
  %kx = arith.mulf %k, %rx : f64
  %ky = arith.mulf %k, %ry : f64
  %kz = arith.mulf %k, %rz : f64
  %m01 = arith.subf %xy, %kz : f64
  %m10 = arith.addf %xy, %kz : f64
  %m02 = arith.addf %xz, %ky : f64
  %m20 = arith.subf %xz, %ky : f64
  %m12 = arith.subf %yz, %kx : f64
  %m21 = arith.addf %yz, %kx : f64
  %m = tensor.from_elements %m00, %m01, %m02, %m10, %m11, %m12, %m20, %m21, %m22
      : tensor<3x3xf64>
  return %m : tensor<3x3xf64>
}

// The transforms A A_rest⁻¹ of the bones, by coordinate: row i of each.
func.func private @bones(%theta: tensor<26xf64>, %palm: tensor<2x4x4xf64>,
                         %fingers: tensor<5x4x4x4xf64>, %inverses: tensor<22x4x4xf64>)
    -> tensor<3x22x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %identity = arith.constant dense<[[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0],
                                    [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]> : tensor<4x4xf64>
  %flat = tensor.extract_slice %theta[6] [20] [1] : tensor<26xf64> to tensor<20xf64>
  %angles = tensor.expand_shape %flat [[0, 1]] output_shape [5, 4]
      : tensor<20xf64> into tensor<5x4xf64>

  %palms = chad.scan left inclusive (%a, %b in %palm from %identity : tensor<2x4x4xf64>) {
    %c = func.call @compose(%a, %b) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    chad.yield %c : tensor<4x4xf64>
  }
  %base = tensor.extract_slice %palms[1, 0, 0] [1, 4, 4] [1, 1, 1]
      : tensor<2x4x4xf64> to tensor<4x4xf64>

  %chains = chad.map (%finger in %fingers : tensor<5x4x4x4xf64>, %angle in %angles : tensor<5x4xf64>)
      -> tensor<5x4x4x4xf64> {
    %a0 = tensor.extract %angle[%c0] : tensor<4xf64>
    %a1 = tensor.extract %angle[%c1] : tensor<4xf64>
    %a2 = tensor.extract %angle[%c2] : tensor<4xf64>
    %a3 = tensor.extract %angle[%c3] : tensor<4xf64>
    %flexions = tensor.from_elements %a0, %a2, %a3, %zero : tensor<4xf64>
    %abductions = tensor.from_elements %a1, %zero, %zero, %zero : tensor<4xf64>
    %relative = chad.map (%bone in %finger : tensor<4x4x4xf64>, %f in %flexions : tensor<4xf64>,
                          %a in %abductions : tensor<4xf64>) -> tensor<4x4x4xf64> {
      %r = func.call @joint(%f, %a) : (f64, f64) -> tensor<4x4xf64>
      %c = func.call @compose(%bone, %r) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
      chad.yield %c : tensor<4x4xf64>
    }
    %along = chad.scan left inclusive (%a, %b in %relative from %identity : tensor<4x4x4xf64>) {
      %c = func.call @compose(%a, %b) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
      chad.yield %c : tensor<4x4xf64>
    }
    %absolute = chad.map (%bone in %along : tensor<4x4x4xf64>) -> tensor<4x4x4xf64> {
      %c = func.call @compose(%base, %bone) : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
      chad.yield %c : tensor<4x4xf64>
    }
    chad.yield %absolute : tensor<4x4x4xf64>
  }
  %chained = tensor.collapse_shape %chains [[0, 1], [2], [3]]
      : tensor<5x4x4x4xf64> into tensor<20x4x4xf64>
  %absolutes = tensor.concat dim(0) %palms, %chained
      : (tensor<2x4x4xf64>, tensor<20x4x4xf64>) -> tensor<22x4x4xf64>
  %moves = chad.map (%bone in %absolutes : tensor<22x4x4xf64>,
                     %inverse in %inverses : tensor<22x4x4xf64>) -> tensor<22x4x4xf64> {
    %c = func.call @compose(%bone, %inverse)
        : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    chad.yield %c : tensor<4x4xf64>
  }
  %rows = chad.build %i < %c3 -> tensor<3x22x4xf64> {
    %row = chad.map (%move in %moves : tensor<22x4x4xf64>) -> tensor<22x4xf64> {
      %r = tensor.extract_slice %move[%i, 0] [1, 4] [1, 1] : tensor<4x4xf64> to tensor<4xf64>
      chad.yield %r : tensor<4xf64>
    }
    chad.yield %row : tensor<22x4xf64>
  }
  return %rows : tensor<3x22x4xf64>
}

// Where a vertex goes: skinned, then rotated and shifted.
func.func private @position(%bones: tensor<3x22x4xf64>, %rotation: tensor<3x3xf64>,
                            %shift: tensor<3xf64>, %vertex: tensor<4xf64>, %weights: tensor<22xf64>)
    -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %skinned = chad.map (%rows in %bones : tensor<3x22x4xf64>) -> tensor<3xf64> {
    %terms = chad.map (%row in %rows : tensor<22x4xf64>, %w in %weights : tensor<22xf64>)
        -> tensor<22xf64> {
      %d = func.call @dot4(%row, %vertex) : (tensor<4xf64>, tensor<4xf64>) -> f64
      %t = arith.mulf %w, %d : f64
      chad.yield %t : f64
    }
    %sum = chad.reduce (%a, %b in %terms from %zero : tensor<22xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    chad.yield %sum : f64
  }
  %moved = chad.map (%row in %rotation : tensor<3x3xf64>, %t in %shift : tensor<3xf64>)
      -> tensor<3xf64> {
    %products = chad.map (%a in %row : tensor<3xf64>, %b in %skinned : tensor<3xf64>)
        -> tensor<3xf64> {
      %p = arith.mulf %a, %b : f64
      chad.yield %p : f64
    }
    %sum = chad.reduce (%a, %b in %products from %zero : tensor<3xf64>) {
      %s = arith.addf %a, %b : f64
      chad.yield %s : f64
    }
    %shifted = arith.addf %sum, %t : f64
    chad.yield %shifted : f64
  }
  return %moved : tensor<3xf64>
}

// The rotation and the shift of the whole.
func.func private @pose(%theta: tensor<26xf64>) -> (tensor<3x3xf64>, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rx = tensor.extract %theta[%c0] : tensor<26xf64>
  %ry = tensor.extract %theta[%c1] : tensor<26xf64>
  %rz = tensor.extract %theta[%c2] : tensor<26xf64>
  %rotation = func.call @rotation(%rx, %ry, %rz) : (f64, f64, f64) -> tensor<3x3xf64>
  %shift = tensor.extract_slice %theta[3] [3] [1] : tensor<26xf64> to tensor<3xf64>
  return %rotation, %shift : tensor<3x3xf64>, tensor<3xf64>
}

func.func private @difference(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %z = chad.map (%a in %x : tensor<3xf64>, %b in %y : tensor<3xf64>) -> tensor<3xf64> {
    %d = arith.subf %a, %b : f64
    chad.yield %d : f64
  }
  return %z : tensor<3xf64>
}

func.func @hand(%theta: tensor<26xf64>, %palm: tensor<2x4x4xf64>, %fingers: tensor<5x4x4x4xf64>,
                %inverses: tensor<22x4x4xf64>, %rest: tensor<?x4xf64>, %skin: tensor<?x22xf64>,
                %of: tensor<?xindex>, %points: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %bones = func.call @bones(%theta, %palm, %fingers, %inverses)
      : (tensor<26xf64>, tensor<2x4x4xf64>, tensor<5x4x4x4xf64>, tensor<22x4x4xf64>)
      -> tensor<3x22x4xf64>
  %rotation, %shift = func.call @pose(%theta)
      : (tensor<26xf64>) -> (tensor<3x3xf64>, tensor<3xf64>)
  %vertices = chad.gather %rest[%of] : tensor<?x4xf64>, tensor<?xindex> -> tensor<?x4xf64>
  %weights = chad.gather %skin[%of] : tensor<?x22xf64>, tensor<?xindex> -> tensor<?x22xf64>
  %errors = chad.map (%point in %points : tensor<?x3xf64>, %v in %vertices : tensor<?x4xf64>,
                      %w in %weights : tensor<?x22xf64>) -> tensor<?x3xf64> {
    %p = func.call @position(%bones, %rotation, %shift, %v, %w)
        : (tensor<3x22x4xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<4xf64>, tensor<22xf64>)
        -> tensor<3xf64>
    %e = func.call @difference(%point, %p) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    chad.yield %e : tensor<3xf64>
  }
  return %errors : tensor<?x3xf64>
}

func.func @hand_jacobian(%theta: tensor<26xf64>, %palm: tensor<2x4x4xf64>,
                         %fingers: tensor<5x4x4x4xf64>, %inverses: tensor<22x4x4xf64>,
                         %rest: tensor<?x4xf64>, %skin: tensor<?x22xf64>, %of: tensor<?xindex>,
                         %points: tensor<?x3xf64>) -> tensor<?x3x26xf64> {
  %j = chad.jacobian @hand(%theta, %palm, %fingers, %inverses, %rest, %skin, %of, %points) wrt [0]
      : (tensor<26xf64>, tensor<2x4x4xf64>, tensor<5x4x4x4xf64>, tensor<22x4x4xf64>,
         tensor<?x4xf64>, tensor<?x22xf64>, tensor<?xindex>, tensor<?x3xf64>)
      -> tensor<?x3x26xf64>
  return %j : tensor<?x3x26xf64>
}

// The positions of the corners of each point's triangle.
func.func private @triangles(%theta: tensor<26xf64>, %palm: tensor<2x4x4xf64>,
                             %fingers: tensor<5x4x4x4xf64>, %inverses: tensor<22x4x4xf64>,
                             %rest: tensor<?x4xf64>, %skin: tensor<?x22xf64>,
                             %corners: tensor<?x3xindex>, %of: tensor<?xindex>)
    -> tensor<?x3x3xf64> {
  %bones = func.call @bones(%theta, %palm, %fingers, %inverses)
      : (tensor<26xf64>, tensor<2x4x4xf64>, tensor<5x4x4x4xf64>, tensor<22x4x4xf64>)
      -> tensor<3x22x4xf64>
  %rotation, %shift = func.call @pose(%theta)
      : (tensor<26xf64>) -> (tensor<3x3xf64>, tensor<3xf64>)
  %ids = chad.gather %corners[%of] : tensor<?x3xindex>, tensor<?xindex> -> tensor<?x3xindex>
  %vertices = chad.gather %rest[%ids] : tensor<?x4xf64>, tensor<?x3xindex> -> tensor<?x3x4xf64>
  %weights = chad.gather %skin[%ids] : tensor<?x22xf64>, tensor<?x3xindex> -> tensor<?x3x22xf64>
  %triangles = chad.map (%vs in %vertices : tensor<?x3x4xf64>, %ws in %weights : tensor<?x3x22xf64>)
      -> tensor<?x3x3xf64> {
    %ps = chad.map (%v in %vs : tensor<3x4xf64>, %w in %ws : tensor<3x22xf64>) -> tensor<3x3xf64> {
      %p = func.call @position(%bones, %rotation, %shift, %v, %w)
          : (tensor<3x22x4xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<4xf64>, tensor<22xf64>)
          -> tensor<3xf64>
      chad.yield %p : tensor<3xf64>
    }
    chad.yield %ps : tensor<3x3xf64>
  }
  return %triangles : tensor<?x3x3xf64>
}

// The difference of a point from u₀ v₀ + u₁ v₁ + (1 - u₀ - u₁) v₂.
func.func private @on_triangle(%u: tensor<2xf64>, %triangle: tensor<3x3xf64>, %point: tensor<3xf64>)
    -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %u0 = tensor.extract %u[%c0] : tensor<2xf64>
  %u1 = tensor.extract %u[%c1] : tensor<2xf64>
  %rest = arith.subf %one, %u0 : f64
  %u2 = arith.subf %rest, %u1 : f64
  %v0 = tensor.extract_slice %triangle[0, 0] [1, 3] [1, 1] : tensor<3x3xf64> to tensor<3xf64>
  %v1 = tensor.extract_slice %triangle[1, 0] [1, 3] [1, 1] : tensor<3x3xf64> to tensor<3xf64>
  %v2 = tensor.extract_slice %triangle[2, 0] [1, 3] [1, 1] : tensor<3x3xf64> to tensor<3xf64>
  %e = chad.map (%p in %point : tensor<3xf64>, %a in %v0 : tensor<3xf64>, %b in %v1 : tensor<3xf64>,
                 %c in %v2 : tensor<3xf64>) -> tensor<3xf64> {
    %a0 = arith.mulf %u0, %a : f64
    %b1 = arith.mulf %u1, %b : f64
    %c2 = arith.mulf %u2, %c : f64
    %ab = arith.addf %a0, %b1 : f64
    %abc = arith.addf %ab, %c2 : f64
    %d = arith.subf %p, %abc : f64
    chad.yield %d : f64
  }
  return %e : tensor<3xf64>
}

func.func @hand_complicated(%theta: tensor<26xf64>, %us: tensor<?x2xf64>, %palm: tensor<2x4x4xf64>,
                            %fingers: tensor<5x4x4x4xf64>, %inverses: tensor<22x4x4xf64>,
                            %rest: tensor<?x4xf64>, %skin: tensor<?x22xf64>,
                            %corners: tensor<?x3xindex>, %of: tensor<?xindex>,
                            %points: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %triangles = func.call @triangles(%theta, %palm, %fingers, %inverses, %rest, %skin, %corners, %of)
      : (tensor<26xf64>, tensor<2x4x4xf64>, tensor<5x4x4x4xf64>, tensor<22x4x4xf64>,
         tensor<?x4xf64>, tensor<?x22xf64>, tensor<?x3xindex>, tensor<?xindex>) -> tensor<?x3x3xf64>
  %errors = chad.map (%u in %us : tensor<?x2xf64>, %triangle in %triangles : tensor<?x3x3xf64>,
                      %point in %points : tensor<?x3xf64>) -> tensor<?x3xf64> {
    %e = func.call @on_triangle(%u, %triangle, %point)
        : (tensor<2xf64>, tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
    chad.yield %e : tensor<3xf64>
  }
  return %errors : tensor<?x3xf64>
}

func.func @hand_complicated_jacobian(
    %theta: tensor<26xf64>, %us: tensor<?x2xf64>, %palm: tensor<2x4x4xf64>,
    %fingers: tensor<5x4x4x4xf64>, %inverses: tensor<22x4x4xf64>, %rest: tensor<?x4xf64>,
    %skin: tensor<?x22xf64>, %corners: tensor<?x3xindex>, %of: tensor<?xindex>,
    %points: tensor<?x3xf64>) -> (tensor<?x3x26xf64>, tensor<?x3x2xf64>) {
  %by_theta = chad.jacobian @hand_complicated(%theta, %us, %palm, %fingers, %inverses, %rest, %skin,
                                              %corners, %of, %points) wrt [0]
      : (tensor<26xf64>, tensor<?x2xf64>, tensor<2x4x4xf64>, tensor<5x4x4x4xf64>,
         tensor<22x4x4xf64>, tensor<?x4xf64>, tensor<?x22xf64>, tensor<?x3xindex>,
         tensor<?xindex>, tensor<?x3xf64>) -> tensor<?x3x26xf64>
  %triangles = func.call @triangles(%theta, %palm, %fingers, %inverses, %rest, %skin, %corners, %of)
      : (tensor<26xf64>, tensor<2x4x4xf64>, tensor<5x4x4x4xf64>, tensor<22x4x4xf64>,
         tensor<?x4xf64>, tensor<?x22xf64>, tensor<?x3xindex>, tensor<?xindex>) -> tensor<?x3x3xf64>
  %by_u = chad.map (%u in %us : tensor<?x2xf64>, %triangle in %triangles : tensor<?x3x3xf64>,
                    %point in %points : tensor<?x3xf64>) -> tensor<?x3x2xf64> {
    %j = chad.jacobian @on_triangle(%u, %triangle, %point) wrt [0]
        : (tensor<2xf64>, tensor<3x3xf64>, tensor<3xf64>) -> tensor<3x2xf64>
    chad.yield %j : tensor<3x2xf64>
  }
  return %by_theta, %by_u : tensor<?x3x26xf64>, tensor<?x3x2xf64>
}

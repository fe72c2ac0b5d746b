import pytorch_kinematics as pk
import torch
from seeded import factories
from torch import nn

JOINT = """
<joint name="{joint}" type="{kind}">
  <origin rpy="{rpy}" xyz="{xyz}"/><parent link="{parent}"/><child link="{child}"/>
  <axis xyz="{axis}"/><limit effort="10" lower="{low}" upper="{high}" velocity="3"/>
</joint>
<link name="{child}"/>"""
ARM = (
    ("revolute", "0 0 0", "0 0 0.3", "0 0 1", 2.9),
    ("revolute", "-1.57 0 0", "0 0 0", "0 0 1", 2.1),
    ("revolute", "1.57 0 0", "0 -0.3 0", "0 0 1", 2.9),
    ("revolute", "1.57 0 0", "0.1 0 0", "0 0 1", 2.5),
    ("revolute", "-1.57 0 0", "-0.1 0.4 0", "0 0 1", 2.9),
    ("revolute", "1.57 0 0", "0 0 0", "0 0 1", 2.7),
    ("revolute", "1.57 0 0", "0.1 0 0", "0 0 1", 2.9),
    ("fixed", "0 0 0.5", "0 0 0.1", "0 0 1", 0.0),
)


def _urdf(*chains):
    """Describe a robot: each chain has the link that it starts from, the prefix of its links, and its joints."""
    parts = ['<robot name="robot"><link name="base"/>']
    for parent, prefix, joints in chains:
        for i, (kind, rpy, xyz, axis, limit) in enumerate(joints):
            child = f"{prefix}{i}"
            parts.append(
                JOINT.format(
                    joint=f"joint_{child}",
                    kind=kind,
                    rpy=rpy,
                    xyz=xyz,
                    parent=parent,
                    child=child,
                    axis=axis,
                    low=-limit,
                    high=limit,
                )
            )
            parent = child
    return "".join(parts) + "</robot>"


def _arm():
    return pk.build_serial_chain_from_urdf(_urdf(("base", "arm", ARM)), "arm7")


def _hand():
    finger = (("prismatic", "0 0 0", "0 0.02 0.05", "0 1 0", 0.04), ("revolute", "0 0 0", "0 0 0.04", "1 0 0", 1.2))
    other = (("prismatic", "0 0 3.14", "0 -0.02 0.05", "0 1 0", 0.04), ("revolute", "0 0 0", "0 0 0.04", "1 0 0", 1.2))
    return pk.build_chain_from_urdf(_urdf(("base", "arm", ARM), ("arm7", "left", finger), ("arm7", "right", other)))


class _Forward(nn.Module):
    """The pose of the end of an arm: its position and quaternion."""

    def __init__(self):
        super().__init__()
        self.chain = _arm()

    def forward(self, joints):
        matrix = self.chain.forward_kinematics(joints).get_matrix()
        return matrix[:, :3, 3], pk.matrix_to_quaternion(matrix[:, :3, :3])


class _Links(nn.Module):
    """The positions of all links of a robot with a hand."""

    def __init__(self):
        super().__init__()
        self.chain = _hand()

    def forward(self, joints):
        poses = self.chain.forward_kinematics(joints)
        return {name: pose.get_matrix()[:, :3, 3] for name, pose in poses.items()}


class _Manipulability(nn.Module):
    """The Jacobian of an arm and how far it is from singular."""

    def __init__(self):
        super().__init__()
        self.chain = _arm()

    def forward(self, joints):
        jacobian = self.chain.jacobian(joints)
        return jacobian, (jacobian @ jacobian.transpose(1, 2)).det().clamp(min=0).sqrt()


class _Policy(nn.Module):
    """A net that moves an arm to a goal: the joints in their limits, and the error of the position they reach."""

    def __init__(self):
        super().__init__()
        self.chain = _arm()
        low, high = self.chain.get_joint_limits()
        self.register_buffer("low", torch.tensor(low))
        self.register_buffer("high", torch.tensor(high))
        self.net = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 7))

    def forward(self, joints, goal):
        change = self.net(torch.cat([joints, goal], -1)).tanh() * 0.1
        joints = torch.minimum(torch.maximum(joints + change, self.low), self.high)
        reached = self.chain.forward_kinematics(joints).get_matrix()[:, :3, 3]
        return joints, (reached - goal).norm(dim=-1)


class _Control(nn.Module):
    """A step of damped least squares to a pose."""

    def __init__(self, damping=0.05):
        super().__init__()
        self.chain = _arm()
        self.damping = damping

    def forward(self, joints, position, rotation):
        jacobian, pose = self.chain.jacobian(joints, ret_eef_pose=True)
        turn = pk.matrix_to_axis_angle(rotation @ pose[:, :3, :3].transpose(1, 2))
        error = torch.cat([position - pose[:, :3, 3], turn], -1).unsqueeze(-1)
        square = jacobian @ jacobian.transpose(1, 2) + self.damping**2 * torch.eye(6)
        return joints + (jacobian.transpose(1, 2) @ torch.linalg.solve(square, error)).squeeze(-1)


class _Inverse(nn.Module):
    """Joints for poses, by the pseudoinverse from some starts."""

    def __init__(self):
        super().__init__()
        self.chain = _arm()
        low, high = (torch.tensor(limit) for limit in self.chain.get_joint_limits())
        self.ik = pk.PseudoInverseIK(
            self.chain,
            max_iterations=6,
            retry_configs=low + torch.rand(3, 7) * (high - low),
            joint_limits=torch.stack([low, high], 1),
            early_stopping_any_converged=True,
            lr=0.2,
        )

    def forward(self, position, rotation):
        solution = self.ik.solve(pk.Transform3d(pos=position, rot=rotation))
        return solution.solutions, solution.err_pos, solution.err_rot


class _Body(nn.Module):
    """Points on the links of a robot, in the world, and how near they are to an obstacle."""

    def __init__(self, points=5):
        super().__init__()
        self.chain = _hand()
        self.names = ("arm2", "arm4", "left1", "right1")
        self.frames = self.chain.get_frame_indices(*self.names)
        self.points = nn.Parameter(torch.randn(len(self.names), points, 3) * 0.05)

    def forward(self, joints, obstacle):
        poses = self.chain.forward_kinematics(joints, frame_indices=self.frames)
        points = torch.stack([poses[n].transform_points(p) for n, p in zip(self.names, self.points, strict=True)], 1)
        return points, (points - obstacle).norm(dim=-1).amin((1, 2))


class _Camera(nn.Module):
    """Moves points and normals that a camera sees to the frame of an arm's base."""

    def __init__(self):
        super().__init__()
        self.mount = pk.Transform3d(pos=torch.tensor([0.1, 0.0, 0.2]), rot=torch.tensor([0.3, 0.1, -0.2]))
        self.chain = _arm()

    def forward(self, joints, points, normals):
        camera = self.chain.forward_kinematics(joints).compose(self.mount)
        seen = camera.transform_points(points), camera.transform_normals(normals)
        return *seen, camera.inverse().transform_points(seen[0])


class _Rotations(nn.Module):
    """A net that predicts rotations, in several forms."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 6))

    def forward(self, x):
        matrix = pk.rotation_6d_to_matrix(self.net(x))
        return pk.matrix_to_quaternion(matrix), pk.matrix_to_euler_angles(matrix, "XYZ"), pk.so3_log_map(matrix)


class _Interpolation(nn.Module):
    """Ways between two orientations: of quaternions, and of the logarithm of their difference."""

    def forward(self, first, second, t):
        quaternion = pk.quaternion_slerp(first, second.clone(), t)
        start = pk.quaternion_to_matrix(first)
        difference = pk.so3_log_map(start.transpose(1, 2) @ pk.quaternion_to_matrix(second))
        matrix = start @ pk.so3_exp_map(difference * t)
        return quaternion, matrix, pk.so3_relative_angle(matrix, start)


class _Constraints(nn.Module):
    """Composes joints of a mechanism by hand: turns about axes and shifts along others."""

    def __init__(self):
        super().__init__()
        self.axes = nn.Parameter(nn.functional.normalize(torch.randn(3, 3), dim=-1), requires_grad=False)

    def forward(self, angles, shifts):
        pose = torch.eye(4).expand(len(angles), 4, 4)
        for i, axis in enumerate(self.axes):
            turn = pk.axis_and_angle_to_matrix_44(axis.expand(len(angles), 3), angles[:, i])
            pose = pose @ turn @ pk.axis_and_d_to_pris_matrix(axis.expand(len(angles), 3), shifts[:, i])
        return pk.matrix44_to_se3_9d(pose)


def _joints(count=7):
    return torch.rand(4, count) - 0.5


def _turns(count=4):
    return pk.random_rotations(count)


MODELS = {
    "Forward": lambda: (_Forward(), (_joints(),)),
    "Policy": lambda: (_Policy(), (_joints(), torch.rand(4, 3) * 0.5)),
    "Manipulability": lambda: (_Manipulability(), (_joints(),)),
    "Rotations": lambda: (_Rotations(), (torch.randn(4, 8),)),
    "Links": lambda: (_Links(), (_joints(11) * 0.1,)),
    "Control": lambda: (_Control(), (_joints(), torch.rand(4, 3) * 0.5, _turns())),
    "Camera": lambda: (
        _Camera(),
        (_joints(), torch.randn(4, 6, 3), nn.functional.normalize(torch.randn(4, 6, 3), dim=-1)),
    ),
    "Inverse": lambda: (_Inverse(), (torch.rand(2, 3) * 0.5, _turns(2))),
    "Body": lambda: (_Body(), (_joints(11) * 0.1, torch.tensor([0.3, 0.1, 0.4]))),
    "Interpolation": lambda: (_Interpolation(), (pk.random_quaternions(4), pk.random_quaternions(4), 0.3)),
    "Constraints": lambda: (_Constraints(), (torch.rand(4, 3), torch.rand(4, 3))),
}

__getattr__ = factories(MODELS)

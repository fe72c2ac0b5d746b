import pypose as pp
import torch
from pypose.optim import corrector, kernel, solver
from seeded import factories


class Pendulum(pp.module.NLS):
    def __init__(self, dt=0.1):
        super().__init__()
        self.dt = dt

    def state_transition(self, state, input, t=None):
        angle, speed = state[..., :1], state[..., 1:]
        return torch.cat([angle + self.dt * speed, speed + self.dt * (input - angle.sin())], -1)

    def observation(self, state, input, t=None):
        return state


class Poses(torch.nn.Module):
    def __init__(self, count):
        super().__init__()
        self.poses = pp.Parameter(pp.randn_SE3(count))

    def forward(self, points):
        return self.poses.Inv() @ points


class Twists(torch.nn.Module):
    def __init__(self, count):
        super().__init__()
        self.net = torch.nn.Linear(6, 6)
        self.base = pp.Parameter(pp.randn_SE3(count))

    def forward(self, twists):
        return (pp.se3(self.net(twists)).Exp() * self.base).Log().tensor()


class Track(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 3)

    def forward(self, rotations, gyro):
        steps = pp.so3(self.net(gyro)).Exp()
        return pp.cumprod(rotations * steps, dim=0, left=False).matrix()


def _linear(n=3, m=2):
    return torch.eye(n) + 0.1 * torch.randn(n, n), torch.randn(n, m), torch.randn(n, n), torch.randn(n, m)


def _noise(n):
    return torch.eye(n) * 0.01


def _spd(n=4):
    a = torch.randn(2, n, n)
    return a @ a.mT + torch.eye(n), torch.randn(2, n, 1)


def _lqr_system(batch=2):
    a, b, _, _ = _linear(3, 2)
    a, b = a.expand(batch, 3, 3), b.expand(batch, 3, 2)
    return pp.module.LTI(a, b, torch.eye(3).expand(batch, 3, 3), torch.zeros(batch, 3, 2))


def _quadratic(batch=2, horizon=4):
    return torch.eye(5).tile(batch, horizon, 1, 1), torch.randn(batch, horizon, 5)


def _imu(frames=6):
    return {
        "dt": torch.full((1, frames, 1), 0.01),
        "gyro": torch.randn(1, frames, 3) * 0.1,
        "acc": torch.randn(1, frames, 3),
    }


def _cloud():
    return torch.rand(1, 20, 3)


MODELS = {
    "LTI": lambda: (pp.module.LTI(*_linear()), (torch.randn(2, 3), torch.randn(2, 2))),
    "EKF": lambda: (
        pp.module.EKF(Pendulum(), _noise(2), _noise(2)),
        (torch.randn(2), torch.randn(2), torch.randn(1), _noise(2)),
    ),
    "ICP": lambda: (
        pp.module.ICP(stepper=pp.utils.ReduceToBason(steps=4)),
        (_cloud(), pp.randn_SE3(1, sigma=0.1).unsqueeze(-2).Act(_cloud())),
    ),
    "IMU": lambda: (pp.module.IMUPreintegrator(), (), _imu()),
    "LQR": lambda: (pp.module.LQR(_lqr_system(), *_quadratic(), T=4), (torch.randn(2, 3),)),
    "UKF": lambda: (
        pp.module.UKF(Pendulum(), _noise(2), _noise(2)),
        (torch.randn(2), torch.randn(2), torch.randn(1), _noise(2)),
    ),
    "EPnP": lambda: (
        pp.module.EPnP(torch.tensor([[300.0, 0, 160], [0, 300, 120], [0, 0, 1]])),
        (torch.rand(1, 8, 3) + torch.tensor([0, 0, 3.0]), torch.rand(1, 8, 2) * 100),
    ),
    "SmallPoses": lambda: (Poses(3), (torch.randn(3, 3),)),
    "PF": lambda: (
        pp.module.PF(Pendulum(), _noise(2), _noise(2), particles=20),
        (torch.randn(2), torch.randn(2), torch.randn(1), _noise(2)),
    ),
    "MPC": lambda: (
        pp.module.MPC(_lqr_system(1), *_quadratic(1), T=4, stepper=pp.utils.ReduceToBason(steps=3)),
        (1, torch.randn(1, 3)),
    ),
    "Geodesic": lambda: (pp.module.GeodesicLoss(), (pp.randn_SO3(4), pp.randn_SO3(4))),
    "SmallTwists": lambda: (Twists(3), (torch.randn(3, 6),)),
    "Huber": lambda: (kernel.Huber(0.5), (torch.rand(8),)),
    "Triggs": lambda: (corrector.FastTriggs(kernel.Cauchy()), (torch.randn(6, 2), torch.randn(12, 4))),
    "CG": lambda: (solver.CG(), _spd()),
    "Cholesky": lambda: (solver.Cholesky(), _spd()),
    "SmallTrack": lambda: (Track(), (pp.randn_SO3(5), torch.randn(5, 3))),
    "SmallPendulum": lambda: (Pendulum(), (torch.randn(2), torch.randn(1))),
}

__getattr__ = factories(MODELS)

import theseus as th
import torch
from seeded import factories
from torch import nn

DTYPE = torch.float64


class _Curve(nn.Module):
    """Fits a curve with weights that a network gives to the points."""

    def __init__(self, optimizer=th.GaussNewton, points=10, **options):
        super().__init__()
        self.weights = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1)).to(DTYPE)
        x, y = (
            th.Variable(torch.zeros(1, points, dtype=DTYPE), name="x"),
            th.Variable(torch.zeros(1, points, dtype=DTYPE), name="y"),
        )
        w = th.Variable(torch.ones(1, points, dtype=DTYPE), name="w")
        coefficients = th.Vector(2, name="coefficients", dtype=DTYPE)

        def error(optim_vars, aux_vars):
            (c,) = optim_vars
            x, y, w = aux_vars
            return w.tensor * (y.tensor - c.tensor[:, :1] * torch.exp(c.tensor[:, 1:] * x.tensor))

        objective = th.Objective(dtype=DTYPE)
        objective.add(
            th.AutoDiffCostFunction(
                [coefficients],
                error,
                points,
                aux_vars=[x, y, w],
                cost_weight=th.ScaleCostWeight(torch.ones(1, 1, dtype=DTYPE)),
            )
        )
        self.layer = th.TheseusLayer(optimizer(objective, max_iterations=5, **options))
        self.solving = {}

    def forward(self, x, y):
        w = self.weights(torch.stack([x, y], -1))[..., 0].exp()
        start = torch.tensor([[1.0, 0.1]], dtype=DTYPE).repeat(len(x), 1)
        values, info = self.layer.forward(
            {"x": x, "y": y, "w": w, "coefficients": start}, optimizer_kwargs=self.solving
        )
        return values["coefficients"], info.last_err


class _PoseGraph(nn.Module):
    """Optimizes a loop of poses from noisy relative measurements, with a learned weight."""

    def __init__(self, group=th.SE2, poses=5, robust=False, backward="unroll"):
        super().__init__()
        self.group, self.poses, self.backward = group, poses, backward
        self.log_weight = nn.Parameter(torch.zeros(1, 1, dtype=DTYPE))
        weight = th.ScaleCostWeight(th.Variable(torch.ones(1, 1, dtype=DTYPE), name="weight"))
        radius = th.Variable(torch.ones(1, 1, dtype=DTYPE), name="radius")
        variables = [group(name=f"pose{i}", dtype=DTYPE) for i in range(poses)]
        objective = th.Objective(dtype=DTYPE)
        for i in range(poses):
            j = (i + 1) % poses
            measured = group(name=f"measured{i}", dtype=DTYPE)
            cost = th.Between(variables[i], variables[j], measured, weight, name=f"between{i}")
            objective.add(th.RobustCostFunction(cost, th.HuberLoss, radius, name=f"robust{i}") if robust else cost)
        objective.add(
            th.Difference(
                variables[0], group(dtype=DTYPE), th.ScaleCostWeight(torch.tensor(10.0, dtype=DTYPE)), name="anchor"
            )
        )
        self.layer = th.TheseusLayer(th.LevenbergMarquardt(objective, max_iterations=4, step_size=0.9))

    def forward(self, steps, guesses):
        inputs = {f"measured{i}": self.group.exp_map(steps[:, i]).tensor for i in range(self.poses)}
        inputs |= {f"pose{i}": self.group.exp_map(guesses[:, i]).tensor for i in range(self.poses)}
        inputs["weight"] = self.log_weight.exp()
        values, info = self.layer.forward(
            inputs, optimizer_kwargs={"backward_mode": self.backward, "damping": 0.1, "backward_num_iterations": 2}
        )
        return torch.stack([values[f"pose{i}"] for i in range(self.poses)], 1), info.last_err


class _Planner(nn.Module):
    """Plans a path of a point robot around the obstacles of a map."""

    def __init__(self, steps=5):
        super().__init__()
        self.steps = steps
        self.log_weight = nn.Parameter(torch.zeros(1, 1, dtype=DTYPE))
        origin = th.Point2(torch.tensor([[-2.0, -2.0]], dtype=DTYPE), name="origin")
        field = th.Variable(torch.zeros(1, 9, 9, dtype=DTYPE), name="field")
        cell = th.Variable(torch.full((1, 1), 0.5, dtype=DTYPE), name="cell")
        eps = th.Variable(torch.full((1, 1), 0.4, dtype=DTYPE), name="eps")
        weight = th.ScaleCostWeight(th.Variable(torch.ones(1, 1, dtype=DTYPE), name="collision_weight"))
        process = th.eb.GPCostWeight(
            th.Variable(torch.eye(2, dtype=DTYPE)[None], name="Qc"),
            th.Variable(torch.ones(1, 1, dtype=DTYPE), name="dt"),
        )
        hard = th.ScaleCostWeight(torch.tensor(10.0, dtype=DTYPE))
        poses = [th.Point2(name=f"pose{i}", dtype=DTYPE) for i in range(steps)]
        speeds = [th.Point2(name=f"speed{i}", dtype=DTYPE) for i in range(steps)]
        objective = th.Objective(dtype=DTYPE)
        objective.add(th.Difference(poses[0], th.Point2(name="start", dtype=DTYPE), hard, name="at_start"))
        objective.add(th.Difference(poses[-1], th.Point2(name="goal", dtype=DTYPE), hard, name="at_goal"))
        for i in range(1, steps):
            objective.add(th.eb.Collision2D(poses[i], origin, field, cell, eps, weight, name=f"collision{i}"))
            objective.add(
                th.eb.GPMotionModel(
                    poses[i - 1], speeds[i - 1], poses[i], speeds[i], process.dt, process, name=f"motion{i}"
                )
            )
        self.layer = th.TheseusLayer(th.LevenbergMarquardt(objective, th.CholeskyDenseSolver, max_iterations=4))

    def forward(self, field, start, goal):
        fractions = torch.linspace(0, 1, self.steps, dtype=DTYPE)
        inputs = {"field": field, "start": start, "goal": goal, "collision_weight": self.log_weight.exp()}
        for i, fraction in enumerate(fractions):
            inputs[f"pose{i}"] = start + fraction * (goal - start)
            inputs[f"speed{i}"] = (goal - start) / (self.steps - 1)
        values, info = self.layer.forward(inputs, optimizer_kwargs={"damping": 0.1})
        return torch.stack([values[f"pose{i}"] for i in range(self.steps)], 1), info.best_err


class _Bundle(nn.Module):
    """Bundle adjustment of two cameras and some points."""

    def __init__(self, points=6):
        super().__init__()
        self.points = points
        self.focal = nn.Parameter(torch.full((1, 1), 2.0, dtype=DTYPE))
        objective = th.Objective(dtype=DTYPE)
        focal = th.Vector(1, name="focal", dtype=DTYPE)
        zero = [th.Vector(tensor=torch.zeros(1, 1, dtype=DTYPE), name=f"k{i}") for i in (1, 2)]
        cameras = [th.SE3(name=f"camera{i}", dtype=DTYPE) for i in range(2)]
        world = [th.Point3(name=f"point{i}", dtype=DTYPE) for i in range(points)]
        for c, camera in enumerate(cameras):
            for p, point in enumerate(world):
                seen = th.Point2(name=f"seen{c}_{p}", dtype=DTYPE)
                objective.add(th.eb.Reprojection(camera, point, seen, focal, *zero, name=f"reprojection{c}_{p}"))
        soft = th.ScaleCostWeight(torch.tensor(0.1, dtype=DTYPE))
        for camera in cameras:
            target = th.SE3(name=f"prior_{camera.name}", dtype=DTYPE)
            objective.add(th.Difference(camera, target, soft, name=f"keep_{camera.name}"))
        for point in world:
            target = th.Point3(name=f"prior_{point.name}", dtype=DTYPE)
            objective.add(th.Difference(point, target, soft, name=f"keep_{point.name}"))
        self.layer = th.TheseusLayer(th.Dogleg(objective, max_iterations=3))

    def forward(self, seen, points):
        inputs = {"focal": self.focal.expand(len(seen), 1)}
        identity = torch.eye(3, 4, dtype=DTYPE).repeat(len(seen), 1, 1)
        for c in range(2):
            inputs[f"camera{c}"] = inputs[f"prior_camera{c}"] = identity
            for p in range(self.points):
                inputs[f"seen{c}_{p}"] = seen[:, c, p]
                inputs[f"point{p}"] = inputs[f"prior_point{p}"] = points[:, p]
        values, info = self.layer.forward(inputs, optimizer_kwargs={"trust_region_init": 1.0})
        return torch.stack([values[f"point{p}"] for p in range(self.points)], 1), info.last_err


class _Averaging(nn.Module):
    """The mean of rotations, by repeated logarithms and exponentials."""

    def __init__(self, group=th.SO3, steps=4):
        super().__init__()
        self.group, self.steps = group, steps

    def forward(self, tangents):
        elements = [self.group.exp_map(tangent) for tangent in tangents.unbind(1)]
        mean = elements[0]
        for _ in range(self.steps):
            step = torch.stack([mean.local(each) for each in elements]).mean(0)
            mean = mean.retract(step)
        return mean.tensor, mean.adjoint(), mean.inverse().compose(elements[0]).log_map()


class _Transforms(nn.Module):
    """A network that predicts a rigid motion and moves a cloud of points with it."""

    def __init__(self):
        super().__init__()
        self.network = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 6)).to(DTYPE)

    def forward(self, points):
        tangent = self.network(points).mean(1)
        motion = th.SE3.exp_map(0.3 * tangent)
        moved = torch.stack([motion.transform_from(th.Point3(tensor=p)).tensor for p in points.unbind(1)], 1)
        back = torch.stack([motion.transform_to(th.Point3(tensor=p)).tensor for p in moved.unbind(1)], 1)
        return moved, back, motion.to_x_y_z_quaternion()


class _Energy(nn.Module):
    """An energy whose minimiser is the prediction, found with the cross-entropy method."""

    def __init__(self):
        super().__init__()
        self.network = nn.Sequential(nn.Linear(5, 16), nn.Softplus(), nn.Linear(16, 4)).to(DTYPE)
        y = th.Vector(2, name="y", dtype=DTYPE)
        x = th.Variable(torch.zeros(1, 3, dtype=DTYPE), name="x")
        objective = th.Objective(dtype=DTYPE)

        def error(optim_vars, aux_vars):
            y, x = optim_vars[0].tensor, aux_vars[0].tensor
            return self.network(torch.cat([x, y], -1))

        objective.add(
            th.AutoDiffCostFunction(
                [y], error, 4, aux_vars=[x], cost_weight=th.ScaleCostWeight(torch.ones(1, 1, dtype=DTYPE))
            )
        )
        self.layer = th.TheseusLayer(th.DCEM(objective, max_iterations=3))

    def forward(self, x):
        values, _ = self.layer.forward({"x": x, "y": torch.zeros(len(x), 2, dtype=DTYPE)})
        return values["y"]


class _Pushing(nn.Module):
    """Estimates the pose of a pushed object from contacts with an effector."""

    def __init__(self, steps=3):
        super().__init__()
        self.steps = steps
        self.log_weight = nn.Parameter(torch.zeros(1, 1, dtype=DTYPE))
        weight = th.ScaleCostWeight(th.Variable(torch.ones(1, 1, dtype=DTYPE), name="weight"))
        objects = [th.SE2(name=f"object{i}", dtype=DTYPE) for i in range(steps)]
        effectors = [th.SE2(name=f"effector{i}", dtype=DTYPE) for i in range(steps)]
        c = th.Variable(torch.full((1, 1), 0.5, dtype=DTYPE), name="c_square")
        objective = th.Objective(dtype=DTYPE)
        for i in range(steps - 1):
            objective.add(
                th.eb.QuasiStaticPushingPlanar(
                    objects[i], objects[i + 1], effectors[i], effectors[i + 1], c, weight, name=f"push{i}"
                )
            )
        for i in range(steps):
            target = th.SE2(name=f"seen{i}", dtype=DTYPE)
            objective.add(
                th.Difference(effectors[i], target, th.DiagonalCostWeight(torch.ones(1, 3, dtype=DTYPE)), name=f"d{i}")
            )
            objective.add(
                th.Difference(
                    objects[i],
                    target.copy(f"near{i}"),
                    th.ScaleCostWeight(torch.tensor(0.1, dtype=DTYPE)),
                    name=f"n{i}",
                )
            )
        self.layer = th.TheseusLayer(th.GaussNewton(objective, max_iterations=3, step_size=0.5))

    def forward(self, poses):
        inputs = {"weight": self.log_weight.exp()}
        for i in range(self.steps):
            pose = th.SE2.exp_map(poses[:, i]).tensor
            for name in ("object", "effector", "seen", "near"):
                inputs[f"{name}{i}"] = pose
        values, info = self.layer.forward(inputs)
        return torch.stack([values[f"object{i}"] for i in range(self.steps)], 1), info.last_err


class _Limits(nn.Module):
    """A smooth one-dimensional trajectory that stays within its limits."""

    def __init__(self, steps=6):
        super().__init__()
        self.steps = steps
        soft = th.ScaleCostWeight(torch.tensor(1.0, dtype=DTYPE))
        hard = th.ScaleCostWeight(torch.tensor(5.0, dtype=DTYPE))
        limits = [torch.full((1, 2), value, dtype=DTYPE) for value in (-0.5, 0.5, 0.1)]
        points = [th.Vector(2, name=f"p{i}", dtype=DTYPE) for i in range(steps)]
        objective = th.Objective(dtype=DTYPE)
        for i, point in enumerate(points):
            objective.add(th.Difference(point, th.Vector(2, name=f"t{i}", dtype=DTYPE), soft, name=f"data{i}"))
            objective.add(th.eb.HingeCost(point, *limits, hard, name=f"limit{i}"))
            if i:
                zero = th.Vector(2, name=f"z{i}", dtype=DTYPE)
                objective.add(th.Between(points[i - 1], point, zero, soft, name=f"smooth{i}"))
        self.layer = th.TheseusLayer(th.GaussNewton(objective, linear_solver_cls=th.LUDenseSolver, max_iterations=4))

    def forward(self, target):
        inputs = {f"{name}{i}": target[:, i] for i in range(self.steps) for name in "pt"}
        values, info = self.layer.forward(inputs, optimizer_kwargs={"track_err_history": True})
        return torch.stack([values[f"p{i}"] for i in range(self.steps)], 1), info.err_history


class _Field(nn.Module):
    """The signed distance field of an occupancy map, and its values at points."""

    def forward(self, occupancy, points):
        field = th.eb.SignedDistanceField2D(
            th.Point2(tensor=torch.zeros(len(points), 2, dtype=DTYPE)),
            torch.full((len(points), 1), 0.5, dtype=DTYPE),
            occupancy_map=occupancy,
        )
        return field.signed_distance(points)


class _Implicit(_Curve):
    def __init__(self, mode, **options):
        super().__init__(**options)
        self.solving = {"backward_mode": mode, "backward_num_iterations": 3}


def _curve():
    x = torch.rand(3, 10, dtype=DTYPE)
    return x, 1.5 * torch.exp(0.7 * x) + 0.05 * torch.randn(3, 10, dtype=DTYPE)


def _loop(size=3, poses=5):
    return (0.5 * torch.randn(2, poses, size, dtype=DTYPE), 0.5 * torch.randn(2, poses, size, dtype=DTYPE))


MODELS = {
    "Curve": lambda: (_Curve(), _curve()),
    "PoseGraph": lambda: (_PoseGraph(), _loop()),
    "Planner": lambda: (
        _Planner(),
        (
            torch.randn(2, 9, 9, dtype=DTYPE),
            torch.tensor([[-1.5, -1.0], [-1.0, 0.5]], dtype=DTYPE),
            torch.tensor([[1.5, 1.0], [1.2, -0.5]], dtype=DTYPE),
        ),
    ),
    "Averaging": lambda: (_Averaging(), (0.5 * torch.randn(3, 4, 3, dtype=DTYPE),)),
    "Bundle": lambda: (
        _Bundle(),
        (
            0.2 * torch.randn(2, 2, 6, 2, dtype=DTYPE),
            torch.randn(2, 6, 3, dtype=DTYPE) - torch.tensor([0.0, 0.0, 5.0], dtype=DTYPE),
        ),
    ),
    "RigidMotion": lambda: (_Transforms(), (torch.randn(2, 5, 3, dtype=DTYPE),)),
    "ImplicitCurve": lambda: (_Implicit("implicit", optimizer=th.LevenbergMarquardt), _curve()),
    "Energy": lambda: (_Energy(), (torch.randn(3, 3, dtype=DTYPE),)),
    "RobustPoses": lambda: (_PoseGraph(th.SE3, 4, robust=True, backward="truncated"), _loop(6, 4)),
    "Limits": lambda: (_Limits(), (torch.randn(2, 6, 2, dtype=DTYPE),)),
    "Pushing": lambda: (_Pushing(), (0.3 * torch.randn(2, 3, 3, dtype=DTYPE),)),
    "Field": lambda: (
        _Field(),
        ((torch.rand(2, 8, 8, dtype=DTYPE) > 0.8).to(DTYPE), 3 * torch.rand(2, 2, 5, dtype=DTYPE)),
    ),
    "LossCurve": lambda: (_Implicit("dlm"), _curve()),
}

__getattr__ = factories(MODELS)

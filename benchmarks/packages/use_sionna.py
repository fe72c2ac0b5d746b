import numpy as np
import torch
from seeded import factories
from sionna.phy import Block, channel, config, fec, mapping, mimo, nr, ofdm
from sionna.phy.channel import optical, tr38901
from sionna.phy.utils import ebnodb2no
from torch import nn

BATCH = 2


class _Uncoded(nn.Module):
    """Bits that are sent as QAM symbols over a noisy channel, and demapped to log-likelihood ratios."""

    def __init__(self, bits=4):
        super().__init__()
        constellation = mapping.Constellation("qam", bits)
        self.mapper = mapping.Mapper(constellation=constellation)
        self.demapper = mapping.Demapper("app", constellation=constellation)
        self.channel = channel.AWGN()
        self.bits = bits

    def forward(self, bits, ebno):
        no = ebnodb2no(ebno, num_bits_per_symbol=self.bits, coderate=1.0)
        return self.demapper(self.channel(self.mapper(bits), no), no)


class _Coded(nn.Module):
    """The same with a code for the bits, and its decoder."""

    def __init__(self, encoder, decoder, bits=2, rate=0.5):
        super().__init__()
        self.encoder, self.decoder = encoder, decoder
        self.mapper = mapping.Mapper("qam", bits)
        self.demapper = mapping.Demapper("app", "qam", bits)
        self.channel = channel.AWGN()
        self.bits, self.rate = bits, rate

    def forward(self, bits, ebno):
        no = ebnodb2no(ebno, num_bits_per_symbol=self.bits, coderate=self.rate)
        llr = self.demapper(self.channel(self.mapper(self.encoder(bits)), no), no)
        return self.decoder(llr)


class _OFDM(nn.Module):
    """A user that sends coded bits over OFDM to a base station with antennas, which estimates the channel."""

    def __init__(self, perfect=False, bits=2):
        super().__init__()
        self.grid = _grid()
        streams = _streams()
        carriers = self.grid.num_data_symbols
        self.encoder = fec.ldpc.LDPC5GEncoder(int(carriers * bits / 2), int(carriers * bits))
        self.decoder = fec.ldpc.LDPC5GDecoder(self.encoder, num_iter=4)
        self.mapper = mapping.Mapper("qam", bits)
        self.grid_mapper = ofdm.ResourceGridMapper(self.grid)
        model = tr38901.TDL("A", 100e-9, 2.6e9, min_speed=3.0, num_rx_ant=2)
        self.channel = channel.OFDMChannel(model, self.grid, normalize_channel=True, return_channel=True)
        self.estimator = ofdm.LSChannelEstimator(self.grid, interpolation_type="lin")
        self.equalizer = ofdm.LMMSEEqualizer(self.grid, streams)
        self.demapper = mapping.Demapper("app", "qam", bits)
        self.remove = ofdm.RemoveNulledSubcarriers(self.grid)
        self.perfect = perfect

    def forward(self, bits, no):
        x = self.grid_mapper(self.mapper(self.encoder(bits)))
        y, h = self.channel(x, no)
        h_hat, variance = (self.remove(h), 0.0) if self.perfect else self.estimator(y, no)
        x_hat, no_eff = self.equalizer(y, h_hat, variance, no)
        return self.decoder(self.demapper(x_hat, no_eff))


class _Detection(nn.Module):
    """Symbols of several antennas over a fading channel, and their detector."""

    def __init__(self, detector, bits=4, streams=2, antennas=4):
        super().__init__()
        self.mapper = mapping.Mapper("qam", bits)
        self.channel = channel.FlatFadingChannel(streams, antennas, return_channel=True)
        self.detector = detector
        self.streams, self.antennas = streams, antennas

    def forward(self, bits, no):
        x = self.mapper(bits).reshape(-1, self.streams)
        y, h = self.channel(x, no)
        covariance = no * torch.eye(self.antennas, dtype=y.dtype).expand(y.shape[0], -1, -1)
        return self.detector(y, h, covariance)


class _Residual(nn.Module):
    """A residual block of the neural receiver, as in the package's tutorial."""

    def __init__(self, channels, shape):
        super().__init__()
        self.norm_1, self.norm_2 = nn.LayerNorm((channels, *shape)), nn.LayerNorm((channels, *shape))
        self.conv_1 = nn.Conv2d(channels, channels, 3, padding=1)
        self.conv_2 = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x):
        z = self.conv_1(torch.relu(self.norm_1(x)))
        return x + self.conv_2(torch.relu(self.norm_2(z)))


class _Neural(Block):
    """A neural receiver: from what the antennas receive to log-likelihood ratios of the bits."""

    def __init__(self, grid, bits=2, channels=16, antennas=2):
        super().__init__()
        shape = (grid.num_ofdm_symbols, grid.fft_size)
        self.start = nn.Conv2d(2 * antennas + 1, channels, 3, padding=1)
        self.blocks = nn.Sequential(_Residual(channels, shape), _Residual(channels, shape))
        self.end = nn.Conv2d(channels, bits, 3, padding=1)

    def call(self, y, no):
        y = y.squeeze(1)
        noise = torch.log10(no).expand(y.shape[0], 1, *y.shape[-2:])
        z = torch.cat([y.real, y.imag, noise], 1)
        return self.end(self.blocks(self.start(z))).permute(0, 2, 3, 1)


class _Receiver(nn.Module):
    """The neural receiver behind a channel, with the loss it is trained with."""

    def __init__(self, bits=2):
        super().__init__()
        self.grid = _grid()
        self.mapper = mapping.Mapper("qam", bits)
        self.grid_mapper = ofdm.ResourceGridMapper(self.grid)
        model = tr38901.TDL("A", 100e-9, 2.6e9, min_speed=3.0, num_rx_ant=2)
        self.channel = channel.OFDMChannel(model, self.grid, normalize_channel=True)
        self.receiver = _Neural(self.grid, bits)
        self.demapper = ofdm.ResourceGridDemapper(self.grid, _streams())
        self.loss = nn.BCEWithLogitsLoss()

    def forward(self, bits, no):
        y = self.channel(self.grid_mapper(self.mapper(bits)), no)
        llr = self.receiver(y, no)
        llr = self.demapper(llr[:, None, None]).flatten(-2)
        return self.loss(llr, bits)


class _Autoencoder(nn.Module):
    """A constellation that is learned, with a neural demapper, end to end."""

    def __init__(self, bits=4):
        super().__init__()
        points = mapping.Constellation("qam", bits).points
        self.points_r, self.points_i = nn.Parameter(points.real.clone()), nn.Parameter(points.imag.clone())
        self.constellation = mapping.Constellation("custom", bits, points=points, normalize=True, center=True)
        self.mapper = mapping.Mapper(constellation=self.constellation)
        self.channel = channel.AWGN()
        self.demapper = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, bits))
        self.loss = nn.BCEWithLogitsLoss()

    def forward(self, bits, no):
        self.constellation.points = torch.complex(self.points_r, self.points_i)
        y = self.channel(self.mapper(bits), no)
        llr = self.demapper(torch.stack([y.real, y.imag, torch.log10(no).expand(y.shape)], -1))
        return self.loss(llr.reshape(bits.shape), bits)


class _Uplink(nn.Module):
    """The uplink of 5G: the transport blocks of users, their channel and the receiver."""

    def __init__(self):
        super().__init__()
        setup = nr.PUSCHConfig()
        setup.carrier.n_size_grid = 4
        setup.tb.mcs_index = 4
        self.transmitter = nr.PUSCHTransmitter(setup)
        self.receiver = nr.PUSCHReceiver(self.transmitter)
        model = channel.RayleighBlockFading(1, 2, 1, 1)
        self.channel = channel.OFDMChannel(model, self.transmitter.resource_grid, normalize_channel=True)

    def forward(self, no):
        x, bits = self.transmitter(BATCH)
        return self.receiver(self.channel(x, no), no), bits


class _Fiber(nn.Module):
    """Signals over spans of optical fiber, each with its amplifier."""

    def __init__(self, spans=2):
        super().__init__()
        self.span = optical.SSFM(n_ssfm=4, length=80.0, sample_duration=1.0, half_window_length=4)
        self.amplifier = optical.EDFA(g=4.0, f=3.0)
        self.spans = spans

    def forward(self, signal):
        for _ in range(self.spans):
            signal = self.amplifier(self.span(signal))
        return signal


class _Waveform(nn.Module):
    """OFDM in the time domain: the grid is modulated, sent over a channel with delays, and demodulated."""

    def __init__(self, bits=2):
        super().__init__()
        self.grid = _grid(prefix=6)
        self.mapper = mapping.Mapper("qam", bits)
        self.grid_mapper = ofdm.ResourceGridMapper(self.grid)
        self.modulator = ofdm.OFDMModulator(self.grid.cyclic_prefix_length)
        model = tr38901.TDL("C", 100e-9, 2.6e9, num_rx_ant=2)
        self.channel = channel.TimeChannel(
            model, self.grid.bandwidth, self.grid.num_time_samples, l_min=-2, l_max=4, normalize_channel=True
        )
        self.demodulator = ofdm.OFDMDemodulator(self.grid.fft_size, -2, self.grid.cyclic_prefix_length)

    def forward(self, bits, no):
        x = self.modulator(self.grid_mapper(self.mapper(bits)))
        return self.demodulator(self.channel(x, no))


def _grid(prefix=0):
    return ofdm.ResourceGrid(
        num_ofdm_symbols=14,
        fft_size=24,
        subcarrier_spacing=30e3,
        cyclic_prefix_length=prefix,
        pilot_pattern="kronecker",
        pilot_ofdm_symbol_indices=[2, 11],
    )


def _streams():
    return mimo.StreamManagement(np.array([[1]]), 1)


def _bits(*shape):
    return torch.randint(0, 2, (BATCH, *shape)).float()


def _seeded(build):
    """The package's random numbers have generators of their own."""

    def factory():
        config.seed = 1
        return build()

    return factory


def _ldpc():
    encoder = fec.ldpc.LDPC5GEncoder(40, 80)
    return _Coded(encoder, fec.ldpc.LDPC5GDecoder(encoder, num_iter=5)), (_bits(40), torch.tensor(4.0))


def _polar():
    encoder = fec.polar.Polar5GEncoder(24, 64)
    decoder = fec.polar.Polar5GDecoder(encoder, dec_type="SCL", list_size=4)
    return _Coded(encoder, decoder), (_bits(24), torch.tensor(4.0))


def _viterbi():
    encoder = fec.conv.ConvEncoder(rate=1 / 2, constraint_length=3)
    return _Coded(encoder, fec.conv.ViterbiDecoder(encoder=encoder)), (_bits(20), torch.tensor(4.0))


def _turbo():
    encoder = fec.turbo.TurboEncoder(rate=1 / 3, constraint_length=4, terminate=True)
    decoder = fec.turbo.TurboDecoder(encoder=encoder, num_iter=2)
    return _Coded(encoder, decoder, rate=1 / 3), (_bits(40), torch.tensor(2.0))


def _grid_bits(bits=2):
    return _bits(1, 1, _grid().num_data_symbols * bits)


NOISE = 0.05

MODELS = {
    "Uncoded": lambda: (_Uncoded(), (_bits(64), torch.tensor(8.0))),
    "LDPC": _ldpc,
    "OFDM": lambda: (_OFDM(), (_bits(1, 1, _grid().num_data_symbols), torch.tensor(NOISE))),
    "NeuralReceiver": lambda: (_Receiver(), (_grid_bits(), torch.tensor(NOISE))),
    "Polar": _polar,
    "Autoencoder": lambda: (_Autoencoder(), (_bits(64), torch.tensor(NOISE))),
    "Uplink": lambda: (_Uplink(), (torch.tensor(NOISE),)),
    "Viterbi": _viterbi,
    "Fiber": lambda: (_Fiber(), (torch.complex(torch.randn(BATCH, 64), torch.randn(BATCH, 64)) * 0.03,)),
    "LinearDetector": lambda: (
        _Detection(mimo.LinearDetector("lmmse", "bit", "app", constellation_type="qam", num_bits_per_symbol=4)),
        (_bits(5, 8), torch.tensor(NOISE)),
    ),
    "Turbo": _turbo,
    "Waveform": lambda: (_Waveform(), (_grid_bits(), torch.tensor(NOISE))),
    "ExpectationPropagation": lambda: (
        _Detection(mimo.EPDetector("bit", 4, l=4)),
        (_bits(5, 8), torch.tensor(NOISE)),
    ),
}
MODELS = {name: _seeded(build) for name, build in MODELS.items()}

__getattr__ = factories(MODELS)

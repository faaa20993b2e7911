"""The network file format of `duiyi-nnue`, and the initial weights of the training."""

import struct

import numpy

MASK = (1 << 64) - 1
# The integer for a clipped unit of 1, and the maximum sum of absolute output weights without overflow.
UNIT, MAX_WEIGHT = 255, (2**31 - 1) // (255 * 255)


def _hash(data):
    """FNV-1a, 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & MASK
    return value


def _xoshiro(seed):
    """Numbers of xoshiro256++, seeded with SplitMix64."""
    state = []
    for _ in range(4):
        seed = seed + 0x9E3779B97F4A7C15 & MASK
        mixed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        state.append(mixed ^ mixed >> 31)

    def turned(value, by):
        return (value << by | value >> 64 - by) & MASK

    while True:
        yield turned(state[0] + state[3] & MASK, 23) + state[0] & MASK
        last = state[1] << 17 & MASK
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= last
        state[3] = turned(state[3], 45)


def random_network(inputs, hidden, buckets, seed):
    """The initial weights of `lab train`: feature weights and bias, output weights and bias."""
    numbers = _xoshiro(seed)
    single = numpy.float32

    def fill(count, width):
        values = numpy.array([(next(numbers) >> 40) / (1 << 24) for _ in range(count)], single)
        return (single(2) * values - single(1)) * single(width)

    features = fill(inputs * hidden, 0.1).reshape(inputs, hidden)
    outputs = fill(buckets * 2 * hidden, single(1) / numpy.sqrt(single(2 * hidden))).reshape(buckets, -1)
    # The outputs of all buckets start equal.
    return features, numpy.full(hidden, 0.3, single), numpy.tile(outputs[0], (buckets, 1)), numpy.zeros(buckets, single)


def _rounded(values, unit, most, kind):
    """Integers, rounded half away from zero and clamped to the range."""
    scaled = (values * numpy.float32(unit)).astype(numpy.float64)
    whole = numpy.copysign(numpy.floor(numpy.abs(scaled) + 0.5), scaled)
    return numpy.clip(whole, -most, most).astype(kind).tobytes()


def _output_unit(weights):
    """The integer for an output weight of 1: as large as 8 bits and the sums allow."""
    sizes = numpy.abs(weights)
    sums = numpy.add.accumulate(sizes, axis=1)[:, -1]
    by_sum = numpy.float32(MAX_WEIGHT - weights.shape[1] // 2) / max(sums.max(), numpy.float32(1e-30))
    by_most = numpy.float32(127) / max(sizes.max(), numpy.float32(1e-30))
    return int(min(max(min(by_most, by_sum), 1), 4096))


def to_bytes(network, scale, features, provenance):
    """The bytes of the file."""
    feature_weights, feature_bias, output_weights, output_bias = network
    (inputs, hidden), buckets = feature_weights.shape, len(output_bias)
    if hidden % 32:
        raise ValueError("the number of hidden units must be a multiple of 32")
    unit = _output_unit(output_weights)
    data = b"DUIYINN1" + struct.pack("<5I", inputs, hidden, buckets, unit, int(scale + 0.5))
    for text in (features.encode(), provenance.encode()):
        data += struct.pack("<I", len(text)) + text
    data += struct.pack("<Q", _hash(f"{features} {inputs} {buckets}".encode()))
    data += _rounded(feature_weights, UNIT, 32767, "<i2") + _rounded(feature_bias, UNIT, 32767, "<i2")
    data += _rounded(output_weights, unit, 127, "i1")
    data += _rounded(output_bias, UNIT * unit, 1e9, "<i4")
    return data + struct.pack("<Q", _hash(data))


def from_bytes(data, features):
    """The network of a file as `random_network` returns it, and its scale; ValueError if it is not one for these features."""
    if data[:8] != b"DUIYINN1" or len(data) < 48 or struct.pack("<Q", _hash(data[:-8])) != data[-8:]:
        raise ValueError("expected a network file of duiyi-nnue with its checksum")
    inputs, hidden, buckets, unit, scale = struct.unpack_from("<5I", data, 8)
    at = 28
    (length,) = struct.unpack_from("<I", data, at)
    found = data[at + 4:at + 4 + length].decode()
    if found != features:
        raise ValueError(f"a network for {found}; expected {features}")
    at += 4 + length
    (length,) = struct.unpack_from("<I", data, at)
    at += 4 + length + 8

    def values(kind, count, divisor):
        nonlocal at
        part = numpy.frombuffer(data, kind, count, at)
        at += part.nbytes
        return part.astype(numpy.float32) / numpy.float32(divisor)

    weights = values("<i2", inputs * hidden, UNIT).reshape(inputs, hidden)
    bias = values("<i2", hidden, UNIT)
    outputs = values("i1", buckets * 2 * hidden, unit).reshape(buckets, 2 * hidden)
    return (weights, bias, outputs, values("<i4", buckets, UNIT * unit)), scale

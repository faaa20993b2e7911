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

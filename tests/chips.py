"""Descriptions of GPUs with which cuDNN plans its kernels on machines without GPU and driver."""

import json

COMMON = {"version": 1, "maxGridSize": [2147483647, 65535, 65535], "maxBlockSize": [1024, 1024, 64], "warpSize": 32,
          "regsPerBlock": 65536, "maxRegistersPerSM": 65536, "maxSharedMemoryPerBlock": 49152, "smCountOrigin": 0,
          "oversizedSharedMemoryPerBlock": 0, "maxThreadsPerBlock": 1024, "pciDeviceId": 0, "isTccDriver": 0,
          "supportCoopLaunch": 1, "cudaDeviceId": 0, "driverVer": 12080}
GPUS = {
    "T4": {"deviceVer": 750, "multiProcessorCount": 40, "maxSharedMemoryPerBlockOptin": 65536, "maxCtasPerSM": 16,
           "reservedSharedMemoryPerBlock": 0, "maxThreadsPerSM": 1024, "totalGlobalMem": 15 << 30,
           "l2CacheSize": 4 << 20, "smClockRateKHz": 1590000, "memClockRateKHz": 5001000, "memoryBusWidth": 256},
    "A100": {"deviceVer": 800, "multiProcessorCount": 108, "maxSharedMemoryPerBlockOptin": 166912, "maxCtasPerSM": 32,
             "reservedSharedMemoryPerBlock": 1024, "maxThreadsPerSM": 2048, "totalGlobalMem": 40 << 30,
             "l2CacheSize": 40 << 20, "smClockRateKHz": 1410000, "memClockRateKHz": 1215000, "memoryBusWidth": 5120},
    "A10": {"deviceVer": 860, "multiProcessorCount": 72, "maxSharedMemoryPerBlockOptin": 101376, "maxCtasPerSM": 16,
            "reservedSharedMemoryPerBlock": 1024, "maxThreadsPerSM": 1536, "totalGlobalMem": 24 << 30,
            "l2CacheSize": 6 << 20, "smClockRateKHz": 1695000, "memClockRateKHz": 6251000, "memoryBusWidth": 384},
    "L4": {"deviceVer": 890, "multiProcessorCount": 58, "maxSharedMemoryPerBlockOptin": 101376, "maxCtasPerSM": 24,
           "reservedSharedMemoryPerBlock": 1024, "maxThreadsPerSM": 1536, "totalGlobalMem": 24 << 30,
           "l2CacheSize": 48 << 20, "smClockRateKHz": 2040000, "memClockRateKHz": 6251000, "memoryBusWidth": 192},
    "H200": {"deviceVer": 900, "multiProcessorCount": 132, "maxSharedMemoryPerBlockOptin": 232448, "maxCtasPerSM": 32,
             "reservedSharedMemoryPerBlock": 1024, "maxThreadsPerSM": 2048, "totalGlobalMem": 140 << 30,
             "l2CacheSize": 60 << 20, "smClockRateKHz": 1980000, "memClockRateKHz": 3201000, "memoryBusWidth": 6144},
}


def described(gpu):
    """Return a GPU's description for cudnn.create_device_properties."""
    return json.dumps(COMMON | GPUS[gpu] | {"deviceName": gpu})

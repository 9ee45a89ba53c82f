type Crypto = typeof import('node:crypto')

/**
 * Replaces the random functions of `node:crypto`, and of the global `crypto`, which wallets use.
 * Both repeat the same sequence in every process. Each caller has a sequence of its own, because
 * background work runs at other moments in every run.
 */
export function seedCrypto(actual: Crypto): Crypto {
  const counters = new Map<string, number>()
  const bytes = (length: number): Buffer => {
    const caller = readCaller()
    const blocks: Buffer[] = []
    for (let filled = 0; filled < length; filled += 32) {
      const counter = counters.get(caller) ?? 0
      blocks.push(actual.createHash('sha256').update(`dump ${caller} ${counter}`).digest())
      counters.set(caller, counter + 1)
    }
    return Buffer.concat(blocks).subarray(0, length)
  }
  const uuid = () => {
    const hex = bytes(16).toString('hex')
    const variant = `8${hex.slice(17, 20)}`
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}-${hex.slice(20)}` as const
  }
  globalThis.crypto.getRandomValues = (array) => {
    if (ArrayBuffer.isView(array)) {
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes(array.byteLength))
    }
    return array
  }
  const seeded = {
    randomBytes: bytes,
    randomUUID: uuid,
    randomInt: (low: number, high?: number) => {
      const [min, max] = high === undefined ? [0, low] : [low, high]
      return min + (bytes(4).readUInt32BE() % (max - min))
    },
  }
  const replaced = { ...actual, ...seeded } as unknown as Crypto
  return { ...replaced, default: replaced } as Crypto
}

/** Returns the files of the service and its tests that called, without lines, which change often. */
function readCaller(): string {
  const frames = new Error('caller').stack?.matchAll(/\/server\/((?:src|test)\/[\w./-]+)/g) ?? []
  return [...new Set(Array.from(frames, ([, path]) => path))].join()
}

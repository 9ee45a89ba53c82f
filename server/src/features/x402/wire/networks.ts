/** Names of chains in version 1 of x402, which knows no others. */
const namesInV1: Readonly<Record<number, string>> = {
  8453: 'base',
  84532: 'base-sepolia',
}

/** Returns the name of a chain in version 1 of x402, or null. */
export function nameInV1(chainId: number): string | null {
  return namesInV1[chainId] ?? null
}

/** Returns the name of a chain in version 2 of x402 (CAIP-2). */
export function nameInV2(chainId: number): `eip155:${number}` {
  return `eip155:${chainId}`
}

import { type Address, parseAddress } from '../../lib/hex.js'

/** The wallet that a private key opens. */
export async function walletOf(privateKey: string): Promise<Address> {
  const { privateKeyToAddress } = await import('viem/accounts')
  const address = parseAddress(privateKeyToAddress(privateKey as `0x${string}`))
  if (!address) throw new Error('a key has always an address')
  return address
}

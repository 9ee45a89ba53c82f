import { type Address, parseAddress } from '../../lib/hex.js'

/** Returns the wallet of a private key. */
export async function walletOf(privateKey: string): Promise<Address> {
  const { privateKeyToAddress } = await import('viem/accounts')
  const address = parseAddress(privateKeyToAddress(privateKey as `0x${string}`))
  if (!address) throw new Error('a key always has an address')
  return address
}

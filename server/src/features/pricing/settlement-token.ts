import type { SettlementToken } from './schemas.js'

/** Where USDC is, by chain id, as its issuer says. */
const usdcAddresses: Readonly<Record<number, string>> = {
  8453: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  84532: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
}

/** The token that payments on a chain settle in. */
export function settlementTokenOf(chainId: number): SettlementToken {
  return { symbol: 'USDC', decimals: 6, address: usdcAddresses[chainId] ?? null, chainId }
}

import { type Address, knownAddress } from '../../lib/hex.js'

export const tokenSymbols = ['USDC', 'USDT', 'EURC'] as const
export type TokenSymbol = (typeof tokenSymbols)[number]

/** A token accepted for payments. */
export type Token = {
  symbol: TokenSymbol
  address: Address
  decimals: number
  /** Its signing domain (EIP-712); `null` when it supports no signatures. */
  domain: { name: string; version: string } | null
}

/** The decimals of every token in the table. */
export const tokenDecimals = 6

/** Represents the native token in contract events and in our tables. */
export const nativeToken = knownAddress(`0x${'0'.repeat(40)}`)

type TokenTable = Readonly<Record<number, Readonly<Record<TokenSymbol, Omit<Token, 'symbol'>>>>>

/** USDT of a sandbox chain. Base Sepolia, which it otherwise resembles, has none. */
export const sandboxUsdt = knownAddress('0x00000000000000000000000000000000075d7007')

/** By chain id, as published by the issuers. */
const tokens: TokenTable = {
  8453: {
    USDC: token('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', { name: 'USD Coin', version: '2' }),
    USDT: token('0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', null),
    EURC: token('0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', { name: 'EURC', version: '2' }),
  },
  84532: {
    USDC: token('0x036CbD53842c5426634e7929541eC2318f3dCF7e', { name: 'USDC', version: '2' }),
    USDT: token(sandboxUsdt, null),
    EURC: token('0x808456652fdb597867f38412077A9182bf77359F', { name: 'EURC', version: '2' }),
  },
}

/** Lists the tokens accepted on a chain. */
export function listTokens(chainId: number): Token[] {
  return tokenSymbols.flatMap((symbol) => findToken(chainId, symbol) ?? [])
}

/** Returns a token accepted on a chain, or `null`. */
export function findToken(chainId: number, symbol: TokenSymbol): Token | null {
  const token = tokens[chainId]?.[symbol]
  return token ? { symbol, ...token } : null
}

function token(text: string, domain: Token['domain']): Omit<Token, 'symbol'> {
  return { address: knownAddress(text), decimals: tokenDecimals, domain }
}

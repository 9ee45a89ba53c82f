import type { Address, Hex } from 'viem'
import type { Contract } from '../call.js'
import { accounts, createTestChain } from '../chain.js'
import { toVrs } from '../sign.js'

const [, first, second, third] = accounts
if (!first || !second || !third) throw new Error('There are fewer accounts than roles.')

export const ownerAccount = first
export const owner = first.address
export const otherAccount = second
export const other = second.address
export const relayer = third.address
export const zero = '0x0000000000000000000000000000000000000000'
export const aNonce: Hex = `0x${'5a'.repeat(32)}`

/** The two ways to pass a signature, as the last arguments of a call. */
export const forms: [string, (signature: Hex) => readonly unknown[]][] = [
  ['v, r, s', toVrs],
  ['bytes', (signature) => [signature]],
]

export const signedTokens = ['usdc', 'eurc'] as const
export const allTokens = ['usdc', 'eurc', 'usdt'] as const

/** Creates a chain with the tokens and an owner with 1,000 units of each. */
export async function createFixture() {
  const chain = await createTestChain()
  const tokens = {
    usdc: await chain.setCode('0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'TestUSDC'),
    eurc: await chain.setCode('0x808456652fdb597867f38412077A9182bf77359F', 'TestEURC'),
    usdt: await chain.setCode('0xdAC17F958D2ee523a2206206994597C13D831ec7', 'TestUSDT'),
  }
  for (const token of Object.values(tokens)) {
    await chain.mustSend({ ...token, functionName: 'mint', args: [owner, 1_000n] })
  }

  const balanceOf = (token: Contract, account: Address): Promise<bigint> =>
    chain.read({ ...token, functionName: 'balanceOf', args: [account] })
  const allowanceOf = (token: Contract, spender: Address): Promise<bigint> =>
    chain.read({ ...token, functionName: 'allowance', args: [owner, spender] })
  const deployWallet = () => chain.deploy('ContractWallet', [owner])

  return { chain, tokens, balanceOf, allowanceOf, deployWallet }
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>

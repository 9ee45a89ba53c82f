import { type Address, concatHex, type Hex, keccak256, numberToHex, stringToHex } from 'viem'
import { accounts, at, createTestChain, type TestChain } from '../chain.js'

export type Recipient = readonly [account: Address, bps: number]

const [, first, second, third, fourth] = accounts.map(({ address }) => address)
if (!first || !second || !third || !fourth) throw new Error('There are fewer accounts than roles.')

export const merchant = first
export const platform = second
export const affiliate = third
export const buyer = fourth

const usdcAddress: Address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const usdtAddress: Address = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
export const native: Address = '0x0000000000000000000000000000000000000000'
export const nativeAlias: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
export const salt = keccak256(stringToHex('salt'))

/**
 * Creates a chain with the factory, the tokens, a buyer with balances, and a split of 99.5 % and
 * 0.5 %.
 */
export async function createFixture() {
  const chain = await createTestChain()
  const factory = await chain.deploy('SplitFactory')
  const usdc = await chain.setCode(usdcAddress, 'TestUSDC')
  const usdt = await chain.setCode(usdtAddress, 'TestUSDT')
  const fixture = { chain, factory, usdc, usdt }
  for (const token of [usdc, usdt]) {
    await chain.mustSend({ ...token, functionName: 'mint', args: [buyer, 10n ** 15n] })
  }
  const split = await createSplit(fixture, [
    [merchant, 9_950],
    [platform, 50],
  ])

  /** Sends a plain transfer from the buyer to the split. */
  const pay = (token: Address, amount: bigint, to = split.to) =>
    chain.mustSend({
      ...usdc,
      to: token,
      from: buyer,
      functionName: 'transfer',
      args: [to, amount],
    })
  const payNative = (value: bigint, to = split.to) => chain.mustSend({ to, from: buyer, value })

  return { ...fixture, split, pay, payNative }
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>

export async function createSplit(
  { chain, factory }: { chain: TestChain; factory: { to: Address } },
  recipients: readonly Recipient[],
) {
  const { to } = factory
  const args = [encodeRecipients(ascending(recipients)), salt]
  const { returned } = await chain.mustSend({
    ...at('SplitFactory', to),
    functionName: 'create',
    args,
  })
  return at('MerchantSplit', returned)
}

/** Encodes recipients for `create`, in the given order. */
export function encodeRecipients(recipients: readonly Recipient[]): Hex {
  return concatHex(
    recipients.flatMap(([account, bps]) => [
      account.toLowerCase() as Address,
      numberToHex(bps, { size: 2 }),
    ]),
  )
}

export function ascending(recipients: readonly Recipient[]): Recipient[] {
  return recipients.toSorted(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
}

/** Returns the balances of the accounts in a token, or in native tokens. */
export async function balancesOf(
  chain: TestChain,
  accounts: readonly Address[],
  token?: Address,
): Promise<bigint[]> {
  const balances: bigint[] = []
  for (const account of accounts) balances.push(await chain.getBalance(account, token))
  return balances
}

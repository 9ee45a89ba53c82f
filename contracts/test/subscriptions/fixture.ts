import { type Address, type Hex, keccak256, stringToHex, zeroHash } from 'viem'
import type { Contract, Outcome } from '../call.js'
import { accounts, createTestChain } from '../chain.js'
import type { Signer } from '../sign.js'
import { ascending, encodeRecipients } from '../split/fixture.js'
import { type Charge, type Permission, signPermission, toChargeKey } from './permission.js'

export type Terms = {
  manager: Address
  merchant: Address
  token: Address
  payout: Address
  price: bigint
  period: number
  feeRecipient: Address
  feeBps: number
  splitFeeBps: number
  canceler: Address
  planKey: Hex
}

/** The arguments of a split. Empty for a payout that is none. */
export type SplitProof = { recipients: Hex; salt: Hex }
export const noProof: SplitProof = { recipients: '0x', salt: zeroHash }

export type Charged = {
  chargeKey: Hex
  spender: Address
  account: Address
  token: Address
  payout: Address
  amount: bigint
  fee: bigint
  feeOwed: bigint
  splitFeeBps: bigint
}

const [, first, second, third, fourth, fifth, sixth, seventh] = accounts
if (!first || !second || !third || !fourth || !fifth || !sixth || !seventh) {
  throw new Error('There are fewer accounts than roles.')
}

export const merchantAccount = first
export const merchant = first.address
export const subscriberAccount = second
export const subscriber = second.address
export const thirdPartyAccount = third
export const thirdParty = third.address
export const payout = fourth.address
export const feeRecipient = fifth.address
export const otherPayout = sixth.address
export const cancelerAccount = seventh
export const canceler = seventh.address

export const price = 10_000_000n
export const fee = 50_000n
export const period = 2_592_000
/** The start of every permission, unless a test changes it. */
export const start = 1_760_000_000
export const end = start + 12 * period
/** The subscriber's balance of each token, and its allowance for the manager. */
export const funds = 1_000n * price
export const planKey = keccak256(stringToHex('plan'))

/** Creates a chain with the contracts, one plan with a fee of 50 bps, and a subscriber who can pay it. */
export async function createFixture() {
  const chain = await createTestChain()
  const manager = await chain.deploy('SpendPermissionManager')
  const factory = await chain.deploy('SplitFactory')
  const charger = await chain.deploy('SubscriptionCharger', [factory.to])
  const usdc = await chain.setCode('0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'TestUSDC')
  const sly = await chain.deploy('SlyToken')
  const domain = { chainId: chain.chainId, verifyingContract: manager.to }

  const terms: Terms = {
    manager: manager.to,
    merchant,
    token: usdc.to,
    payout,
    price,
    period,
    feeRecipient,
    feeBps: 50,
    splitFeeBps: 0,
    canceler,
    planKey,
  }
  /** Creates the spender of a plan with some other terms. */
  const createSpender = async (
    other: Partial<Terms> = {},
    proof: SplitProof = noProof,
  ): Promise<Address> => {
    const args = [{ ...terms, ...other }, proof]
    return (await chain.mustSend({ ...charger, functionName: 'createSpender', args })).returned
  }
  const spender = await createSpender()

  /** Returns a split of the merchant with a share of the fee recipient. It is not deployed. */
  const aSplit = async (feeBps = 50, salt: Hex = zeroHash) => {
    const shares = [[merchant, 10_000 - feeBps] as const, [feeRecipient, feeBps] as const]
    const recipients = encodeRecipients(ascending(shares.filter(([, bps]) => bps > 0)))
    const call = { ...factory, functionName: 'predict', args: [recipients, salt] }
    const split: Address = await chain.read(call)
    return { split, proof: { recipients, salt } }
  }

  const fund = async (token: Contract, account: Address, amount = funds) => {
    await chain.mustSend({ ...token, functionName: 'mint', args: [account, amount] })
    const args = [manager.to, amount]
    await chain.mustSend({ ...token, from: account, functionName: 'approve', args })
  }
  await fund(usdc, subscriber)
  await fund(sly, subscriber)
  chain.setNextTimestamp(BigInt(start) + 60n)

  const aPermission = (other: Partial<Permission> = {}): Permission => ({
    account: subscriber,
    spender,
    token: usdc.to,
    allowance: price,
    period,
    start,
    end,
    salt: 1n,
    extraData: '0x',
    ...other,
  })

  const sign = (permission: Permission, signer: Signer = subscriberAccount) =>
    signPermission(signer, domain, permission)

  /** Returns a signed charge of the first period, valid for its first day. */
  const aCharge = async (
    permission: Permission = aPermission(),
    other: Partial<Omit<Charge, 'permission'>> = {},
  ): Promise<Charge> => {
    const { periodStart = permission.start } = other
    const signature = other.signature ?? (await sign(permission))
    const deadline = other.deadline ?? periodStart + 86_400
    return { permission, signature, periodStart, deadline }
  }

  const charge = (item: Charge, gas = 1_000_000n, from: Address = thirdParty) =>
    chain.send({ ...charger, from, functionName: 'charge', args: [item], gas })

  const chargeBatch = (items: readonly Charge[], gasEach = 250_000n, gas = 16_000_000n) =>
    chain.send({ ...charger, functionName: 'chargeBatch', args: [items, gasEach], gas })

  const keyOf = ({ permission, periodStart }: Charge) =>
    toChargeKey(domain, permission, periodStart)

  const balanceOf = (account: Address, token: Address = usdc.to) => chain.getBalance(account, token)

  return {
    chain,
    manager,
    factory,
    charger,
    usdc,
    sly,
    domain,
    terms,
    spender,
    createSpender,
    aSplit,
    fund,
    aPermission,
    sign,
    aCharge,
    charge,
    chargeBatch,
    keyOf,
    balanceOf,
  }
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>

export function chargesIn({ logs }: Outcome): Charged[] {
  return logs
    .filter(({ eventName }) => eventName === 'SubscriptionCharged')
    .map(({ args }) => args as Charged)
}

export function failuresIn({ logs }: Outcome): { chargeKey: Hex; reason: Hex }[] {
  return logs
    .filter(({ eventName }) => eventName === 'SubscriptionChargeFailed')
    .map(({ args }) => args as { chargeKey: Hex; reason: Hex })
}

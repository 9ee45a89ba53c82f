import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { getTrialBalance } from '../../src/features/ledger/get-trial-balance.js'
import { revokeCanceled } from '../../src/features/subscriptions/lifecycle/canceling/revoke-canceled.js'
import {
  payoutHashOf,
  toPayoutArgument,
} from '../../src/features/subscriptions/payout/payout-message.js'
import { type Address, knownAddress } from '../../src/lib/hex.js'
import { MINUTE_MS } from '../../src/lib/time.js'
import { subscriptionCharger } from '../../src/platform/chain/contracts.js'
import { subscriptionChargerAbi } from '../../src/platform/chain/generated/subscription-charger.js'
import { noSplitProof } from '../../src/platform/chain/plan-spender.js'
import { nativeToken } from '../../src/platform/chain/tokens.js'
import { sandboxPlatformWallet } from '../../src/platform/config/sandbox-secrets.js'
import { type Charging, startCharging } from '../fixtures/charging.js'
import { chargeData, month } from '../fixtures/charging-shops.js'
import { aWallet } from '../fixtures/factories.js'
import { aSeller } from '../fixtures/seller.js'
import { aPlan, aSubscriber } from '../fixtures/subscriber.js'
import { createChooser } from '../kill/kill-outgoing.js'
import { runSeeds } from '../run-seeds.js'

type TestSubscription = Pick<
  Awaited<ReturnType<Charging['subscribe']>>,
  'wallet' | 'permission' | 'body'
> & {
  /** Null for a permission that the customer never registered. */
  id: string | null
  /** The balance when the chain confirmed the cancellation; null before that. */
  unitsAtEnd: bigint | null
}

type Shop = Awaited<ReturnType<typeof aShop>>

const platform = knownAddress(sandboxPlatformWallet)
const funds = 10n ** 12n
const signal = new AbortController().signal
/**
 * Plays random histories of subscriptions on a real chain: charges, cancellations, charges by third
 * parties, permissions that were never registered, and redirected payouts. The shops of a history
 * share every round of the service, which costs more than their own steps.
 */
export async function runSubscriptionHistories({
  shops,
  ...seeds
}: {
  count: number
  from?: number
  shops: number
}): Promise<void> {
  const charging = await startCharging()
  try {
    await runSeeds(seeds, (seed) => runHistory(charging, { seed, shops }))
  } finally {
    await charging.close()
  }
}

async function runHistory(
  charging: Charging,
  { seed, shops: count }: { seed: number; shops: number },
): Promise<void> {
  const choose = createChooser(seed)
  // The first numbers of similar seeds are similar.
  for (let rounds = 5; rounds > 0; rounds -= 1) choose(2)
  const pick = <Item>(items: readonly Item[]): Item => items[choose(items.length)] as Item
  const feesBefore = await charging.balanceOf('USDC', platform)
  const shops: Shop[] = []
  for (let remainingCount = count; remainingCount > 0; remainingCount -= 1) {
    const cents = pick([1, 99, 1_250, 20_000])
    shops.push(await aShop(charging, { hasSplit: choose(2) === 0, cents }))
  }
  const all = shops.flatMap(({ subscribers }) => subscribers)
  // Periods begin at different seconds, and a charge is valid for a day.
  await charging.advance(MINUTE_MS)

  const shared = [
    () => charging.charge(),
    () => charging.charge(),
    () => charging.run(),
    () => charging.settle(),
    () => charging.advance(month),
    () => charging.advance(month),
    () => confirmCancellations(charging, all),
  ]
  const ownParts = [
    (shop: Shop) => chargeAsThirdParty(charging, pick(shop.subscribers)),
    (shop: Shop) => chargeAsThirdParty(charging, pick(shop.subscribers)),
    (shop: Shop) => shop.cancel(pick(shop.subscribers)),
    async (shop: Shop) => {
      const subscribed = pick(shop.subscribers)
      await shop.cancel(subscribed)
      await chargeAsThirdParty(charging, subscribed)
    },
    (shop: Shop) => shop.redirect(pick([aWallet(), aWallet(), nativeToken])),
    async () => {},
  ]
  for (let remainingRounds = 6 + choose(7); remainingRounds > 0; remainingRounds -= 1) {
    await pick(shared)()
    for (const shop of shops) await pick(ownParts)(shop)
    await checkCanceled(charging, all)
  }

  for (const { cancel, subscribers } of shops) {
    for (const subscriber of subscribers) await cancel(subscriber)
  }
  await confirmCancellations(charging, all)
  for (const subscribed of all) await chargeAsThirdParty(charging, subscribed)
  await charging.advance(month)
  for (const subscribed of all) await chargeAsThirdParty(charging, subscribed)
  for (let round = 3; round > 0; round -= 1) await charging.charge()
  await checkCanceled(charging, all)

  for (const shop of shops) await checkShop(charging, shop)
  const fees = (await charging.balanceOf('USDC', platform)) - feesBefore
  const takenUnits = await sumTaken(charging, all)
  expect(fees, 'the platform receives 0.5 % of every charge').toBe(takenUnits / 200n)
}

/** Checks that the books of a shop contain everything that its customers paid. */
async function checkShop(charging: Charging, shop: Shop): Promise<void> {
  const { subscribers, priceUnits, wallet } = shop
  const takenUnits = await sumTaken(charging, subscribers)
  expect(takenUnits % priceUnits, 'every charge takes the price').toBe(0n)
  await checkBooked(charging, shop)
  expect(await feeInBooks(charging, wallet), 'the fee in the books').toBe(takenUnits / 200n)
}

/**
 * A shop with a plan, whose owner can redirect payouts. Two customers are registered, and one has
 * only signed a permission.
 */
async function aShop(
  charging: Charging,
  { hasSplit, cents }: { hasSplit: boolean; cents: number },
) {
  const { ctx } = charging.app
  const { chainId } = ctx.config
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  const seller = await aSeller(charging.app, { hasSplit, privateKey })
  const plan = await aPlan(seller, { priceUsd: cents / 100 })
  const signer = seller.wallet
  const subscribers: TestSubscription[] = []
  for (let rounds = 2; rounds > 0; rounds -= 1) {
    subscribers.push({ ...(await charging.subscribe(plan)), unitsAtEnd: null })
  }
  const unregistered = aSubscriber(charging.app)
  const body = await unregistered.bodyFor(plan)
  const wallet = knownAddress(unregistered.wallet)
  await charging.give(wallet, { units: funds, allowance: funds })
  subscribers.push({ id: null, wallet, permission: body.permissionData, body, unitsAtEnd: null })
  let nonce = 0
  return {
    wallet: signer,
    subscribers,
    priceUnits: BigInt(cents) * 10_000n,
    /** Cancels a registered subscription. */
    async cancel({ id, wallet }: TestSubscription): Promise<void> {
      if (id === null) return
      const body = { subscriptionId: id, wallet }
      const { statusCode } = await seller.post('/api/subscriptions/cancel', body)
      expect(statusCode, 'a cancellation').toBe(200)
    },
    /** Moves the payout of all plans to a wallet. A third party may submit the signature. */
    async redirect(payout: Address): Promise<void> {
      const deadline = Math.floor(ctx.now() / 1_000) + 3_600
      const share = { splitFeeRecipient: nativeToken, splitFeeBps: 0 }
      const message = { signer, payout, ...share, nonce, deadline }
      const signature = await account.sign({ hash: await payoutHashOf(chainId, message) })
      const args = [toPayoutArgument(message), noSplitProof, signature] as const
      const abi = subscriptionChargerAbi
      const data = encodeFunctionData({ abi, functionName: 'setPayout', args })
      await charging.send(charging.buyer, subscriptionCharger.address, data)
      nonce += 1
    },
  }
}

/** Tries to charge the current period, as anyone can who reads the chain. */
async function chargeAsThirdParty(charging: Charging, subscribed: TestSubscription): Promise<void> {
  const elapsed = charging.app.ctx.now() - subscribed.permission.start * 1_000
  const index = Math.floor(elapsed / month)
  const before = await charging.balanceOf('USDC', subscribed.wallet)
  // The signature counts until the permission is approved.
  for (const signature of [subscribed.body.permissionSignature, '0x'] as const) {
    const data = chargeData({ ...subscribed, signature, index })
    const isDone = await charging
      .send(charging.buyer, subscriptionCharger.address, data)
      .then(() => true)
      .catch(() => false)
    if (!isDone) continue
    const takenUnits = before - (await charging.balanceOf('USDC', subscribed.wallet))
    expect(subscribed.unitsAtEnd, 'a charge after a confirmed cancellation').toBeNull()
    expect(takenUnits, 'a charge takes money once').toBeGreaterThan(0n)
    return
  }
}

/**
 * Runs until the chain has confirmed all cancellations, and notes the balances of their customers.
 */
async function confirmCancellations(
  charging: Charging,
  subscribers: readonly TestSubscription[],
): Promise<void> {
  const { ctx } = charging.app
  const listIn = async (state: string) => {
    const onChain = await readOnChain(charging, subscribers)
    return subscribers.filter(({ id }) => id !== null && onChain.get(id) === state)
  }
  for (let round = 0; round < 5 && (await listIn('pending')).length > 0; round += 1) {
    await revokeCanceled.run(ctx, signal)
    await charging.settle()
    await charging.mine(30)
    await charging.settle()
    await revokeCanceled.run(ctx, signal)
  }
  expect(await listIn('pending'), 'cancellations that wait for the chain').toEqual([])
  for (const subscribed of await listIn('confirmed')) {
    subscribed.unitsAtEnd ??= await charging.balanceOf('USDC', subscribed.wallet)
  }
}

async function readOnChain(
  charging: Charging,
  subscribers: readonly TestSubscription[],
): Promise<Map<string, string | null>> {
  const { rows } = await charging.app.ctx.db.query<{ id: string; on_chain: string | null }>(
    'select id, on_chain from subscriptions where id = any($1)',
    [subscribers.flatMap(({ id }) => id ?? [])],
  )
  return new Map(rows.map((row) => [row.id, row.on_chain]))
}

async function checkCanceled(charging: Charging, subscribers: readonly TestSubscription[]) {
  for (const { wallet, unitsAtEnd } of subscribers) {
    if (unitsAtEnd === null) continue
    const units = await charging.balanceOf('USDC', wallet)
    expect(units, 'money of a customer after a confirmed cancellation').toBe(unitsAtEnd)
  }
}

async function sumTaken(
  charging: Charging,
  subscribers: readonly TestSubscription[],
): Promise<bigint> {
  const remainingFunds = await Promise.all(
    subscribers.map(({ wallet }) => charging.balanceOf('USDC', wallet)),
  )
  return remainingFunds.reduce((sum, units) => sum + funds - units, 0n)
}

/** Checks that the charges of each subscription are those that took money. */
async function checkBooked(
  charging: Charging,
  { subscribers, priceUnits }: Pick<Shop, 'subscribers' | 'priceUnits'>,
): Promise<void> {
  for (const { id, wallet } of subscribers) {
    if (id === null) continue
    const charges = await charging.charges(id)
    const succeeded = charges.filter(({ state }) => state === 'succeeded').length
    const takenUnits = funds - (await charging.balanceOf('USDC', wallet))
    expect(BigInt(succeeded) * priceUnits, 'every charge on chain is booked').toBe(takenUnits)
  }
}

/** Requires balanced books without money in custody, and returns the platform's fee in them. */
async function feeInBooks(charging: Charging, merchant: Address): Promise<bigint> {
  const { accounts, isBalanced } = await getTrialBalance(charging.app.ctx, merchant)
  expect(isBalanced, 'every asset sums to zero').toBe(true)
  const custody = accounts.filter(({ account }) => account === 'custody')
  for (const { debitUnits, creditUnits } of custody) expect(debitUnits).toBe(creditUnits)
  const fees = accounts.filter(({ account }) => account === 'platform_fee')
  return fees.reduce((sum, { usdMicros }) => sum - usdMicros, 0n)
}

import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { getTrialBalance } from '../src/features/ledger/get-trial-balance.js'
import { revokeCanceled } from '../src/features/subscriptions/canceling/revoke-canceled.js'
import {
  payoutHashOf,
  toPayoutArgument,
} from '../src/features/subscriptions/payout/payout-message.js'
import { type Address, knownAddress } from '../src/lib/hex.js'
import { MINUTE_MS } from '../src/lib/time.js'
import { subscriptionCharger } from '../src/platform/chain/contracts.js'
import { subscriptionChargerAbi } from '../src/platform/chain/generated/subscription-charger.js'
import { noSplitProof } from '../src/platform/chain/plan-spender.js'
import { nativeToken } from '../src/platform/chain/tokens.js'
import { sandboxPlatformWallet } from '../src/platform/config/sandbox-wallets.js'
import { type Charging, startCharging } from './fixtures/charging.js'
import { chargeData, month } from './fixtures/charging-shops.js'
import { aWallet } from './fixtures/factories.js'
import { aSeller } from './fixtures/seller.js'
import { aPlan } from './fixtures/subscriber.js'
import { createChooser } from './kill-outgoing.js'
import { runSeeds } from './run-seeds.js'

type Subscribed = Awaited<ReturnType<Charging['subscribe']>> & {
  /** The balance when the chain confirmed the cancellation; null before that. */
  unitsAtEnd: bigint | null
}

const platform = knownAddress(sandboxPlatformWallet)
const funds = 10n ** 12n
const signal = new AbortController().signal

/**
 * Plays random histories of subscriptions on a real chain: charges, cancellations, charges by third parties and
 * redirected payouts.
 */
export async function runSubscriptionHistories(seeds: {
  count: number
  from?: number
}): Promise<void> {
  const charging = await startCharging()
  try {
    await runSeeds(seeds, (seed) => runHistory(charging, seed))
  } finally {
    await charging.close()
  }
}

async function runHistory(charging: Charging, seed: number): Promise<void> {
  const choose = createChooser(seed)
  // The first numbers of similar seeds are similar.
  for (let left = 5; left > 0; left -= 1) choose(2)
  const pick = <Item>(some: readonly Item[]): Item => some[choose(some.length)] as Item
  const cents = pick([1, 99, 1_250, 20_000])
  const shop = await aShop(charging, { hasSplit: choose(2) === 0, priceUsd: cents / 100 })
  const priceUnits = BigInt(cents) * 10_000n
  const feesBefore = await charging.balanceOf('USDC', platform)
  const subscribers: Subscribed[] = []
  for (let left = 2; left > 0; left -= 1) {
    subscribers.push({ ...(await charging.subscribe(shop.plan)), unitsAtEnd: null })
  }
  // Periods begin at different seconds, and a charge is valid for a day.
  await charging.advance(MINUTE_MS)

  const steps = [
    () => charging.charge(),
    () => charging.charge(),
    () => charging.run(),
    () => charging.settle(),
    () => charging.advance(month),
    () => charging.advance(month),
    () => chargeAsThirdParty(charging, pick(subscribers)),
    () => chargeAsThirdParty(charging, pick(subscribers)),
    () => shop.cancel(pick(subscribers)),
    () => confirmCancellations(charging, subscribers),
    () => shop.redirect(aWallet()),
  ]
  for (let left = 6 + choose(7); left > 0; left -= 1) {
    await pick(steps)()
    await checkCanceled(charging, subscribers)
  }

  for (const subscriber of subscribers) await shop.cancel(subscriber)
  await confirmCancellations(charging, subscribers)
  for (const subscriber of subscribers) await chargeAsThirdParty(charging, subscriber)
  await charging.advance(month)
  for (const subscriber of subscribers) await chargeAsThirdParty(charging, subscriber)
  for (let left = 3; left > 0; left -= 1) await charging.charge()
  await checkCanceled(charging, subscribers)

  const taken = await sumTaken(charging, subscribers)
  const charges = taken / priceUnits
  expect(taken, 'every charge takes the price').toBe(charges * priceUnits)
  await checkBooked(charging, { subscribers, priceUnits })
  const fees = (await charging.balanceOf('USDC', platform)) - feesBefore
  expect(fees, 'the platform receives 0.5 % of every charge').toBe(taken / 200n)
  expect(await feeInBooks(charging, shop.wallet), 'the fee in the books').toBe(taken / 200n)
}

/** A shop with a plan, whose owner can redirect payouts. */
async function aShop(
  charging: Charging,
  { hasSplit, priceUsd }: { hasSplit: boolean; priceUsd: number },
) {
  const { ctx } = charging.app
  const { chainId } = ctx.config
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  const seller = await aSeller(charging.app, { hasSplit, privateKey })
  const plan = await aPlan(seller, { priceUsd })
  const signer = seller.wallet
  let nonce = 0
  return {
    wallet: signer,
    plan,
    async cancel({ id, wallet }: Subscribed): Promise<void> {
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
async function chargeAsThirdParty(charging: Charging, subscribed: Subscribed): Promise<void> {
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
    const taken = before - (await charging.balanceOf('USDC', subscribed.wallet))
    expect(subscribed.unitsAtEnd, 'a charge after a confirmed cancellation').toBeNull()
    expect(taken, 'a charge takes money once').toBeGreaterThan(0n)
    return
  }
}

/** Runs until the chain has confirmed all cancellations, and notes the balances of their customers. */
async function confirmCancellations(
  charging: Charging,
  subscribers: readonly Subscribed[],
): Promise<void> {
  const { ctx } = charging.app
  const listOpen = async () => {
    const shown = await Promise.all(subscribers.map(({ id }) => onChainOf(charging, id)))
    return subscribers.filter((_, index) => shown[index] === 'pending')
  }
  for (let round = 0; round < 5 && (await listOpen()).length > 0; round += 1) {
    await revokeCanceled.run(ctx, signal)
    await charging.settle()
    await charging.mine(30)
    await charging.settle()
    await revokeCanceled.run(ctx, signal)
  }
  expect(await listOpen(), 'cancellations that wait for the chain').toEqual([])
  for (const subscribed of subscribers) {
    const isConfirmed = (await onChainOf(charging, subscribed.id)) === 'confirmed'
    if (!isConfirmed || subscribed.unitsAtEnd !== null) continue
    subscribed.unitsAtEnd = await charging.balanceOf('USDC', subscribed.wallet)
  }
}

async function onChainOf(charging: Charging, id: string): Promise<string | null> {
  const { rows } = await charging.app.ctx.db.query<{ on_chain: string | null }>(
    'select on_chain from subscriptions where id = $1',
    [id],
  )
  return rows[0]?.on_chain ?? null
}

async function checkCanceled(charging: Charging, subscribers: readonly Subscribed[]) {
  for (const { wallet, unitsAtEnd } of subscribers) {
    if (unitsAtEnd === null) continue
    const units = await charging.balanceOf('USDC', wallet)
    expect(units, 'money of a customer after a confirmed cancellation').toBe(unitsAtEnd)
  }
}

async function sumTaken(charging: Charging, subscribers: readonly Subscribed[]): Promise<bigint> {
  const left = await Promise.all(
    subscribers.map(({ wallet }) => charging.balanceOf('USDC', wallet)),
  )
  return left.reduce((sum, units) => sum + funds - units, 0n)
}

/** Checks that the charges of each subscription are those that took money. */
async function checkBooked(
  charging: Charging,
  { subscribers, priceUnits }: { subscribers: readonly Subscribed[]; priceUnits: bigint },
): Promise<void> {
  for (const { id, wallet } of subscribers) {
    const charges = await charging.charges(id)
    const succeeded = charges.filter(({ state }) => state === 'succeeded').length
    const taken = funds - (await charging.balanceOf('USDC', wallet))
    expect(BigInt(succeeded) * priceUnits, 'every charge on chain is booked').toBe(taken)
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

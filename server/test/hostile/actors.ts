import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import type { PortalReceipt } from '../../src/features/portal/schemas.js'
import { type Address, parseAddress } from '../../src/lib/hex.js'
import { toUnixSeconds } from '../../src/lib/time.js'
import type { Hex } from '../../src/platform/chain/chain.js'
import { aSalt, type Payer, signPayment } from '../fixtures/authorization.js'
import { encodeForward } from '../fixtures/hostile/hostile-contracts.js'
import type { TestApp } from '../harness.js'
import type { TestChain } from '../test-chain.js'
import type { Page, Shop } from './shops.js'

type Bench = { app: TestApp; chain: TestChain }

/** The ways to pay of an honest buyer. */
export type Way = 'USDC' | 'ETH' | 'signed'

export type HonestPayment = {
  way: Way
  to: 'split' | 'wallet'
  /**
   * From the payment to `completed`; null when that took longer than `maxSeconds` or was refused.
   */
  seconds: number | null
}

export type Attack = {
  name: string
  /** Returns whether the service accepted it. */
  run(): Promise<boolean>
  everyMs: number
}

const maxSeconds = 45
const pollMs = 500
const validForSeconds = 3_600

/** Repeats an attack until the signal aborts. Returns how often it ran and was accepted. */
export async function repeatAttack(
  { name, run, everyMs }: Attack,
  signal: AbortSignal,
): Promise<{ name: string; attempts: number; accepted: number }> {
  let [attempts, accepted] = [0, 0]
  while (!signal.aborted) {
    const startedAt = performance.now()
    attempts += 1
    if (await run()) accepted += 1
    const leftMs = everyMs - (performance.now() - startedAt)
    if (leftMs > 0) await sleep(leftMs, undefined, { signal }).catch(() => {})
  }
  return { name, attempts, accepted }
}

/** Creates a receipt and pays it in native tokens. Flushing it calls the payout address. */
export function createNativeAttack(
  bench: Bench,
  { shop, ip, from }: { shop: Shop; ip: string; from: Address },
) {
  return async (): Promise<boolean> => {
    const page = await shop.open(ip)
    if (!page) return false
    await sendNative(bench, { from, shown: page.shown })
    return true
  }
}

/** Creates a receipt and pays it with a signature of a contract wallet. */
export function createSignedAttack(
  { app }: Bench,
  input: { shop: Shop; ip: string; payer: Address; sign: () => Promise<Hex> },
) {
  const { shop, ip, payer, sign } = input
  return async (): Promise<boolean> => {
    const page = await shop.open(ip)
    if (!page) return false
    const { statusCode } = await page.post('authorize', page.shown, {
      token: 'USDC',
      payer,
      amountUnits: optionOf(page.shown, 'USDC').amountUnits,
      validAfter: 0,
      validBefore: toUnixSeconds(app.ctx.now()) + validForSeconds,
      salt: aSalt(),
      signature: await sign(),
    })
    return statusCode === 200
  }
}

type Honest = {
  way: Way
  /** Sends transfers. */
  from: Address
  /** Signs payments. */
  payer: Payer
  deceive: Deception
}

/** Pays a receipt as an honest buyer and waits until it is completed. */
export async function payHonestly(
  bench: Bench,
  input: Honest & { shop: Shop; ip: string; signal: AbortSignal },
): Promise<HonestPayment> {
  const { shop, way, ip, signal } = input
  const paid = { way, to: shop.split ? 'split' : 'wallet' } as const
  const page = await shop.open(ip)
  if (!page) throw new Error('an honest buyer is over a rate limit')
  const startedAt = performance.now()
  if (!(await sendPayment(bench, { ...input, page }))) return { ...paid, seconds: null }

  const elapsed = () => (performance.now() - startedAt) / 1_000
  while (elapsed() < maxSeconds && !signal.aborted) {
    const status = (await page.view())?.status ?? ''
    if (['completed', 'reconciled'].includes(status)) return { ...paid, seconds: elapsed() }
    await sleep(pollMs)
  }
  return { ...paid, seconds: null }
}

/** Returns whether the service accepted the payment, if it has a choice. */
async function sendPayment(bench: Bench, input: Honest & { page: Page }): Promise<boolean> {
  const { way, from, payer, deceive, page } = input
  const { shown } = page
  switch (way) {
    case 'USDC':
      await sendTokens(bench, { from, shown })
      return true
    case 'ETH':
      await deceive(page)
      await page.post('tx', shown, { txHash: await sendNative(bench, { from, shown }) })
      return true
    case 'signed': {
      if (!shown.payment.gasless) return false
      const body = await signPayment({ payment: shown.payment, payer, now: bench.app.ctx.now() })
      return (await page.post('authorize', shown, body)).statusCode === 200
    }
  }
}

/** Claims to have paid a receipt. */
export type Deception = (page: Page) => Promise<void>

/**
 * Creates the deception of a third party whose contract keeps the native tokens and forwards one
 * unit of a token.
 */
export function createDeception(
  bench: Bench,
  { keeper, from }: { keeper: Address; from: Address },
): Deception {
  return async (page) => {
    const { shown } = page
    const token = parseAddress(optionOf(shown, 'USDC').token ?? '') as Address
    const data = encodeForward({ token, to: depositOf(shown) })
    const value = toHex(BigInt(optionOf(shown, 'ETH').amountUnits))
    await page.post('tx', shown, { txHash: await submit(bench, { from, to: keeper, data, value }) })
  }
}

async function sendTokens(
  bench: Bench,
  { from, shown }: { from: Address; shown: PortalReceipt },
): Promise<void> {
  const { token, amountUnits } = optionOf(shown, 'USDC')
  const args = [depositOf(shown), BigInt(amountUnits)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  await submit(bench, { from, to: token ?? '', data })
}

async function sendNative(
  bench: Bench,
  { from, shown }: { from: Address; shown: PortalReceipt },
): Promise<Hex> {
  const value = toHex(BigInt(optionOf(shown, 'ETH').amountUnits))
  return submit(bench, { from, to: depositOf(shown), value })
}

/** Sends a transaction without waiting for its block. Returns its hash. */
async function submit({ chain }: Bench, transaction: Record<string, string>): Promise<Hex> {
  const call = { ...transaction, gas: toHex(200_000n) }
  return (await chain.call('eth_sendTransaction', call)) as Hex
}

function depositOf({ payment }: PortalReceipt): Address {
  return parseAddress(payment.depositAddress) as Address
}

function optionOf({ payment }: PortalReceipt, symbol: 'USDC' | 'ETH') {
  const option = payment.options.find((option) => option.symbol === symbol)
  if (!option) throw new Error(`the receipt cannot be paid in ${symbol}`)
  return option
}

import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Service } from './client.js'
import { connect } from './demo-chain.js'

type Option = { symbol: string; amountUnits: string }
type Portal = { status: string; payment: { depositAddress: `0x${string}`; options: Option[] } }

export const transfers = [
  { symbol: 'USDC', currency: 'USD' },
  { symbol: 'USDT', currency: 'USD' },
  { symbol: 'EURC', currency: 'EUR' },
  { symbol: 'ETH', currency: 'USD' },
] as const

const timeoutMs = 60_000

/**
 * Creates a receipt, pays it by a plain transfer to the deposit address, and checks that the
 * merchant receives its share. Returns the time from the block to `paid` and to `completed`.
 */
export async function payByTransfer(
  service: Service,
  { id, symbol, currency }: (typeof transfers)[number] & { id: string },
): Promise<{ paidMs: number; completedMs: number }> {
  const lineItems = [{ label: 'One', amount: 110.05 }]
  await service.program('POST /api/receipts', { body: { id, currency, lineItems } })
  const recipient = service.demo.merchantWallet
  const path = `/api/portal/${id}?recipient=${recipient}`
  const { payment } = (await service.anyone<Portal>(`GET ${path}`)).body
  const option = payment.options.find((option) => option.symbol === symbol)
  const units = BigInt(option?.amountUnits ?? 0)
  expect(units).toBeGreaterThan(0n)

  const chain = connect(service.demo)
  const merchant = service.demo.merchantWallet as `0x${string}`
  const before = await chain.balanceIn(symbol, merchant)
  await chain.pay(symbol, { to: payment.depositAddress, units })
  const startedAt = performance.now()
  await waitFor(service, id, ['paid', 'completed', 'reconciled'])
  const paidMs = performance.now() - startedAt
  await waitFor(service, id, ['completed', 'reconciled'])
  const completedMs = performance.now() - startedAt

  const share = units - (units * 50n) / 10_000n
  const gained = (await chain.balanceIn(symbol, merchant)) - before
  expect(await chain.balanceIn(symbol, payment.depositAddress)).toBe(0n)
  // A unit that cannot be divided stays in the contract until the next payment.
  expect([share, share - 1n]).toContain(gained)
  return { paidMs, completedMs }
}

async function waitFor(service: Service, id: string, statuses: readonly string[]): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const path = `GET /api/receipts/status?receiptId=${id}`
    const { status } = (await service.program<{ status: string }>(path)).body
    if (statuses.includes(status)) return
    if (performance.now() - startedAt > timeoutMs) throw new Error(`${id} is still ${status}`)
    await sleep(50)
  }
}

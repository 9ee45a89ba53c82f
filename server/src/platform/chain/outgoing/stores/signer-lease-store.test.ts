import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../../test/fixtures/factories.js'
import { createOutgoingBench, type OutgoingBench } from '../../../../../test/kill/outgoing-bench.js'
import {
  acquireSignerLease,
  releaseSignerLease,
  renewSignerLease,
  saveSignerState,
} from './signer-lease-store.js'

let bench: OutgoingBench
beforeAll(async () => {
  bench = await createOutgoingBench({ call: async () => null, environment: {} })
})
afterAll(() => bench.close())

const leaseRequest = (owner: string, signer = aWallet(), leaseMs = 60_000) => ({
  chainId: 84_532,
  signer,
  owner,
  leaseMs,
})

describe('acquireSignerLease', () => {
  test('default', async () => {
    const request = leaseRequest('a')
    const lease = await acquireSignerLease(bench.ctx.db, request)
    expect(lease).toMatchObject({ lease: { ...request, epoch: 1n }, gap: null, balance: null })
    expect(await acquireSignerLease(bench.ctx.db, { ...request, owner: 'b' })).toBeNull()
  })

  test('behavior: the holder keeps the lease and its epoch', async () => {
    const request = leaseRequest('a')
    await acquireSignerLease(bench.ctx.db, request)
    expect(await acquireSignerLease(bench.ctx.db, request)).toMatchObject({ lease: { epoch: 1n } })
  })

  test('behavior: scopes leases by signer and chain', async () => {
    const request = leaseRequest('a')
    await acquireSignerLease(bench.ctx.db, request)
    expect(await acquireSignerLease(bench.ctx.db, leaseRequest('b'))).not.toBeNull()
    expect(
      await acquireSignerLease(bench.ctx.db, { ...request, owner: 'b', chainId: 8453 }),
    ).not.toBeNull()
  })

  test('behavior: another process acquires an expired lease, and the first can no longer write', async () => {
    const request = leaseRequest('a', aWallet(), 0)
    const first = await acquireSignerLease(bench.ctx.db, request)
    const second = await acquireSignerLease(bench.ctx.db, {
      ...request,
      owner: 'b',
      leaseMs: 60_000,
    })
    expect(second).toMatchObject({ lease: { owner: 'b', epoch: 2n } })
    if (!first || !second) throw new Error('a lease was not acquired')
    expect(await renewSignerLease(bench.ctx.db, first.lease)).toBe(false)
    expect(await renewSignerLease(bench.ctx.db, second.lease)).toBe(true)
  })

  test('behavior: a released lease is free at once, with a new epoch', async () => {
    const request = leaseRequest('a')
    await acquireSignerLease(bench.ctx.db, request)
    await releaseSignerLease(bench.ctx.db, { ...request, owner: 'b' })
    expect(await acquireSignerLease(bench.ctx.db, { ...request, owner: 'b' })).toBeNull()
    await releaseSignerLease(bench.ctx.db, request)
    expect(await acquireSignerLease(bench.ctx.db, { ...request, owner: 'b' })).toMatchObject({
      lease: { epoch: 2n },
    })
  })

  test('behavior: one of many concurrent processes acquires it', async () => {
    const signer = aWallet()
    const leases = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        acquireSignerLease(bench.ctx.db, leaseRequest(`${index}`, signer)),
      ),
    )
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1)
  })

  test("behavior: keeps the signer's state for the next holder", async () => {
    const request = leaseRequest('a')
    const lease = await acquireSignerLease(bench.ctx.db, request)
    const gap = { nonce: 7, since: lease?.now ?? (0 as never) }
    await saveSignerState(bench.ctx.db, { ...request, balance: 2n ** 200n, gap })
    expect(await acquireSignerLease(bench.ctx.db, request)).toMatchObject({
      gap,
      balance: 2n ** 200n,
    })
  })
})

describe('renewSignerLease', () => {
  test('behavior: no process takes over before the locking transaction ends', async () => {
    const request = leaseRequest('a', aWallet(), 0)
    const lease = await acquireSignerLease(bench.ctx.db, request)
    if (!lease) throw new Error('the lease was not acquired')
    const order: string[] = []
    let other: Promise<unknown> = Promise.resolve()
    await bench.ctx.db.transaction(async (tx) => {
      await renewSignerLease(tx, lease.lease)
      other = acquireSignerLease(bench.ctx.db, { ...request, owner: 'b' }).then(() =>
        order.push('taken'),
      )
      await tx.query('select pg_sleep(0.1)')
      order.push('written')
    })
    await other
    expect(order).toEqual(['written', 'taken'])
  })

  test('behavior: extends the lease', async () => {
    const request = leaseRequest('a', aWallet(), 0)
    const lease = await acquireSignerLease(bench.ctx.db, request)
    if (!lease) throw new Error('the lease was not acquired')
    await renewSignerLease(bench.ctx.db, { ...lease.lease, leaseMs: 60_000 })
    expect(await acquireSignerLease(bench.ctx.db, { ...request, owner: 'b' })).toBeNull()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/outgoing-bench.js'
import { holdSigner, noteSigner, releaseSigner, takeSigner } from './signer-lease-store.js'

let bench: OutgoingBench
beforeAll(async () => {
  bench = await createOutgoingBench({ call: async () => null, environment: {} })
})
afterAll(() => bench.close())

const wanted = (owner: string, signer = aWallet(), leaseMs = 60_000) => ({
  chainId: 84_532,
  signer,
  owner,
  leaseMs,
})

describe('takeSigner', () => {
  test('default', async () => {
    const ours = wanted('a')
    const taken = await takeSigner(bench.ctx.db, ours)
    expect(taken).toMatchObject({ lease: { ...ours, epoch: 1n }, gap: null, balance: null })
    expect(await takeSigner(bench.ctx.db, { ...ours, owner: 'b' })).toBeNull()
  })

  test('behavior: whoever has it keeps it, under the same epoch', async () => {
    const ours = wanted('a')
    await takeSigner(bench.ctx.db, ours)
    expect(await takeSigner(bench.ctx.db, ours)).toMatchObject({ lease: { epoch: 1n } })
  })

  test('behavior: another signer, or the same on another chain, is another matter', async () => {
    const ours = wanted('a')
    await takeSigner(bench.ctx.db, ours)
    expect(await takeSigner(bench.ctx.db, wanted('b'))).not.toBeNull()
    expect(await takeSigner(bench.ctx.db, { ...ours, owner: 'b', chainId: 8453 })).not.toBeNull()
  })

  test('behavior: when it has run out another takes it, and the first cannot write any more', async () => {
    const ours = wanted('a', aWallet(), 0)
    const first = await takeSigner(bench.ctx.db, ours)
    const second = await takeSigner(bench.ctx.db, { ...ours, owner: 'b', leaseMs: 60_000 })
    expect(second).toMatchObject({ lease: { owner: 'b', epoch: 2n } })
    if (!first || !second) throw new Error('both had it')
    expect(await holdSigner(bench.ctx.db, first.lease)).toBe(false)
    expect(await holdSigner(bench.ctx.db, second.lease)).toBe(true)
  })

  test('behavior: what was let go can be taken at once, under a new epoch', async () => {
    const ours = wanted('a')
    await takeSigner(bench.ctx.db, ours)
    await releaseSigner(bench.ctx.db, { ...ours, owner: 'b' })
    expect(await takeSigner(bench.ctx.db, { ...ours, owner: 'b' })).toBeNull()
    await releaseSigner(bench.ctx.db, ours)
    expect(await takeSigner(bench.ctx.db, { ...ours, owner: 'b' })).toMatchObject({
      lease: { epoch: 2n },
    })
  })

  test('behavior: of many who try at once, one has it', async () => {
    const signer = aWallet()
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, index) => takeSigner(bench.ctx.db, wanted(`${index}`, signer))),
    )
    expect(taken.filter((one) => one !== null)).toHaveLength(1)
  })

  test('behavior: what was noted of a signer is there for the next', async () => {
    const ours = wanted('a')
    const taken = await takeSigner(bench.ctx.db, ours)
    const gap = { nonce: 7, since: taken?.now ?? (0 as never) }
    await noteSigner(bench.ctx.db, { ...ours, balance: 2n ** 200n, gap })
    expect(await takeSigner(bench.ctx.db, ours)).toMatchObject({ gap, balance: 2n ** 200n })
  })
})

describe('holdSigner', () => {
  test('behavior: nobody takes over before the transaction that holds it ends', async () => {
    const ours = wanted('a', aWallet(), 0)
    const taken = await takeSigner(bench.ctx.db, ours)
    if (!taken) throw new Error('nobody else wants it')
    const order: string[] = []
    let other: Promise<unknown> = Promise.resolve()
    await bench.ctx.db.transaction(async (tx) => {
      await holdSigner(tx, taken.lease)
      other = takeSigner(bench.ctx.db, { ...ours, owner: 'b' }).then(() => order.push('taken'))
      await tx.query('select pg_sleep(0.1)')
      order.push('written')
    })
    await other
    expect(order).toEqual(['written', 'taken'])
  })

  test('behavior: it prolongs the lease', async () => {
    const ours = wanted('a', aWallet(), 0)
    const taken = await takeSigner(bench.ctx.db, ours)
    if (!taken) throw new Error('nobody else wants it')
    await holdSigner(bench.ctx.db, { ...taken.lease, leaseMs: 60_000 })
    expect(await takeSigner(bench.ctx.db, { ...ours, owner: 'b' })).toBeNull()
  })
})

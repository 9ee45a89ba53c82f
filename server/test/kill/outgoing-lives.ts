import fc from 'fast-check'
import { expect } from 'vitest'
import { aWallet } from '../fixtures/factories.js'
import { createModelChain } from '../fixtures/servers/model-chain.js'
import type { OutgoingBench } from './outgoing-bench.js'

/** Events in the life of transactions, in any order. */
type LifeEvent =
  | { kind: 'plan'; count: number }
  /** A process works and dies after this many points, if it gets that far. */
  | { kind: 'work'; rounds: number; diesAfter: number }
  | { kind: 'mine'; max: number }
  | { kind: 'forgetPool' }
  | { kind: 'rollBack'; depth: number; isForgotten: boolean }
  | { kind: 'useElsewhere' }
  | { kind: 'silence'; before: number; after: number }

const upTo = (max: number) => fc.integer({ min: 1, max })
export const aLife = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('plan' as const), count: upTo(4) }) },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('work' as const),
        rounds: upTo(3),
        diesAfter: upTo(20),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('mine' as const), max: upTo(5) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('forgetPool' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('rollBack' as const),
        depth: upTo(6),
        isForgotten: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('useElsewhere' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('silence' as const),
        before: fc.integer({ min: 0, max: 2 }),
        after: fc.integer({ min: 0, max: 2 }),
      }),
    },
  ),
  { minLength: 5, maxLength: 30 },
)

/** Plays the events, lets everything finish, and fails unless each intent executed exactly once. */
export async function live(bench: OutgoingBench, happenings: readonly LifeEvent[]): Promise<void> {
  const model = createModelChain()
  const ctx = { ...bench.ctx, chain: model.chain }
  const planned: { id: string; to: string }[] = []
  await bench.ctx.db.query('truncate outgoing_attempts, outgoing_transactions, outgoing_signers')

  async function work(rounds: number, diesAfter: number): Promise<void> {
    let remainingSteps = diesAfter
    const sender = bench.sender(
      {
        bumpAfterMs: 0,
        hook() {
          remainingSteps -= 1
          if (remainingSteps <= 0) throw new Error('killed')
        },
      },
      ctx,
    )
    for (let round = 0; round < rounds && remainingSteps > 0; round += 1) await sender.runRound()
    await bench.expireLease()
  }

  async function isUnfinished(): Promise<boolean> {
    const { rows } = await bench.ctx.db.query(
      `select 1 from outgoing_transactions where state <> 'final' and purpose = 'split.create'`,
    )
    return rows.length > 0 || model.listPool().length > 0
  }

  for (const happening of happenings) {
    switch (happening.kind) {
      case 'plan':
        for (let n = 0; n < happening.count; n += 1) {
          planned.push(await bench.plan({ to: aWallet() }))
        }
        break
      case 'work':
        await work(happening.rounds, happening.diesAfter)
        break
      case 'mine':
        model.mine(happening.max)
        break
      case 'forgetPool':
        model.forgetPool()
        break
      case 'rollBack':
        model.rollBack(happening.depth, happening)
        break
      case 'useElsewhere':
        model.useElsewhere()
        break
      case 'silence':
        Object.assign(model.silence, happening)
        break
    }
  }

  // The first rounds may be needed to detect lost final transactions.
  for (let round = 0; round < 60 && (round < 4 || (await isUnfinished())); round += 1) {
    await work(1, Number.POSITIVE_INFINITY)
    model.mine()
  }
  expect(await isUnfinished()).toBe(false)
  const paid = model.listPaid()
  for (const { to } of planned) expect(paid.filter((address) => address === to)).toHaveLength(1)
}

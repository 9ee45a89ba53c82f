import { describe, expect, test } from 'vitest'
import { type BatchOperation, createBatches } from './batches.js'
import type { Db } from './db/db.js'
import { StoreUnavailable } from './db/store-unavailable.js'

/** Runs a kind without a database. */
function runnerOf(kind: BatchOperation<string, string>) {
  const batches = createBatches({} as Db)
  return (input: string) => batches.run(kind, input)
}

/** A kind whose statements end when released, and that records them. */
function aBatch(decide: (input: string) => string | 'again' = (input) => input.toUpperCase()) {
  const sent: string[][] = []
  const releases: (() => void)[] = []
  const kind: BatchOperation<string, string> = {
    keyOf: (input) => input.split('#')[0] ?? '',
    async run(_db, inputs) {
      sent.push([...inputs])
      await new Promise<void>((resolve) => releases.push(resolve))
      return inputs.map(decide)
    },
  }
  const releaseAll = () => {
    for (const release of releases.splice(0)) release()
  }
  return { run: runnerOf(kind), sent, releaseAll }
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('createBatches', () => {
  test('default', async () => {
    const { run, sent, releaseAll } = aBatch()
    const first = [run('a'), run('b')]
    await turn()
    const second = [run('c')]
    await turn()
    const third = [run('d'), run('e')]
    await turn()
    expect(sent).toEqual([['a', 'b']])

    releaseAll()
    expect(await Promise.all(first)).toEqual(['A', 'B'])
    await turn()
    releaseAll()
    expect(await Promise.all([...second, ...third])).toEqual(['C', 'D', 'E'])
    expect(sent).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ])
  })

  test('behavior: reads do not wait for each other', async () => {
    const sent: string[][] = []
    const releases: (() => void)[] = []
    const run = runnerOf({
      async run(_db, inputs) {
        sent.push([...inputs])
        await new Promise<void>((resolve) => releases.push(resolve))
        return inputs
      },
    })
    const all = [run('a')]
    await turn()
    all.push(run('b'))
    await turn()
    expect(sent).toEqual([['a'], ['b']])
    for (const release of releases) release()
    await Promise.all(all)
  })

  test('behavior: a write that takes long does not hold up the next one', async () => {
    const { run, sent, releaseAll } = aBatch()
    const all = [run('a')]
    await turn()
    all.push(run('b'))
    await expect.poll(() => sent).toEqual([['a'], ['b']])
    releaseAll()
    expect(await Promise.all(all)).toEqual(['A', 'B'])
  })

  test('behavior: a statement takes at most 64 inputs', async () => {
    const { run, sent, releaseAll } = aBatch()
    const all = Array.from({ length: 100 }, (_, index) => run(`i${index}`))
    await turn()
    expect(sent.map(({ length }) => length)).toEqual([64, 36])
    releaseAll()
    await Promise.all(all)
  })

  test('behavior: equal keys are written one after the other', async () => {
    const { run, sent, releaseAll } = aBatch()
    const all = [run('a#1'), run('a#2'), run('b')]
    await turn()
    expect(sent).toEqual([['a#1', 'b']])
    releaseAll()
    await turn()
    expect(sent).toEqual([['a#1', 'b'], ['a#2']])
    releaseAll()
    expect(await Promise.all(all)).toEqual(['A#1', 'A#2', 'B'])
  })

  test('behavior: repeats undecided inputs before later ones', async () => {
    const undecided = new Set(['b'])
    const { run, sent, releaseAll } = aBatch((input) => (undecided.delete(input) ? 'again' : input))
    const early = [run('a'), run('b')]
    await turn()
    const late = run('c')
    releaseAll()
    await turn()
    releaseAll()
    expect(await Promise.all([...early, late])).toEqual(['a', 'b', 'c'])
    expect(sent.at(-1)).toEqual(['b', 'c'])
  })

  test('behavior: inputs whose rows are locked wait apart from those of other owners', async () => {
    const sent: string[] = []
    const releases: (() => void)[] = []
    const run = runnerOf({
      keyOf: (input) => input,
      ownerOf: (input) => input[0] ?? '',
      async run(_db, inputs, { waits }) {
        sent.push(`${waits ? 'waits' : 'asks'} ${inputs}`)
        if (waits) await new Promise<void>((resolve) => releases.push(resolve))
        return inputs.map((input) => (!waits && input.endsWith('!') ? 'locked' : input))
      },
    })
    const waiting = [run('a1!'), run('b1!'), run('a2!'), run('c1!')]
    expect(await run('d1')).toBe('d1')
    await turn()
    // A third owner would take another connection.
    expect(sent).toEqual(['asks a1!,b1!,a2!,c1!,d1', 'waits a1!,a2!', 'waits b1!'])

    waiting.push(run('a3!'))
    expect(await run('a4')).toBe('a4')
    await turn()
    expect(sent.slice(3)).toEqual(['asks a3!,a4'])
    releases.shift()?.()
    await expect.poll(() => sent.slice(4)).toEqual(['waits c1!'])
    for (let place = 0; place < 3; place += 1) {
      await expect.poll(() => releases.length).toBeGreaterThan(0)
      releases.shift()?.()
    }
    expect(await Promise.all(waiting)).toEqual(['a1!', 'b1!', 'a2!', 'c1!', 'a3!'])
  })

  test('error: a failing input does not affect the others', async () => {
    const sent: string[][] = []
    const run = runnerOf({
      keyOf: (input) => input,
      async run(_db, inputs) {
        sent.push([...inputs])
        if (inputs.includes('bad')) throw new Error('bad input')
        return inputs
      },
    })
    const results = await Promise.allSettled([run('a'), run('bad'), run('b')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(sent).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']])
  })

  test('error: nothing is repeated when the store may have committed', async () => {
    let calls = 0
    const run = runnerOf({
      keyOf: (input) => input,
      async run() {
        calls += 1
        throw new StoreUnavailable({ mayHaveCommitted: true })
      },
    })
    const results = await Promise.allSettled([run('a'), run('b')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(calls).toBe(1)
  })
})

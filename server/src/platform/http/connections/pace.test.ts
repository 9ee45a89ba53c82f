import { describe, expect, test } from 'vitest'
import { createPace } from './pace.js'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('createPace', () => {
  test('default: runs at once, until a turn has had enough', async () => {
    const pace = createPace(100)
    const done: number[] = []
    for (let index = 0; index < 7; index += 1) pace.run(50, () => done.push(index))
    expect(done).toEqual([0, 1])
    await nextTurn()
    expect(done).toEqual([0, 1, 2, 3])
    await nextTurn()
    await nextTurn()
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('behavior: one that is larger than the limit takes a turn', async () => {
    const pace = createPace(100)
    const done: string[] = []
    for (const name of ['a', 'b']) pace.run(1_000, () => done.push(name))
    expect(done).toEqual(['a'])
    await nextTurn()
    expect(done).toEqual(['a', 'b'])
  })

  test('behavior: a later one does not overtake those that wait', async () => {
    const pace = createPace(100)
    const done: string[] = []
    for (const name of ['a', 'b', 'c']) pace.run(100, () => done.push(name))
    await nextTurn()
    pace.run(1, () => done.push('d'))
    expect(done).toEqual(['a', 'b'])
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    expect(done).toEqual(['a', 'b', 'c', 'd'])
    pace.run(1, () => done.push('e'))
    expect(done).toHaveLength(5)
  })

  test('behavior: what work costs counts once it is known', async () => {
    const pace = createPace(100)
    const done: number[] = []
    for (let index = 0; index < 5; index += 1) {
      pace.run(0, () => {
        done.push(index)
        pace.add(50)
      })
    }
    expect(done).toEqual([0, 1])
    await nextTurn()
    expect(done).toEqual([0, 1, 2, 3])
    await nextTurn()
    expect(done).toEqual([0, 1, 2, 3, 4])
  })
})

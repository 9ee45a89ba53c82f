import { describe, expect, test } from 'vitest'
import { callOnce, shareReads, shareReadsByKey } from './share-reads.js'

/** A read that the test ends, and that returns its number. */
function aRead() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const read = shareReads(() => {
    const number = ends.length + 1
    return new Promise<number>((resolve, reject) => {
      ends.push({ resolve: () => resolve(number), reject })
    })
  })
  return { read, count: () => ends.length, end: (index: number) => ends[index] }
}

describe('shareReads', () => {
  test('default: callers of one turn share a read', async () => {
    const { read, count, end } = aRead()
    const callers = [read(), read()]
    await expect.poll(count).toBe(1)
    end(0)?.resolve()
    expect(await Promise.all(callers)).toEqual([1, 1])
    expect(count()).toBe(1)
  })

  test('behavior: callers during a read share the next one', async () => {
    const { read, count, end } = aRead()
    const first = read()
    await expect.poll(count).toBe(1)
    const [second, third] = [read(), read()]
    expect(count()).toBe(1)
    end(0)?.resolve()
    expect(await first).toBe(1)
    await expect.poll(count).toBe(2)
    end(1)?.resolve()
    expect(await Promise.all([second, third])).toEqual([2, 2])
  })

  test('behavior: a caller after a read begins its own', async () => {
    const { read, count, end } = aRead()
    const first = read()
    await expect.poll(count).toBe(1)
    end(0)?.resolve()
    await first
    const second = read()
    await expect.poll(count).toBe(2)
    end(1)?.resolve()
    expect(await second).toBe(2)
  })

  test('error: a failed read fails for its callers only', async () => {
    const { read, count, end } = aRead()
    const first = read()
    await expect.poll(count).toBe(1)
    const second = read()
    end(0)?.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await expect.poll(count).toBe(2)
    end(1)?.resolve()
    expect(await second).toBe(2)
  })
})

describe('shareReadsByKey', () => {
  test('default: callers share the reads of their key', async () => {
    const reads: string[] = []
    const read = shareReadsByKey(
      async ({ key, caller }: { key: string; caller: number }) => {
        reads.push(key)
        await Promise.resolve()
        return `${key}${caller}`
      },
      ({ key }) => key,
    )
    const callers = [1, 2, 3].flatMap((caller) => [
      read({ key: 'a', caller }),
      read({ key: 'b', caller }),
    ])
    await Promise.all(callers)
    expect(reads).toEqual(['a', 'b'])
    expect(await read({ key: 'a', caller: 4 })).toBe('a4')
  })
})

describe('callOnce', () => {
  test('default: all callers share one call', async () => {
    let calls = 0
    const read = callOnce(async () => {
      calls += 1
      return calls
    })
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    expect(await read()).toBe(1)
  })

  test('behavior: a call after a failed one calls again', async () => {
    const outcomes = [Promise.reject(new Error('no connection')), Promise.resolve(2)]
    const read = callOnce(() => outcomes.shift() ?? Promise.resolve(3))
    await expect(read()).rejects.toThrow('no connection')
    expect(await read()).toBe(2)
    expect(await read()).toBe(2)
  })
})
